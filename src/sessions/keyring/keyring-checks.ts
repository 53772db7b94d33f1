import { createHmac } from "node:crypto";

import type { Clock } from "../../base/clock.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { Queries } from "../../storage/schema.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type { KeySource } from "../seal/sealer.ts";
import { type Key, keyKinds, type KeyRef } from "./keyring-file.ts";
import { isShared } from "./node-keys.ts";
import { systemCode } from "../../base/system-code.ts";

/** SQLite's, and PostgreSQL's foreign_key_violation. */
const CODES: ReadonlySet<string | undefined> = new Set(["SQLITE_CONSTRAINT_FOREIGNKEY", "23503"]);

/** Returns whether the database refused a change because of a foreign key. */
export function isForeignKeyError(error: unknown): boolean {
  return CODES.has(systemCode(error));
}

/** What the database stores of a key to recognize the wrong keyring. It reveals nothing about the key. */
export interface KeyCheck {
  readonly kind: string;
  readonly keyId: number;
  readonly fingerprint: string;
}

/** A key as the database knows it. */
export interface KnownKey extends KeyCheck {
  /** Since when another key of its kind is primary, in milliseconds since 1970. */
  readonly supersededAt?: number;
}

export type KeyringChecks = ReturnType<typeof keyringChecks>;

export function keyringChecks(queries: Queries) {
  return {
    /** Whether several processes use the database, each with a keyring file: all have to be equal. */
    isShared: isShared(queries),
    async all(): Promise<readonly KnownKey[]> {
      const rows = await queries
        .selectFrom("keyring_checks")
        .select(["kind", "key_id as keyId", "fingerprint", "superseded_at"])
        .orderBy("kind")
        .orderBy("key_id")
        .execute();
      return rows.map(({ superseded_at: since, ...check }) => ({
        ...check,
        ...(since !== null && { supersededAt: since }),
      }));
    },
    /** Keeps what another start or change stored of a key meanwhile. */
    async add(checks: readonly KeyCheck[]): Promise<void> {
      if (checks.length === 0) return;
      const rows = checks.map(({ kind, keyId, fingerprint }) => ({
        kind,
        key_id: keyId,
        fingerprint,
        superseded_at: null,
      }));
      await queries
        .insertInto("keyring_checks")
        .values(rows)
        .onConflict((conflict) => conflict.columns(["kind", "key_id"]).doNothing())
        .execute();
    },
    /** Fails where a sealed row still needs the key. */
    async remove(checks: readonly KeyCheck[]): Promise<void> {
      for (const { kind, keyId } of checks) {
        await queries
          .deleteFrom("keyring_checks")
          .where("kind", "=", kind)
          .where("key_id", "=", keyId)
          .execute();
      }
    },
    /** Stores which key of a kind is primary, and since when the others aren't. */
    async rank(kind: string, primaryId: number, now: number): Promise<void> {
      const ofKind = queries.updateTable("keyring_checks").where("kind", "=", kind);
      await ofKind.set({ superseded_at: null }).where("key_id", "=", primaryId).execute();
      await ofKind
        .set({ superseded_at: now })
        .where("key_id", "!=", primaryId)
        .where("superseded_at", "is", null)
        .execute();
    },
    /** Returns how many sealed rows each key opens. */
    async sealedByKey() {
      const counted = await Promise.all(
        (["sessions", "snapshots", "temporary_secrets"] as const).map((table) =>
          queries
            .selectFrom(table)
            .select(({ fn }) => ["key_id as keyId", fn.countAll<number>().as("count")])
            .groupBy("key_id")
            .execute(),
        ),
      );
      const byKey = new Map<number, number>();
      for (const { keyId, count } of counted.flat()) byKey.set(keyId, (byKey.get(keyId) ?? 0) + count);
      return [...byKey].map(([keyId, count]) => ({ keyId, count }));
    },
  };
}

export function knownKey(known: readonly KnownKey[], { kind, id }: KeyRef): KnownKey | undefined {
  return known.find((check) => check.kind === kind && check.keyId === id);
}

/**
 * Compares the keys with those the database knows, and stores checks of new ones. Throws "bad-settings" where they
 * belong to another database.
 */
export async function settleChecks(
  known: readonly KeyCheck[],
  keys: readonly Key[],
  { checks, clock }: { readonly checks: KeyringChecks; readonly clock: Clock },
): Promise<void> {
  compareKeys(known, keys, checks.isShared);
  const present = keys.map(keyCheckOf);
  const retired = known.filter((check) => !present.some((other) => isSameKey(check, other)));
  await checks.remove(retired);
  const added = present.filter(
    (check) => !known.some((other) => isSameKey(check, other)) && !(checks.isShared && isOlder(check, known)),
  );
  await checks.add(added);
  // Another start may have been first, with a keyring of its own.
  const kept = added.length === 0 ? [] : await checks.all();
  compareKeys(
    kept.filter((check) => added.some((other) => isSameKey(check, other))),
    keys,
    checks.isShared,
  );
  for (const kind of keyKinds) {
    const primary = keys.find((key) => key.kind === kind);
    if (primary !== undefined) await checks.rank(kind, primary.id, clock.now());
  }
}

/** The way out where no backup has the key, as after `keys retire`. */
export const WITHOUT_KEY =
  "If that key is lost, run `milepost sessions revoke-all`: it deletes what only that key opens. The bot then starts, " +
  "and members link again.";

/** Retired with another process's keyring: using it again would stop that process. */
function isOlder({ kind, keyId }: KeyCheck, known: readonly KeyCheck[]): boolean {
  return known.some((other) => other.kind === kind && other.keyId > keyId);
}

/**
 * Throws "bad-settings" where these keys are not the ones the database knows. With several processes none may be
 * missing, since others use it.
 */
export function compareKeys(known: readonly KeyCheck[], keys: readonly Key[], areAllNeeded: boolean): void {
  const present = keys.map(keyCheckOf);
  for (const check of known) compare(check, present, areAllNeeded);
}

function compare(check: KeyCheck, present: readonly KeyCheck[], isShared: boolean): void {
  const same = present.find((other) => isSameKey(check, other));
  const isLost = same === undefined && (isShared || check.kind === "mpk1");
  if (!isLost && (same === undefined || same.fingerprint === check.fingerprint)) return;
  throw new MilepostError("bad-settings", {
    reason:
      `This is not the keyring of this database: its key ${check.kind} ${check.keyId} is ` +
      `${isLost ? "missing" : "another one"}. ${isShared ? COPY_IT : ""}Set MILEPOST_KEYRING_FILE to the right file, ` +
      `or give this keyring a DATABASE_URL of its own. ${WITHOUT_KEY}`,
  });
}

const COPY_IT = "Where several processes run on it, copy the newest keyring to each of them. ";

function isSameKey(one: KeyCheck, other: KeyCheck): boolean {
  return one.kind === other.kind && one.keyId === other.keyId;
}

export function keyCheckOf({ kind, id, value }: Key): KeyCheck {
  const fingerprint = createHmac("sha256", value.reveal())
    .update(`milepost/keyring-check/v1 ${kind} ${id}`)
    .digest("hex");
  return { kind, keyId: id, fingerprint: fingerprint.slice(0, 32) };
}

/** The lock for comparing the keyring with the database. */
export const KEYRING_LOCK = "keyring";

interface KeyDeps {
  readonly queries: Queries;
  readonly keyring: KeySource;
  readonly clock: Clock;
}

/**
 * Runs a write of sealed rows. The database refuses a row with an unknown key: retired a moment ago, or new and not
 * announced yet. The keyring is then read again, and the write repeated.
 */
export async function withKnownKey<T>(deps: KeyDeps, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isForeignKeyError(error)) throw error;
    await takeUp(deps);
    return write();
  }
}

/** Whoever changes the keyring locks the database, so that what is read here is complete. */
async function takeUp({ queries, keyring, clock }: KeyDeps): Promise<void> {
  try {
    await writeTransaction(
      queries,
      async (transaction) => {
        keyring.refresh();
        const checks = keyringChecks(transaction);
        const keys = keyKinds.flatMap((kind) => keyring.keys(kind));
        await settleChecks(await checks.all(), keys, { checks, clock });
      },
      KEYRING_LOCK,
    );
  } catch (error) {
    // Another database's keyring: then no row of it is accepted either.
    if (!isMilepostError(error, "bad-settings")) throw error;
  }
}

import type { Queries } from "../../storage/schema.ts";

/** What a key leaves in the database, so that the wrong keyring is noticed. It gives nothing of the key away. */
interface KeyCheck {
  readonly kind: string;
  readonly keyId: number;
  readonly fingerprint: string;
}

/** A key as the database knows it. */
interface KnownKey extends KeyCheck {
  /** Since when another key of its kind is the primary, milliseconds since 1970. */
  readonly supersededAt?: number;
}

/** How many sealed rows a key opens. */
interface SealedCount {
  readonly keyId: number;
  readonly count: number;
}

export interface KeyringChecks {
  all(): Promise<readonly KnownKey[]>;
  /** Leaves what another start or change wrote of a key meanwhile. */
  add(checks: readonly KeyCheck[]): Promise<void>;
  /** Fails where a sealed row still needs the key. */
  remove(checks: readonly KeyCheck[]): Promise<void>;
  /** Notes which key of a kind is the primary now, and since when the others aren't. */
  rank(kind: string, primaryId: number, now: number): Promise<void>;
  sealedByKey(): Promise<readonly SealedCount[]>;
  /** How many rows only the keyring can open. */
  countSealed(): Promise<number>;
}

export function keyringChecks(queries: Queries): KeyringChecks {
  return {
    async all() {
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
    async add(checks) {
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
    async remove(checks) {
      for (const { kind, keyId } of checks) {
        await queries
          .deleteFrom("keyring_checks")
          .where("kind", "=", kind)
          .where("key_id", "=", keyId)
          .execute();
      }
    },
    async rank(kind, primaryId, now) {
      const ofKind = queries.updateTable("keyring_checks").where("kind", "=", kind);
      await ofKind.set({ superseded_at: null }).where("key_id", "=", primaryId).execute();
      await ofKind
        .set({ superseded_at: now })
        .where("key_id", "!=", primaryId)
        .where("superseded_at", "is", null)
        .execute();
    },
    sealedByKey: () => sealedByKey(queries),
    async countSealed() {
      const counts = await sealedByKey(queries);
      return counts.reduce((sum, { count }) => sum + count, 0);
    },
  };
}

async function sealedByKey(queries: Queries): Promise<readonly SealedCount[]> {
  const counted = await Promise.all(
    (["sessions", "snapshots"] as const).map((table) =>
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
}

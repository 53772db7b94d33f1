import { randomBytes } from "node:crypto";

import type { ExpressionBuilder, Selectable } from "kysely";

import { HOUR_MS } from "../../base/duration.ts";
import { isMilepostError } from "../../base/errors.ts";
import type { Queries, Tables } from "../../storage/schema.ts";
import type { TemporarySecretsTable } from "../../storage/session-schema.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type { RowContext, Sealer } from "../seal/sealer.ts";
import { sessionDeps, type SessionDeps, type SessionStoreOptions } from "./session-deps.ts";

export type TemporarySecretRow = Selectable<TemporarySecretsTable>;

/** A text sealed for minutes until the member's next press, which another process may answer. */
export interface TemporarySecret {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly discordId: string;
  readonly revision: number;
  readonly text: string;
}

type NewTemporarySecret = Pick<TemporarySecret, "kind" | "name" | "discordId" | "text"> & {
  readonly forMs: number;
};

/** Expiring secrets of one platform, one per kind and name. */
export interface TemporarySecrets {
  /** Replaces the one of this name. Returns both. */
  put(secret: NewTemporarySecret): Promise<Put>;
  /** Undefined also where it can't be opened. */
  get(kind: string, name: string): Promise<TemporarySecret | undefined>;
  /** Removes one. Returns false where it is gone or was changed: only one caller gets true. */
  take(secret: TemporarySecret): Promise<boolean>;
  /** Removes the one of this name, even if it changes meanwhile. Undefined also where it can't be opened. */
  takeNamed(kind: string, name: string): Promise<TemporarySecret | undefined>;
  /** Replaces one by another, or does nothing. */
  exchange(secret: TemporarySecret, next: NewTemporarySecret): Promise<Put | undefined>;
  /** Changes its text, in a transaction or alone. Returns false where it is gone or was changed. */
  change(secret: TemporarySecret, text: string, transaction?: Queries): Promise<boolean>;
  /** Removes one and changes another's text. Returns false where either is gone or was changed. */
  takeAndChange(secret: TemporarySecret, changed: TemporarySecret, text: string): Promise<boolean>;
  /** Restarts its time. */
  prolong(secret: TemporarySecret, forMs: number): Promise<void>;
  /** Returns what waits for a member, unopened, and until when. */
  listOf(discordId: string): Promise<readonly { readonly kind: string; readonly until: number }[]>;
  /** Removes all of a member's, of every platform. Returns those that could be opened. */
  takeAllOf(discordId: string): Promise<readonly TemporarySecret[]>;
  /**
   * Removes what has expired, of every platform, and empties the database's log of everything removed. Returns those
   * that could be opened.
   */
  takeExpired(): Promise<readonly TemporarySecret[]>;
  /** Also overwrites pieces SQLite left where it moved rows that are gone now; does nothing if there were none. */
  overwrite(): Promise<void>;
}

interface Put {
  readonly put: TemporarySecret;
  readonly replaced: TemporarySecret | undefined;
}

/** Longer than any waits, with room for differing clocks: setting the clock back gains nothing. */
const LONGEST_MS = HOUR_MS;
const AT_ONCE = 200;

export function createTemporarySecrets(options: Omit<SessionStoreOptions, "idleDays">): TemporarySecrets {
  const deps = sessionDeps(options);
  const { queries, origin, sealer, clock, sealing } = deps;
  const { database } = options;
  /** Whether any was removed since the log was emptied, and since the file was rewritten. */
  const gone = { sinceEmptied: false, sinceRewritten: false };
  const remove = async (from: Queries, secret: Pick<TemporarySecret, "id" | "revision">) => {
    const isGone = await removeRow(from, secret);
    if (isGone) gone.sinceEmptied = gone.sinceRewritten = true;
    return isGone;
  };
  const opened = (row: TemporarySecretRow | undefined) => row && openSecret(deps, row);
  const openedOf = (rows: readonly TemporarySecretRow[]) => rows.flatMap((row) => opened(row) ?? []);
  const find = async (kind: string, name: string, from: Queries) =>
    from
      .selectFrom("temporary_secrets")
      .selectAll()
      .where("origin", "=", origin)
      .where("kind", "=", kind)
      .where("name", "=", name)
      .executeTakeFirst();
  const replace = async (transaction: Queries, secret: NewTemporarySecret) => {
    const before = await find(secret.kind, secret.name, transaction);
    if (before !== undefined) await remove(transaction, before);
    const put = { ...secret, id: randomBytes(16).toString("base64url"), revision: 1 };
    const expires_at = clock.now() + secret.forMs;
    await transaction
      .insertInto("temporary_secrets")
      .values({ ...columnsOf(put), ...sealer.sealContent(contextOf(put), put.text), origin, expires_at })
      .execute();
    return { put, replaced: opened(before) };
  };
  /** In one statement, so that rows being changed are included; rows being added are not. */
  const takeWhere = async (columns: Partial<TemporarySecretRow>) => {
    const chosen = queries.deleteFrom("temporary_secrets").where((row) => row.and(columns));
    const rows = await chosen.returningAll().execute();
    if (rows.length > 0) gone.sinceEmptied = gone.sinceRewritten = true;
    return openedOf(rows);
  };
  const write = (from: Queries, secret: TemporarySecret, text: string) =>
    writeNext(from, sealer, { ...secret, text });
  const overwrite = async () => {
    if (gone.sinceRewritten) await database.rewrite();
    gone.sinceRewritten = false;
  };
  return {
    put: (secret) =>
      sealing(() =>
        writeTransaction(queries, (transaction) => replace(transaction, secret), lockOf(origin, secret)),
      ),
    async get(kind, name) {
      const row = await find(kind, name, queries);
      return row === undefined || isOver(row, clock.now()) ? undefined : opened(row);
    },
    take: (secret) => remove(queries, secret),
    async takeNamed(kind, name) {
      const [taken] = await takeWhere({ origin, kind, name });
      return taken;
    },
    exchange: (secret, next) =>
      sealing(() =>
        writeTransaction(
          queries,
          async (transaction) =>
            (await remove(transaction, secret)) ? replace(transaction, next) : undefined,
          lockOf(origin, next),
        ),
      ),
    // Whoever began a failed transaction repeats it.
    change: (secret, text, transaction) =>
      transaction === undefined
        ? sealing(() => write(queries, secret, text))
        : write(transaction, secret, text),
    takeAndChange: (secret, changed, text) =>
      sealing(() =>
        writeTransaction(
          queries,
          async (transaction) =>
            (await remove(transaction, secret)) && (await write(transaction, changed, text)),
        ),
      ),
    async prolong({ id }, forMs) {
      await queries
        .updateTable("temporary_secrets")
        .set({ expires_at: clock.now() + forMs })
        .where("id", "=", id)
        .execute();
    },
    listOf: (discordId) =>
      queries
        .selectFrom("temporary_secrets")
        .select(["kind", "expires_at as until"])
        .where("origin", "=", origin)
        .where("discord_id", "=", discordId)
        .orderBy("expires_at")
        .execute(),
    async takeAllOf(discordId) {
      const taken = await takeWhere({ discord_id: discordId });
      // A statement that waited for a row being replaced doesn't see the new one: the next statement does.
      taken.push(...(await takeWhere({ discord_id: discordId })));
      await overwrite();
      return taken;
    },
    async takeExpired() {
      const now = clock.now();
      const over = await queries
        .selectFrom("temporary_secrets")
        .selectAll()
        .where((row) => isOverIn(row, now))
        .limit(AT_ONCE)
        .execute();
      const taken: TemporarySecretRow[] = [];
      for (const row of over) if (await remove(queries, row)) taken.push(row);
      if (gone.sinceEmptied) await database.checkpoint();
      gone.sinceEmptied = false;
      return openedOf(taken);
    },
    overwrite,
  };
}

/** What a secret is bound to: its row, purpose and member. */
function contextOf({ id, kind, name, discordId, revision }: Omit<TemporarySecret, "text">): RowContext {
  return { label: "milepost/temporary/v1", discordId, rowId: `${kind}/${name}/${id}`, revision };
}

function columnsOf({ id, kind, name, discordId, revision }: TemporarySecret) {
  return { id, kind, name, discord_id: discordId, revision };
}

/** Undefined for a row that is damaged, of another platform, or sealed with a lost key. */
function openSecret({ sealer, origin }: SessionDeps, row: TemporarySecretRow): TemporarySecret | undefined {
  if (row.origin !== origin) return undefined;
  try {
    return openRow(sealer, row);
  } catch (error) {
    if (isMilepostError(error, "unopenable")) return undefined;
    throw error;
  }
}

function openRow(sealer: Sealer, row: TemporarySecretRow): TemporarySecret {
  const { id, kind, name, discord_id: discordId, revision } = row;
  const secret = { id, kind, name, discordId, revision };
  return { ...secret, text: sealer.open(contextOf(secret), row.content) };
}

/** Seals the next version of a row. Returns false where it is gone or was changed. */
async function writeNext(queries: Queries, sealer: Sealer, secret: TemporarySecret): Promise<boolean> {
  const next = { ...secret, revision: secret.revision + 1 };
  const { numUpdatedRows } = await queries
    .updateTable("temporary_secrets")
    .set({ revision: next.revision, ...sealer.sealContent(contextOf(next), next.text) })
    .where("id", "=", secret.id)
    .where("revision", "=", secret.revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function removeRow(
  queries: Queries,
  { id, revision }: Pick<TemporarySecret, "id" | "revision">,
): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom("temporary_secrets")
    .where("id", "=", id)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function isOver({ expires_at: end }: TemporarySecretRow, now: number): boolean {
  return end <= now || end > now + LONGEST_MS;
}

function isOverIn(row: ExpressionBuilder<Tables, "temporary_secrets">, now: number) {
  return row.or([row("expires_at", "<=", now), row("expires_at", ">", now + LONGEST_MS)]);
}

/** Concurrent writes of one name run one after another. */
function lockOf(origin: string, { kind, name }: NewTemporarySecret): string {
  return `secret ${origin} ${kind} ${name}`;
}

/** Removes all of a member's, or everyone's, unopened. Returns how many. */
export async function deleteTemporarySecrets(queries: Queries, discordId?: string): Promise<number> {
  const all = queries.deleteFrom("temporary_secrets");
  const chosen = discordId === undefined ? all : all.where("discord_id", "=", discordId);
  return Number((await chosen.executeTakeFirst()).numDeletedRows);
}

/** Removes what has expired, unopened. Returns how many. */
export async function deleteExpiredSecrets(queries: Queries, now: number): Promise<number> {
  const all = queries.deleteFrom("temporary_secrets").where((row) => isOverIn(row, now));
  return Number((await all.executeTakeFirst()).numDeletedRows);
}

/** Seals a secret again if it has not changed. */
export async function resealTemporarySecret(
  queries: Queries,
  sealer: Sealer,
  row: TemporarySecretRow,
): Promise<void> {
  await writeNext(queries, sealer, openRow(sealer, row));
}

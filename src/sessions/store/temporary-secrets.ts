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

/** A text that is kept sealed for minutes, for the member's next press, which another process may answer. */
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

/** Secrets of one platform that expire. Of one kind and name there is one. */
export interface TemporarySecrets {
  /** Puts it in the place of the one of its name. Returns both. */
  put(secret: NewTemporarySecret): Promise<Put>;
  /** Undefined also where it can't be opened. */
  get(kind: string, name: string): Promise<TemporarySecret | undefined>;
  /** Takes one away. False where it is gone or was changed: whoever gets true is the only one. */
  take(secret: TemporarySecret): Promise<boolean>;
  /** Takes away the one of a name, whatever changes it meanwhile. Undefined also where it could not be opened. */
  takeNamed(kind: string, name: string): Promise<TemporarySecret | undefined>;
  /** Takes one away and puts another, or does neither. */
  exchange(secret: TemporarySecret, next: NewTemporarySecret): Promise<Put | undefined>;
  /** Writes another text, as part of a transaction or by itself. False where it is gone or was changed. */
  change(secret: TemporarySecret, text: string, transaction?: Queries): Promise<boolean>;
  /** Takes one away and with it writes another's text. False where either is gone or was changed. */
  takeAndChange(secret: TemporarySecret, changed: TemporarySecret, text: string): Promise<boolean>;
  /** Lets it wait for so long from now on. */
  prolong(secret: TemporarySecret, forMs: number): Promise<void>;
  /** What waits for a member, unopened, and until when. */
  listOf(discordId: string): Promise<readonly { readonly kind: string; readonly until: number }[]>;
  /** Takes away all of a member's, of every platform. Returns those that could be opened. */
  takeAllOf(discordId: string): Promise<readonly TemporarySecret[]>;
  /**
   * Takes away what has waited for too long, of every platform, and empties the database's log of all that was taken.
   * Returns those that could be opened.
   */
  takeExpired(): Promise<readonly TemporarySecret[]>;
  /** Overwrites also the pieces that SQLite left where it moved rows that are gone now; nothing where none went. */
  overwrite(): Promise<void>;
}

interface Put {
  readonly put: TemporarySecret;
  readonly replaced: TemporarySecret | undefined;
}

/** More than any of them waits, with room for clocks that are not the same: whoever set the clock back gains nothing. */
const LONGEST_MS = HOUR_MS;
const AT_ONCE = 200;

export function createTemporarySecrets(options: Omit<SessionStoreOptions, "idleDays">): TemporarySecrets {
  const deps = sessionDeps(options);
  const { queries, origin, sealer, clock, sealing } = deps;
  const { database } = options;
  /** Whether any went since the log was emptied, and since the file was written anew. */
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
  /** In one statement: what is changed meanwhile goes too. Not what is put meanwhile. */
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
    // A transaction that fails is made again by whoever began it.
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
      // A statement that waited for a row that was being exchanged doesn't see what came in its place: the next one does.
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

/** What a secret is bound to: its own row, what it is for, and its member. */
function contextOf({ id, kind, name, discordId, revision }: Omit<TemporarySecret, "text">): RowContext {
  return { label: "milepost/temporary/v1", discordId, rowId: `${kind}/${name}/${id}`, revision };
}

function columnsOf({ id, kind, name, discordId, revision }: TemporarySecret) {
  return { id, kind, name, discord_id: discordId, revision };
}

/** Undefined for a row that is damaged, of another platform, or sealed with a key that is lost. */
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

/** Seals what is the next version of a row. False where it is gone or was changed. */
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

/** Two that are put at the same moment come here one after the other. */
function lockOf(origin: string, { kind, name }: NewTemporarySecret): string {
  return `secret ${origin} ${kind} ${name}`;
}

/** Takes away all of a member's, or everybody's, unopened. Returns how many. */
export async function deleteTemporarySecrets(queries: Queries, discordId?: string): Promise<number> {
  const all = queries.deleteFrom("temporary_secrets");
  const chosen = discordId === undefined ? all : all.where("discord_id", "=", discordId);
  return Number((await chosen.executeTakeFirst()).numDeletedRows);
}

/** Takes away what has waited for too long, unopened. Returns how many. */
export async function deleteExpiredSecrets(queries: Queries, now: number): Promise<number> {
  const all = queries.deleteFrom("temporary_secrets").where((row) => isOverIn(row, now));
  return Number((await all.executeTakeFirst()).numDeletedRows);
}

/** Seals one anew that is still what was read. */
export async function resealTemporarySecret(
  queries: Queries,
  sealer: Sealer,
  row: TemporarySecretRow,
): Promise<void> {
  await writeNext(queries, sealer, openRow(sealer, row));
}

import { createHash } from "node:crypto";

import { sql } from "kysely";

import { MilepostError } from "../base/errors.ts";
import type { Database } from "../storage/database.ts";
import { CHANNEL_FACT } from "../storage/facts.ts";
import { REWRITE_FACT } from "../storage/file-rewriter.ts";
import type { Queries, Tables } from "../storage/schema.ts";
import { writeTransaction } from "../storage/write-transaction.ts";

type Table = Exclude<keyof Tables, "migrations" | "gateway_sessions" | "shard_counts">;

/**
 * Every table except engine-specific ones and connections, ordered so that referenced rows come first, with its key.
 */
export const MOVED_TABLES: Readonly<Record<Table, readonly string[]>> = {
  facts: ["name"],
  definitions: ["table_name", "locale", "hash"],
  definition_files: ["table_name", "locale"],
  control_states: ["key"],
  keyring_checks: ["kind", "key_id"],
  sessions: ["id"],
  session_uses: ["id"],
  snapshots: ["id"],
  temporary_secrets: ["id"],
  notices: ["id"],
  found_members: ["origin", "guild_id", "discord_id"],
  guilds: ["guild_id"],
  boards: ["id"],
  reminders: ["id"],
  destinations: ["id"],
  occurrences: ["reminder_id", "slot"],
  deliveries: ["id"],
  sign_ups: ["reminder_id", "slot", "member_id"],
  post_files: ["reminder_id"],
  known_dates: ["thing"],
  seen_entries: ["watch", "key"],
  reminder_notices: ["member_id", "reminder_id", "what"],
  member_settings: ["discord_id"],
  conversations: ["member_id"],
  calendar_entries: ["guild_id", "thing"],
  ranking_values: ["origin", "membership_id", "day"],
  ranking_servers: ["guild_id"],
  departed_members: ["discord_id"],
  calendar_feeds: ["member_id"],
  calendar_items: ["member_id", "key"],
};
/** Tables whose keys the database counts up. */
const COUNTED: readonly Table[] = ["session_uses", "notices"];
// The object's keys are table names.
const TABLES = Object.keys(MOVED_TABLES) as Table[];

/** Files take megabytes. */
const atOnce = (table: Table) => (table === "post_files" ? 2 : 200);

type Row = Readonly<Record<string, unknown>>;

/** A table's row count, and a digest of all rows. */
interface Content {
  readonly count: number;
  readonly digest: string;
}

/**
 * Copies every row to an empty database in one transaction, and compares counts and digests. An interrupted copy leaves
 * nothing behind. Returns the rows per table; `isThere`: the target already held all of it. Throws "bad-settings" where
 * the target holds other rows.
 */
export async function copyRows(from: Database, to: Database) {
  return writeTransaction(from.queries, async (source) => {
    await keepOthersOut(source, from);
    return writeTransaction(to.queries, async (target) => {
      await keepOthersOut(target, to);
      const before = await contentsOf(target);
      const isEmpty = [...before.values()].every(({ count }) => count === 0);
      if (isEmpty) await copyAll(source, target);
      if (isEmpty && to.engine === "postgres") await countOn(target);
      const [wanted, arrived] = [await contentsOf(source), isEmpty ? await contentsOf(target) : before];
      for (const [table, content] of wanted) {
        const other = arrived.get(table);
        if (other?.count === content.count && other.digest === content.digest) continue;
        throw new MilepostError("bad-settings", {
          reason: isEmpty
            ? `What arrived of the table ${table} is not what was sent. Nothing was moved.`
            : `The target is not empty: its table ${table} holds other rows. Choose an empty database.`,
        });
      }
      return {
        isThere: !isEmpty,
        counts: new Map([...wanted].map(([table, { count }]) => [table, count] as const)),
      };
    });
  });
}

/** The command line may write beside a bot. With SQLite the transaction itself keeps others out. */
async function keepOthersOut(queries: Queries, { engine }: Database): Promise<void> {
  if (engine === "sqlite") return;
  const tables = sql.join(TABLES.map((table) => sql.table(table)));
  await sql`lock table ${tables} in share row exclusive mode`.execute(queries);
}

async function copyAll(source: Queries, target: Queries): Promise<void> {
  for (const table of TABLES) {
    for await (const rows of pagesOf(source, table)) await insertAll(target, table, rows);
  }
}

async function insertAll(target: Queries, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(lines)}`.execute(target);
}

/** Makes sure that new rows don't get keys of the copied ones. */
async function countOn(target: Queries): Promise<void> {
  for (const table of COUNTED) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 0) + 1, false)
      from ${sql.table(table)}`.execute(target);
  }
}

async function contentsOf(queries: Queries): Promise<ReadonlyMap<Table, Content>> {
  const contents = new Map<Table, Content>();
  for (const table of TABLES) {
    const hash = createHash("sha256");
    let count = 0;
    for await (const rows of pagesOf(queries, table)) {
      count += rows.length;
      for (const row of rows) hash.update(`${textOf(row)}\n`);
    }
    contents.set(table, { count, digest: hash.digest("hex") });
  }
  return contents;
}

/** Returns the same text for equal rows of either engine. */
function textOf(row: Row): string {
  const fields = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(
    fields.map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? { base64: value.toString("base64") } : value,
    ]),
  );
}

/** Yields a table's rows by key, in pages. */
async function* pagesOf(queries: Queries, table: Table): AsyncGenerator<readonly Row[]> {
  const columns = MOVED_TABLES[table];
  const key = sql.join(columns.map((column) => sql.ref(column)));
  // These facts belong to one database.
  const meant = table === "facts" ? sql`name not in (${REWRITE_FACT}, ${CHANNEL_FACT})` : sql`1 = 1`;
  for (let last: Row | undefined; ;) {
    const after =
      last === undefined ? sql`` : sql`and (${key}) > (${sql.join(columns.map((column) => last?.[column]))})`;
    const { rows }: { rows: Row[] } = await sql<Row>`select * from ${sql.table(table)}
      where ${meant} ${after} order by ${key} limit ${atOnce(table)}`.execute(queries);
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce(table)) return;
    last = rows.at(-1);
  }
}

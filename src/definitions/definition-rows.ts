import { sql } from "kysely";

import type { DefinitionTable } from "../platform/resources/definitions.ts";
import { selectGiven, REPEATABLE } from "../storage/json-values.ts";
import type { Queries } from "../storage/schema.ts";
import { writeTransaction } from "../storage/write-transaction.ts";

/** A table of definitions in one language, by the platform's code. */
export interface DefinitionSet {
  readonly table: DefinitionTable;
  readonly locale: string;
}

export function keyOf({ table, locale }: DefinitionSet): string {
  return `${table}/${locale}`;
}

/** Returns what tells files of a table apart: their address changes too while the platform's version stays. */
export function editionOf(version: string, address: string): string {
  return `${version} ${address}`;
}

/** Editions stored before 1.1 are the version alone. */
export function isOfVersion(edition: string, version: string): boolean {
  return edition === version || edition.startsWith(editionOf(version, ""));
}

export interface StoredDefinition {
  readonly hash: number;
  /** Compact JSON; null: the platform doesn't know this hash. */
  readonly record: string | null;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
}

const GIVEN = { hash: "bigint", record: "text", fetched_at: "bigint" } as const;
const HASHES_A_STATEMENT = 500;

/** Stored definitions, which arrive in batches from a file, or one by one. */
export type DefinitionRows = ReturnType<typeof definitionRows>;

export function definitionRows(queries: Queries) {
  return {
    async find(set: DefinitionSet, hashes: readonly number[]) {
      const found: StoredDefinition[] = [];
      for (const some of chunks(hashes, HASHES_A_STATEMENT)) {
        const rows = await queries
          .selectFrom("definitions")
          .select(["hash", "record", "fetched_at as fetchedAt"])
          .where("table_name", "=", set.table)
          .where("locale", "=", set.locale)
          .where("hash", "in", some)
          .execute();
        found.push(...rows);
      }
      return found;
    },
    /** Returns records with a word in their name or description that begins with one of these texts. */
    async search({ table, locale }: DefinitionSet, texts: readonly string[], most: number) {
      const names = texts.map((text) => JSON.stringify(text).slice(1, -1).replaceAll(/[%_^]/g, "^$&"));
      const patterns = names.flatMap((name) => [`["${name}%`, `["% ${name}%`]);
      const rows = await queries
        .selectFrom("definitions")
        .select("record")
        .where("table_name", "=", table)
        .where("locale", "=", locale)
        .where((row) =>
          row.or(patterns.map((like) => row("record", "like", sql<string>`${like} escape '^'`))),
        )
        .limit(most)
        .execute();
      return rows.flatMap(({ record }) => record ?? []);
    },
    /** Writes them in one statement. Keep batches small: the database has one writer. */
    async put({ table, locale }: DefinitionSet, rows: readonly StoredDefinition[]) {
      const given = selectGiven(
        queries,
        GIVEN,
        rows.map(({ hash, record, fetchedAt }) => ({ hash, record, fetched_at: fetchedAt })),
      );
      await sql`insert into definitions (table_name, locale, hash, record, fetched_at)
        select ${table}, ${locale}, hash, record, fetched_at from (${given}) as given where true
        on conflict (table_name, locale, hash) do update set record = excluded.record, fetched_at = excluded.fetched_at
        ${REPEATABLE}`.execute(queries);
    },
    /** Returns the edition of a table's file; undefined before it was read completely. */
    async fileEdition(set: DefinitionSet) {
      const row = await queries
        .selectFrom("definition_files")
        .select("version")
        .where("table_name", "=", set.table)
        .where("locale", "=", set.locale)
        .executeTakeFirst();
      return row?.version;
    },
    /** Stores the edition of a file that was read completely, and deletes rows older than `startedAt`. */
    async finishFile(
      { table, locale }: DefinitionSet,
      { edition: version, startedAt, now }: { edition: string; startedAt: number; now: number },
    ) {
      await writeTransaction(queries, async (transaction) => {
        await transaction
          .deleteFrom("definitions")
          .where("table_name", "=", table)
          .where("locale", "=", locale)
          .where("fetched_at", "<", startedAt)
          .execute();
        await transaction
          .insertInto("definition_files")
          .values({ table_name: table, locale, version, synced_at: now })
          .onConflict((conflict) =>
            conflict.columns(["table_name", "locale"]).doUpdateSet({ version, synced_at: now }),
          )
          .execute();
      });
    },
    /** Deletes everything, for another platform. */
    async clear() {
      await queries.deleteFrom("definition_files").execute();
      await queries.deleteFrom("definitions").execute();
    },
  };
}

/** Yields parts of a list, in order. */
export function* chunks<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

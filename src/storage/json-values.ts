import { type RawBuilder, sql, type SqlBool } from "kysely";

import { concurrentAdapter } from "./concurrent-adapter.ts";
import type { Queries } from "./schema.ts";

/**
 * Marks a frequent statement, which PostgreSQL then parses and plans once per connection. It must name its columns,
 * since `*` changes when another process adds one.
 */
export const REUSED = sql.raw("/* reused */");
/** Marks a statement that may run twice with the same result, so that a lost connection doesn't matter. */
export const REPEATABLE = sql.raw("/* repeatable */");

export const isReused = (text: string): boolean => text.includes("/* reused */");
export const isRepeatable = (text: string): boolean => text.includes("/* repeatable */");

/** The column types of given rows. */
type Columns = Readonly<Record<string, "text" | "integer" | "bigint">>;

/** Returns whether a column holds one of these texts, which are passed as one parameter. */
export function isOneOf(queries: Queries, column: string, texts: readonly string[]): RawBuilder<SqlBool> {
  const one = sql.ref(column);
  return concurrentAdapter(queries) === undefined
    ? sql`${one} in (select value from json_each(${JSON.stringify(texts)}))`
    : sql`${one} = any(cast(${arrayOf(texts)} as text[]))`;
}

/** Writes a PostgreSQL array, which the planner can look into, unlike a subselect. */
function arrayOf(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(",")}}`;
}

/** Returns a select of these rows, which are passed as one parameter. */
export function selectGiven<C extends Columns>(
  queries: Queries,
  columns: C,
  rows: readonly Readonly<Record<keyof C, string | number | null>>[],
): RawBuilder<unknown> {
  refuseObjects(rows.flatMap((row) => Object.values(row)));
  const json = JSON.stringify(rows);
  const names = Object.entries(columns);
  if (concurrentAdapter(queries) === undefined) {
    const fields = names.map(([name]) => `value ->> '${name}' as ${name}`).join(", ");
    return sql`select ${sql.raw(fields)} from json_each(${json})`;
  }
  const fields = names.map(([name, type]) => `${name} ${type}`).join(", ");
  return sql`select * from json_to_recordset(cast(${json} as json)) as given (${sql.raw(fields)})`;
}

/** Throws where a value would be stored as JSON. SQLite's driver refuses that by itself. */
export function refuseObjects(values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === "object" && value !== null && !Buffer.isBuffer(value))
      throw new TypeError("an object can't be a value of a statement");
  }
}

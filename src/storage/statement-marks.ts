import { sql } from "kysely";

/**
 * Marks a frequent statement, which PostgreSQL then parses and plans once per connection. It must name its columns,
 * since `*` changes when another process adds one.
 */
export const REUSED = sql.raw("/* reused */");
/** Marks a statement that may run twice with the same result, so that a lost connection doesn't matter. */
export const REPEATABLE = sql.raw("/* repeatable */");

export const isReused = (text: string): boolean => text.includes("/* reused */");
export const isRepeatable = (text: string): boolean => text.includes("/* repeatable */");

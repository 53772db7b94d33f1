import { sql } from "kysely";

/**
 * Marks a statement that runs again and again: a connection to PostgreSQL reads and plans it once. It names the columns
 * it gives, as those of `*` are others once another process has added one.
 */
export const REUSED = sql.raw("/* reused */");
/** Marks a statement that gives the same and leaves the same where it runs twice: a lost connection matters not. */
export const REPEATABLE = sql.raw("/* repeatable */");

export const isReused = (text: string): boolean => text.includes("/* reused */");
export const isRepeatable = (text: string): boolean => text.includes("/* repeatable */");

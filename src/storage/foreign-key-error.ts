import { systemCode } from "../base/system-code.ts";

/** SQLite's, and PostgreSQL's foreign_key_violation. */
const CODES: ReadonlySet<string | undefined> = new Set(["SQLITE_CONSTRAINT_FOREIGNKEY", "23503"]);

/** Returns whether the database refused a change because of a foreign key. */
export function isForeignKeyError(error: unknown): boolean {
  return CODES.has(systemCode(error));
}

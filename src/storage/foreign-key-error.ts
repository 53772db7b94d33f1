import { systemCode } from "../base/system-code.ts";

/** SQLite's, and PostgreSQL's foreign_key_violation. */
const CODES: ReadonlySet<string | undefined> = new Set(["SQLITE_CONSTRAINT_FOREIGNKEY", "23503"]);

/** Whether the database refused a row because another row it names is not there, or because another needs it. */
export function isForeignKeyError(error: unknown): boolean {
  return CODES.has(systemCode(error));
}

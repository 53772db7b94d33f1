import { systemCode } from "../base/system-code.ts";

/** A row names another that is not there, or no longer. */
export function isForeignKeyError(error: unknown): boolean {
  return systemCode(error) === "SQLITE_CONSTRAINT_FOREIGNKEY";
}

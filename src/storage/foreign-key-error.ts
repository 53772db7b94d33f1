/** A row names another that is not there, or no longer. */
export function isForeignKeyError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_FOREIGNKEY";
}

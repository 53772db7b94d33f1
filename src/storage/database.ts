import type { Database, OpenDatabaseOptions } from "./contract.ts";
import { openSqlite } from "./sqlite-database.ts";

export type { Database } from "./contract.ts";

/**
 * Opens the database, creates it if necessary, and migrates it (after a backup, if a file holds data). Throws
 * "bad-settings" with a plain sentence for what the operator can fix.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  if (!isPostgres(options.url)) return openSqlite(options);
  const { openPostgres } = await import("../cluster/postgres/postgres-database.ts");
  return openPostgres(options);
}

/** Returns whether the address is a PostgreSQL server's. */
export function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:/.test(url);
}

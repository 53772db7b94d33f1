import { isPostgres } from "../base/postgres-address.ts";
import type { Database, OpenDatabaseOptions } from "../storage/database.ts";
import { openSqlite } from "../storage/sqlite-database.ts";

/**
 * Opens the database, creates it if necessary, and migrates it (after a backup, if a file holds data). Throws
 * "bad-settings" with a plain sentence for what the operator can fix.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  if (!isPostgres(options.url)) return openSqlite(options);
  const { openPostgres } = await import("./postgres/postgres-database.ts");
  return openPostgres(options);
}

import type { Database, OpenDatabaseOptions } from "./contract.ts";
import { openSqlite } from "./sqlite-database.ts";

export type { Database } from "./contract.ts";

/**
 * Opens the database, makes it when there is none, and migrates it (after a backup, when a file holds something).
 * What the operator can correct is a MilepostError of code "bad-settings" with a plain sentence.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  if (!isPostgres(options.url)) return openSqlite(options);
  const { openPostgres } = await import("./postgres/postgres-database.ts");
  return openPostgres(options);
}

/** Whether an address is that of a PostgreSQL server. */
export function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:/.test(url);
}

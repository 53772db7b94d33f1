import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { freshSchema } from "./postgres-schema.ts";
import { POSTGRES_URL } from "./postgres-server.ts";

/** A folder that is gone after the test. */
export function useFolder(): { readonly path: string } {
  const folder = { path: "" };
  beforeEach(() => {
    folder.path = mkdtempSync(path.join(tmpdir(), "milepost-test-"));
  });
  afterEach(() => rmSync(folder.path, { recursive: true, force: true }));
  return folder;
}

/** Runs a suite of tests on every kind of database Milepost can use. `database()` is open and empty. */
export function describeEachDatabase(name: string, suite: (database: () => Database) => void): void {
  describeOnSqlite(name, suite);
  describeOnPostgres(name, (urls) => {
    let database: Database;
    beforeEach(async () => {
      database = await openDatabase({ url: await urls.shared(), isOwner: false });
      await empty(database);
    });
    afterEach(() => database.close());
    suite(() => database);
  });
}

/** The same where what is asked of the database is asked elsewhere too, and often here. */
export function describeOnSqlite(name: string, suite: (database: () => Database) => void): void {
  describe.each(["in memory", "in a file"])(`${name} (SQLite %s)`, (kind) => {
    const folder = useFolder();
    let database: Database;
    beforeEach(async () => {
      const url = kind === "in memory" ? ":memory:" : `file:${folder.path}/data/test.db`;
      database = await openDatabase({ url });
    });
    afterEach(() => database.close());
    suite(() => database);
  });
}

/** Addresses of databases on the tests' server: of schemas there. */
interface PostgresUrls {
  /** Migrated, and used by one test after the other. */
  readonly shared: () => Promise<string>;
  /** Nobody else's, and without a table. */
  readonly fresh: () => Promise<string>;
}

/** Runs a suite of tests on PostgreSQL, or skips it where there is none. */
export function describeOnPostgres(name: string, suite: (urls: PostgresUrls) => void): void {
  const server = process.env[POSTGRES_URL];
  describe.runIf(server !== undefined)(`${name} (PostgreSQL)`, () => {
    suite({
      shared: () => (shared ??= migratedSchema(server ?? "")),
      fresh: () => freshSchema(server ?? ""),
    });
  });
}

/** Of this worker. */
let shared: Promise<string> | undefined;

async function migratedSchema(server: string): Promise<string> {
  const url = await freshSchema(server);
  const database = await openDatabase({ url, isOwner: false });
  await database.close();
  return url;
}

/** Tables whose rows others need come last. */
async function empty({ queries }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_name <> 'migrations'
    order by table_name in ('keyring_checks')`.execute(queries);
  await sql.raw(rows.map(({ name }) => `delete from ${name}`).join("; ")).execute(queries);
}

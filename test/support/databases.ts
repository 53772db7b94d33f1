import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe } from "vitest";

import { type Database, openDatabase } from "../../src/storage/database.ts";

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

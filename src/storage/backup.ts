import { rmSync } from "node:fs";

import Sqlite from "better-sqlite3";

import { MilepostError } from "../base/errors.ts";
import { createPrivately } from "./sqlite-file.ts";

/**
 * Copies a live database to `target`, which must not exist. It has succeeded only when the copy was opened
 * again, passed SQLite's integrity check, and has as many rows in every table.
 */
export async function backUp(sqlite: Sqlite.Database, target: string): Promise<void> {
  createPrivately(target);
  try {
    await sqlite.backup(target);
    compare(sqlite, target);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}

function compare(sqlite: Sqlite.Database, target: string): void {
  const copy = new Sqlite(target, { fileMustExist: true });
  try {
    copy.pragma("journal_mode = delete");
    const verdict: unknown = copy.pragma("integrity_check(1)", { simple: true });
    if (verdict !== "ok" || rowCounts(copy) !== rowCounts(sqlite)) {
      throw new MilepostError("internal", { reason: "the backup does not equal the database" });
    }
  } finally {
    copy.close();
  }
}

function rowCounts(sqlite: Sqlite.Database): string {
  const tables = sqlite
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .pluck()
    .all();
  return tables
    .map(
      (name) =>
        `${String(name)} ${String(
          sqlite
            .prepare(`select count(*) from "${String(name)}"`)
            .pluck()
            .get(),
        )}`,
    )
    .join("\n");
}

import { readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";

import Sqlite from "better-sqlite3";

import { DAY_MS } from "../base/duration.ts";
import { MilepostError } from "../base/errors.ts";
import { createPrivately } from "./sqlite-file.ts";

/** Backups hold sessions that were unlinked since, sealed: they are kept no longer than this. */
const BACKUPS_KEPT_MS = 30 * DAY_MS;

/** Where the backup goes that is made before a database of this version is migrated. */
export function backupOfVersion(file: string, version: number): string {
  return `${file}.version-${version}.backup`;
}

/** Deletes the backups made before migrations that have been kept for as long as promised; gives how many. */
export function removeOldBackups(file: string, now: number): number {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.version-`;
  const old = readdirSync(folder)
    .filter((name) => name.startsWith(start) && BACKUP_END.test(name.slice(start.length)))
    .map((name) => path.join(folder, name))
    .filter((backup) => now - statSync(backup).mtimeMs >= BACKUPS_KEPT_MS);
  for (const backup of old) rmSync(backup, { force: true });
  return old.length;
}

/** The version, a number where the name was taken, and what SQLite may leave beside a file. */
const BACKUP_END = /^\d+\.backup(?:-\d+)?(?:-journal|-wal|-shm)?$/;

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

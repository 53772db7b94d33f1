import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";

import Sqlite from "better-sqlite3";
import { sql } from "kysely";

import { DAY_MS } from "../base/duration.ts";
import { MilepostError } from "../base/errors.ts";
import { storageFailure, createPrivately } from "./sqlite-file.ts";
import type { Queries } from "./schema.ts";

/** Backups may hold sealed sessions that were unlinked since, so they are kept no longer than this. */
const BACKUPS_KEPT_MS = 30 * DAY_MS;

/** Deletes old backups made before migrations, replaced databases, and drafts a killed backup or restore left. Returns how many. */
export function removeOldBackups(file: string, now: number): number {
  const old = backupsOf(file).filter((backup) => now - statSync(backup).mtimeMs >= BACKUPS_KEPT_MS);
  for (const backup of old) rmSync(backup, { force: true });
  return old.length;
}

/** Returns the files of backups of one version; or of all, with other copies of the database. */
function backupsOf(file: string, version?: string): readonly string[] {
  const folder = path.dirname(file);
  const start = `${path.basename(file)}.`;
  const end = version === undefined ? ANY_COPY : RegExp(`^version-${version}${BACKUP_END}`);
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && end.test(name.slice(start.length)))
    .map((name) => path.join(folder, name));
}

/** A number where the name was taken, an incomplete copy, and files SQLite may leave beside it. */
const BACKUP_END = String.raw`\.backup(?:-\d+)?(?:\.part)?(?:-journal|-wal|-shm)?$`;
const ANY_COPY = RegExp(
  String.raw`^(?:(?:version-\d+|replaced)${BACKUP_END}|(?:copy|restored)\.part(?:-journal|-wal|-shm)?$)`,
);

/**
 * Backs a database up before it is migrated from this version. A recent backup by an unfinished migration counts: that
 * may have been interrupted any number of times.
 */
export async function backUpBefore(
  version: number,
  { sqlite, queries, file, now }: BackupParts,
): Promise<void> {
  const unfinished = Number(sqlite.pragma("user_version", { simple: true }));
  const ofUnfinished = unfinished === 0 ? [] : backupsOf(file, String(unfinished)).filter(isWhole);
  if (ofUnfinished.some((backup) => Math.abs(now - statSync(backup).mtimeMs) <= DAY_MS)) return;
  // Stored first, so that after a kill the backup is found or made, but never made twice.
  await sql`pragma user_version = ${sql.lit(version)}`.execute(queries);
  const target = unusedName(`${file}.version-${version}.backup`);
  const part = `${target}.part`;
  // A killed program may have left one, with a journal that SQLite would replay into the new one.
  for (const end of ["", ...BESIDE]) rmSync(`${part}${end}`, { force: true });
  await copyDatabase(queries, part, (copy) => checkRows(copy, sqlite));
  renameSync(part, target);
}

/** Excludes incomplete backups, and files beside one. */
function isWhole(backup: string): boolean {
  return /\.backup(?:-\d+)?$/.test(backup);
}

/** Makes the next migration create a backup of its own. */
export async function finishBackup({ sqlite, queries }: BackupParts): Promise<void> {
  if (sqlite.pragma("user_version", { simple: true }) === 0) return;
  await sql`pragma user_version = 0`.execute(queries);
}

/** Files SQLite may leave beside a database. */
export const BESIDE = ["-journal", "-wal", "-shm"];

interface BackupParts {
  readonly sqlite: Sqlite.Database;
  readonly queries: Queries;
  readonly file: string;
  readonly now: number;
}

/** Returns the name under which a replaced database is kept. */
export function replacedName(file: string): string {
  return unusedName(`${file}.replaced.backup`);
}

function unusedName(wanted: string): string {
  let name = wanted;
  for (let count = 2; existsSync(name); count++) name = `${wanted}-${count}`;
  return name;
}

/** Throws where a copy is damaged. */
function check(target: string): void {
  const copy = new Sqlite(target, { fileMustExist: true, readonly: true });
  try {
    const verdict: unknown = copy.pragma("integrity_check(1)", { simple: true });
    if (verdict !== "ok") throw new MilepostError("internal", { reason: "the copy is damaged" });
  } finally {
    copy.close();
  }
}

/** Throws where a copy lacks rows of the original. */
function checkRows(target: string, original: Sqlite.Database): void {
  const copy = new Sqlite(target, { fileMustExist: true, readonly: true });
  try {
    if (rowCounts(copy) !== rowCounts(original))
      throw new MilepostError("internal", { reason: "the backup does not equal the database" });
  } finally {
    copy.close();
  }
}

function rowCounts(sqlite: Sqlite.Database): string {
  const tables = sqlite
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .pluck()
    .all();
  const countOf = (name: unknown) =>
    sqlite
      .prepare(`select count(*) from "${String(name)}"`)
      .pluck()
      .get();
  return tables.map((name) => `${String(name)} ${String(countOf(name))}`).join("\n");
}

/**
 * Copies a database to `target` as of one instant, while a bot goes on writing; `finish` may change the copy. Deleted
 * data is not in it. Succeeds only once the copy passed SQLite's integrity check and is on disk; otherwise nothing is
 * left. Throws "bad-settings" where the target exists or can't be written.
 */
export async function copyDatabase(
  queries: Queries,
  target: string,
  finish: (copy: string) => void = () => {},
): Promise<void> {
  refuseExisting(target);
  createPrivately(target);
  try {
    await sql`vacuum into ${target}`.execute(queries);
    finish(target);
    check(target);
    writeThrough(target);
    writeFolderThrough(target);
  } catch (error) {
    rmSync(target, { force: true });
    throw storageFailure(error, target) ?? error;
  }
}

/** Throws "bad-settings" where a file with this name exists. */
export function refuseExisting(target: string): void {
  if (!existsSync(target)) return;
  throw new MilepostError("bad-settings", {
    reason: `${target} exists already. Choose another name, or delete it first.`,
  });
}

/** Flushes a file's directory entry to disk. */
export function writeFolderThrough(file: string): void {
  if (process.platform !== "win32") writeThrough(path.dirname(file));
}

/** Flushes to disk: a copy must survive a power cut once it was reported. */
function writeThrough(fileOrFolder: string): void {
  const descriptor = openSync(fileOrFolder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

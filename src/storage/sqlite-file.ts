import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from "node:fs";
import path from "node:path";

import Sqlite from "better-sqlite3";

import { MilepostError } from "../base/errors.ts";
import { systemCode } from "../base/system-code.ts";
import { databaseInUse } from "./database.ts";

/** Earlier versions can lose rows when two connections reset the write-ahead log. */
const OLDEST_SQLITE = [3, 51, 3] as const;
/** In KiB. Rows are small, and frequently used ones are cached elsewhere. */
const PAGE_CACHE_KIB = 4_096;
const LARGEST_LOG_BYTES = 16 * 1024 * 1024;

/** Returns the path of `file:...`, or `:memory:`. */
export function pathOf(url: string): string {
  const filePath = url.startsWith("file:") ? url.slice("file:".length) : url;
  if (filePath === ":memory:") return filePath;
  return path.resolve(filePath.startsWith("//") ? filePath.replace(/^\/+/, "/") : filePath);
}

/**
 * Creates the database file if necessary. Returns its real path, so that symbolic links count as the same database; throws
 * where a hard link gives it a second name, under which neither the lock nor SQLite's log would be found.
 */
export function realPathOf(file: string): string {
  createPrivately(file);
  const { nlink } = statSync(file);
  if (nlink <= 1) return realpathSync(file);
  const reason = `The database ${file} has ${nlink} names (hard links), and changes made under two of them damage it. Copy it to a file of its own, and use that.`;
  throw new MilepostError("bad-settings", { reason });
}

/**
 * Creates the file and its folder, readable by their owner only; existing ones are restricted to that. What root
 * creates gets the folder's owner, or the bot could not write it.
 */
export function createPrivately(file: string): void {
  const folder = path.dirname(file);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const isNew = !existsSync(file);
    closeSync(openSync(file, "a", 0o600));
    const { uid, gid } = statSync(folder);
    if (isNew && process.getuid?.() === 0) chownSync(file, uid, gid);
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (error) {
    throw new MilepostError(
      "bad-settings",
      { reason: `DATABASE_URL: ${refused(file, error)}` },
      { cause: error },
    );
  }
}

function refused(file: string, error: unknown): string {
  return `${file} can't be written (${systemCode(error) ?? "an unknown error"}). Let this user write to the folder, or pick another.`;
}

/**
 * Locks the database for this process: a second bot is refused at once, while tools can still open it. The system
 * releases the lock however the process ends. Returns a function that frees it.
 */
export function holdLock(file: string): () => void {
  const lockFile = `${file}.lock`;
  createPrivately(lockFile);
  const lock = new Sqlite(lockFile, { timeout: 0 });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    if (!isSqliteError(error, "SQLITE_BUSY")) throw storageFailure(error, lockFile) ?? error;
    throw databaseInUse(file);
  }
  return () => void lock.close();
}

/** Returns an open connection with every safeguard on and verified. */
export function openConnection(file: string): Sqlite.Database {
  const sqlite = new Sqlite(file, { timeout: 0 });
  try {
    checkVersion(sqlite);
    configure(sqlite, file === ":memory:");
    checkPages(sqlite, file);
    return sqlite;
  } catch (error) {
    sqlite.close();
    // SQLite's error for a header with unknown numbers.
    throw isSqliteError(error, "SQLITE_ERROR") ? damaged(file, error) : error;
  }
}

const UNWRITABLE = ["SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN"];
const DAMAGED = ["SQLITE_NOTADB", "SQLITE_CORRUPT"];

/** Returns a failure of the database file as a sentence for the operator; undefined for any other error. */
export function storageFailure(error: unknown, file: string): MilepostError | undefined {
  if (!(error instanceof Sqlite.SqliteError)) return undefined;
  if (isDamage(error)) return damaged(file, error);
  const isOne = (codes: readonly string[]) => codes.some((code) => isSqliteError(error, code));
  let reason: string;
  const mayPass = isOne(["SQLITE_BUSY"]);
  if (isOne(["SQLITE_FULL"]))
    reason = `The disk is full: the database ${file} can't be written. Free some space, then start again.`;
  else if (mayPass) reason = `Another program has locked the database ${file}. End it, then start again.`;
  else if (isOne(UNWRITABLE))
    reason = `The database ${file} can't be written (${error.code}). Check the disk and this user's permissions there.`;
  else return undefined;
  return new MilepostError("bad-settings", { reason, mayPass }, { cause: error });
}

/** Returns whether SQLite says that a file is damaged or is none of its own. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.some((code) => isSqliteError(error, code));
}

function isSqliteError(error: unknown, code: string): boolean {
  return error instanceof Sqlite.SqliteError && (error.code === code || error.code.startsWith(`${code}_`));
}

function checkVersion(sqlite: Sqlite.Database): void {
  const version = String(sqlite.prepare("select sqlite_version()").pluck().get());
  if (isRecentEnough(version)) return;
  throw new MilepostError("bad-settings", {
    reason: `SQLite ${version} is too old: ${OLDEST_SQLITE.join(".")} or newer is needed. Run npm ci again.`,
  });
}

/** Returns whether this SQLite has the fixes the database relies on. */
export function isRecentEnough(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, least] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

function configure(sqlite: Sqlite.Database, isInMemory: boolean): void {
  const wanted: Readonly<Record<string, number | string>> = {
    journal_mode: isInMemory ? "memory" : "wal",
    /** FULL: acknowledged data survives a power cut. */
    synchronous: 2,
    /** The driver would block the process: `patiently` waits instead. */
    busy_timeout: 0,
    foreign_keys: 1,
    trusted_schema: 0,
    secure_delete: 1,
    cache_size: -PAGE_CACHE_KIB,
    journal_size_limit: LARGEST_LOG_BYTES,
  };
  for (const [name, value] of Object.entries(wanted)) {
    sqlite.pragma(`${name} = ${value}`);
    const set: unknown = sqlite.pragma(name, { simple: true });
    if (set === value) continue;
    throw new MilepostError("bad-settings", { reason: `The database does not accept ${name} = ${value}.` });
  }
}

function checkPages(sqlite: Sqlite.Database, file: string): void {
  if (sqlite.pragma("quick_check(1)", { simple: true }) !== "ok") throw damaged(file);
}

function damaged(file: string, cause?: unknown): MilepostError {
  const reason = `The database ${file} is damaged or is no database. Restore a backup, and keep the damaged file.`;
  return new MilepostError("bad-settings", { reason }, { cause });
}

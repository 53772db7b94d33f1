import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";

import Sqlite from "better-sqlite3";
import { sql } from "kysely";

import { MilepostError } from "../base/errors.ts";
import { decryptFile, isAgeFile } from "./age-files.ts";
import { BESIDE, replacedName, writeFolderThrough } from "./backup.ts";
import { lastBackupAt } from "./make-backup.ts";
import { compareHistory } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { MigrationsTable, Queries } from "./schema.ts";
import { openSqlite } from "./sqlite-database.ts";
import { createPrivately, isDamage, storageFailure } from "./sqlite-file.ts";

/** Deletes a database and the files beside it. */
export function removeDatabase(file: string): void {
  for (const end of ["", ...BESIDE, ".deleted"]) rmSync(`${file}${end}`, { force: true });
}

/**
 * Unpacks a backup under another name; `identityFile` decrypts an encrypted one. Throws "bad-settings" where it is not
 * a complete copy.
 */
export async function unpackBackup(
  backup: string,
  target: string,
  identityFile: string | undefined,
): Promise<void> {
  if (statSync(backup, { throwIfNoEntry: false })?.isFile() !== true)
    throw refusal(`There is no file ${backup}.`);
  createPrivately(target);
  if (!isAgeFile(backup)) {
    copyFileSync(backup, target);
    // A copy takes the mode of its original.
    chmodSync(target, 0o600);
  } else if (identityFile === undefined)
    throw refusal(`${backup} is encrypted: name the file that opens it with --identity.`);
  else await decryptFile(backup, target, identityFile);
  try {
    const { applied, schema } = contentOf(backup, target);
    compareHistory(applied, "sqlite", migrations);
    if (schema !== (await schemaAfter(applied.length)))
      throw refusal(
        `${backup} holds tables, triggers or views that Milepost never made: take another backup.`,
      );
  } catch (error) {
    if (isDamage(error)) throw refusal(`${backup} is damaged or is no database: take another backup.`);
    throw storageFailure(error, backup) ?? error;
  }
}

/** Everything in a database's schema, but for what SQLite keeps for itself. */
const SCHEMA = `select coalesce(group_concat(type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, ''), char(10)
  order by type, name), '') as schema from sqlite_schema where name not like 'sqlite!_%' escape '!'`;

interface BackupContent {
  readonly applied: readonly Omit<MigrationsTable, "applied_at">[];
  readonly schema: string;
}

/** Returns the history and schema of an undamaged copy. Nothing that its schema calls is run. */
function contentOf(backup: string, target: string): BackupContent {
  const sqlite = new Sqlite(target, { fileMustExist: true });
  sqlite.pragma("trusted_schema = off");
  try {
    if (sqlite.pragma("integrity_check(1)", { simple: true }) !== "ok")
      throw refusal(`${backup} is damaged: take another backup.`);
    const columns = sqlite.prepare("select name from pragma_table_info('migrations')").pluck().all();
    if (!["number", "name", "checksum"].every((name) => columns.includes(name)))
      throw refusal(`${backup} is no backup of Milepost's database.`);
    const history = sqlite.prepare("select number, name, checksum from migrations order by number");
    // The columns are those of the statement.
    const applied = history.all() as BackupContent["applied"];
    return { applied, schema: String(sqlite.prepare(SCHEMA).pluck().get()) };
  } finally {
    sqlite.close();
  }
}

/** Returns the schema of a database that has taken so many steps. */
async function schemaAfter(steps: number): Promise<string> {
  const database = await openSqlite({ url: ":memory:", migrations: migrations.slice(0, steps) });
  const { rows } = await sql.raw<{ schema: string }>(SCHEMA).execute(database.queries);
  await database.close();
  return rows[0]?.schema ?? "";
}

/**
 * Returns when a copy was made: its own record, else the last time in its data. Nothing that came after the copy is
 * older.
 */
export async function copiedAt(queries: Queries, now: number): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`select max(at) as at from (
    select max(planned_at) as at from occurrences
    union all select max(settled_at) from deliveries
    union all select max(changed_at) from reminders
    union all select max(seen_at) from known_dates
    union all select max(applied_at) from migrations)`.execute(queries);
  return Math.min(now, Math.max(rows[0]?.at ?? 0, (await lastBackupAt(queries)) ?? 0));
}

/**
 * Replaces a closed database by another; the old one is kept under the returned name. A complete database is in place
 * at every instant.
 */
export function replaceDatabase(file: string, by: string, now: number): string | undefined {
  const kept = existsSync(file) ? keep(file, now) : undefined;
  renameSync(by, file);
  writeFolderThrough(file);
  return kept;
}

function keep(file: string, now: number): string {
  emptyLog(file);
  const kept = replacedName(file);
  try {
    linkSync(file, kept);
  } catch {
    // Not every file system has hard links.
    copyFileSync(file, kept);
  }
  // Kept for 30 days from now.
  utimesSync(kept, new Date(now), new Date(now));
  for (const end of BESIDE) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${kept}${end}`);
  return kept;
}

/** Merges the log into the file; a database that can't be opened keeps both. */
function emptyLog(file: string): void {
  try {
    const sqlite = new Sqlite(file, { fileMustExist: true });
    sqlite.pragma("wal_checkpoint(truncate)");
    sqlite.close();
  } catch {
    // Damaged, which is why it is being replaced.
  }
}

function refusal(reason: string): MilepostError {
  return new MilepostError("bad-settings", { reason });
}

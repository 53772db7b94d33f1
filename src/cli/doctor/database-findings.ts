import { existsSync, statfsSync, statSync } from "node:fs";

import { sql } from "kysely";

import type { Clock } from "../../base/clock.ts";
import { DAY_MS } from "../../base/duration.ts";
import { isMilepostError } from "../../base/errors.ts";
import { systemCode } from "../../base/system-code.ts";
import type { Settings } from "../../config/settings.ts";
import { LATE_MS, ledgerBacklog } from "../../features/posts/store/delivery-rows.ts";
import { keyringStatus } from "../../sessions/keyring/keyring-changes.ts";
import { refuseWithoutKeyring } from "../../sessions/keyring/keyring.ts";
import { keyringChecks } from "../../sessions/keyring/keyring-checks.ts";
import { keyringFolderWarning } from "../../sessions/keyring/keyring-location.ts";
import { foreignCreators } from "../../cluster/postgres/foreign-creators.ts";
import { lastBackupAt } from "../../storage/make-backup.ts";
import type { Queries } from "../../storage/schema.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import { databaseFileOf, operatorKeyring, withDatabase } from "../database.ts";
import { counted } from "../subcommand.ts";
import { type Finding, look, ok, said, wrong } from "./finding.ts";

const MIB = 1024 * 1024;
const LITTLE_ROOM_BYTES = 200 * MIB;
/** The bot empties its log at 16 MiB. */
const LARGE_LOG_BYTES = 64 * MIB;
const OLD_BACKUP_MS = 7 * DAY_MS;
/** Fewer say nothing about the platform. */
const FEW_SESSIONS = 3;

export async function databaseFindings(settings: Settings, clock: Clock): Promise<readonly Finding[]> {
  const file = databaseFileOf(settings);
  if (file === undefined) return onDatabase(settings, serverFindings);
  if (!existsSync(file)) return [look(`none at ${file} yet: the first start makes it`)];
  const logBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const backup = await onDatabase(settings, (queries) => backupFinding(queries, clock));
  const locked = await onDatabase(settings, lockedFinding);
  const { bavail, bsize } = statfsSync(file);
  return said(
    roomFinding(`${file}, whole; ${Math.ceil(statSync(file).size / MIB)} MiB`, bavail * bsize),
    logBytes >= LARGE_LOG_BYTES &&
      wrong(
        `its log ${file}-wal has ${Math.floor(logBytes / MIB)} MiB: another program reads the database and keeps it ` +
          "from being emptied. End that program (`fuser` names it).",
      ),
    locked,
    backup,
  );
}

/** Tries a write that changes nothing, and waits for the bot's own writes. */
async function lockedFinding(queries: Queries): Promise<Finding | undefined> {
  try {
    await writeTransaction(queries, async () => {});
    return undefined;
  } catch (error) {
    const code = systemCode(error);
    if (code !== "SQLITE_BUSY") throw error;
    return wrong(
      `it can't be written (${code}): another program has locked it. End that program (\`fuser\` names it).`,
    );
  }
}

async function serverFindings(queries: Queries): Promise<readonly Finding[]> {
  const warning = await foreignCreators(queries);
  return said(await serverFinding(queries), warning !== undefined && look(warning));
}

async function serverFinding(queries: Queries): Promise<Finding> {
  const words = await serverWords(queries);
  const code = await whyNoWrites(queries);
  if (code === "25006")
    return wrong(`${words}: it takes no writes (${code}), as a standby. Name all servers in DATABASE_URL.`);
  if (code?.startsWith("53") === true)
    return wrong(`${words}: it has no room to write (${code}). Free space on the server's disk.`);
  return ok(words);
}

/** Returns why the server refuses writes; its user may lack the right to find out. */
async function whyNoWrites(queries: Queries): Promise<string | undefined> {
  const tryIt = sql`create temporary table milepost_trial on commit drop
    as select repeat('x', 100) from generate_series(1, 1000)`;
  try {
    await queries.transaction().execute((transaction) => tryIt.execute(transaction));
    return undefined;
  } catch (error) {
    return systemCode(error);
  }
}

async function serverWords(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string; name: string; bytes: number }>`
    select current_setting('server_version') as version, current_database() as name,
      pg_database_size(current_database()) as bytes`.execute(queries);
  const [{ version, name, bytes } = { version: "", name: "", bytes: 0 }] = rows;
  return `${name} of PostgreSQL ${version}; ${Math.ceil(bytes / MIB)} MiB`;
}

export function roomFinding(what: string, freeBytes: number): Finding {
  const words = `${what}, ${Math.floor(freeBytes / MIB)} MiB free on its disk`;
  return freeBytes < LITTLE_ROOM_BYTES
    ? wrong(`${words}: free some space, or writing will fail soon`)
    : ok(words);
}

/** Only for a database worth a backup. */
async function backupFinding(queries: Queries, clock: Clock): Promise<Finding | undefined> {
  const now = clock.now();
  const { madeAt } = await queries
    .selectFrom("migrations")
    .select(({ fn }) => fn.min<number>("applied_at").as("madeAt"))
    .executeTakeFirstOrThrow();
  const last = await lastBackupAt(queries);
  if (now - (last ?? madeAt) < OLD_BACKUP_MS) return undefined;
  const days = Math.floor((now - (last ?? madeAt)) / DAY_MS);
  const words = last === undefined ? "no backup was ever made" : `the last backup is ${days} days old`;
  return look(`${words}: run \`milepost backup\` each night`);
}

export async function keyringFindings(settings: Settings, clock: Clock): Promise<readonly Finding[]> {
  const place = operatorKeyring(settings);
  if (!existsSync(place.file)) {
    if (mayBeThere(settings))
      await onDatabase(settings, (queries) => refuseWithoutKeyring(place.file, keyringChecks(queries)));
    return [look(`none at ${place.file} yet: the next start makes it`)];
  }
  const keys = await onDatabase(settings, (queries) => keyringStatus({ queries, place, clock }));
  const rows = keys.reduce((sum, key) => sum + (key.rows ?? 0), 0);
  const warning = keyringFolderWarning(place);
  return said(
    ok(`${place.file}: ${keys.length} keys, ${rows} sealed rows`),
    warning !== undefined && look(warning),
    ...keys
      .filter(({ lackedBy }) => lackedBy.length > 0)
      .map(({ kind, id, lackedBy }) =>
        look(`${kind} ${id} waits for ${lackedBy.join(", ")}: copy the keyring to every process's machine`),
      ),
  );
}

export async function sessionFindings(settings: Settings): Promise<readonly Finding[]> {
  const rows = await fromDatabase(settings, (queries) =>
    queries
      .selectFrom("sessions")
      .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
      .groupBy("state")
      .execute(),
  );
  if (rows === undefined) return [];
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const refused = rows.reduce((sum, { state, count }) => sum + (state === "alive" ? 0 : count), 0);
  if (refused < FEW_SESSIONS || refused * 2 <= all) return [];
  return [
    look(
      `the platform refuses ${refused} of ${counted(all, "linked session")}: did its sign-in or its cookies change? ` +
        "Compare the profile's cookies with what a browser sends.",
    ),
  ];
}

export async function postFindings(settings: Settings, clock: Clock): Promise<readonly Finding[]> {
  const backlog = await fromDatabase(settings, (queries) => ledgerBacklog(queries, clock.now() - LATE_MS));
  if (backlog === undefined) return [];
  const { late, held } = backlog;
  const listed = (rows: typeof late) =>
    rows.map(({ code, count }) => `${count} ${code === "" ? "not tried yet" : `after ${code}`}`).join(", ");
  return said(
    late.length === 0
      ? ok("none is late")
      : wrong(`late by over 10 minutes: ${listed(late)}. Is the bot running? See its log.`),
    held.length > 0 &&
      look(`waiting for a permission: ${listed(held)}. /setup names the channels and the fix.`),
  );
}

/** Reads from the database. Returns undefined where there is none, or it is unreadable, which is reported once. */
export async function fromDatabase<T>(
  settings: Settings,
  work: (queries: Queries) => Promise<T>,
): Promise<T | undefined> {
  if (!mayBeThere(settings)) return undefined;
  try {
    return await onDatabase(settings, work);
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return undefined;
  }
}

function mayBeThere(settings: Settings): boolean {
  const file = databaseFileOf(settings);
  return file === undefined || existsSync(file);
}

/** Why a database can't be opened, so that it is waited for only once. */
const unopened = new WeakMap<Settings, unknown>();

async function onDatabase<T>(settings: Settings, work: (queries: Queries) => Promise<T>): Promise<T> {
  if (unopened.has(settings)) throw unopened.get(settings);
  try {
    return await withDatabase({ ...settings.database, isOwner: false }, ({ queries }) => work(queries));
  } catch (error) {
    if (isMilepostError(error, "bad-settings")) unopened.set(settings, error);
    throw error;
  }
}

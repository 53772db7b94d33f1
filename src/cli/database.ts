import { existsSync } from "node:fs";

import { systemClock } from "../base/clock.ts";
import { isMilepostError, MilepostError } from "../base/errors.ts";
import { readSettings, type Settings } from "../config/settings.ts";
import { keyringPlace } from "../sessions/keyring/keyring.ts";
import type { KeyringLocation } from "../sessions/keyring/keyring-location.ts";
import type { KeyringDeps } from "../sessions/keyring/keyring-changes.ts";
import type { OpenDatabaseOptions } from "../storage/database.ts";
import { openDatabase } from "../cluster/open-database.ts";
import { isPostgres } from "../base/postgres-address.ts";
import type { Database } from "../storage/database.ts";
import { pathOf } from "../storage/sqlite-file.ts";
import { type CliContext, endWith } from "./subcommand.ts";

export interface OperatorDatabase extends KeyringDeps {
  readonly database: Database;
  readonly settings: Settings;
}

/**
 * Works on the operator's database beside a running bot, then closes it. What the operator can fix is one sentence on
 * stderr. Returns the exit code.
 */
export async function withOperatorDatabase(
  context: CliContext,
  work: (operator: OperatorDatabase) => Promise<number>,
): Promise<number> {
  return inSentences(context, async (settings) => {
    const file = databaseFileOf(settings);
    if (file !== undefined && !existsSync(file))
      throw new MilepostError("bad-settings", { reason: `There is no database at ${file}.` });
    const place = operatorKeyring(settings);
    const { clock = systemClock } = context;
    return withDatabase({ ...settings.database, isOwner: false, clock }, (database) =>
      work({ settings, database, queries: database.queries, place, clock }),
    );
  });
}

/** Opens a database, works on it, and closes it. */
export async function withDatabase<T>(
  options: OpenDatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(options);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs work with the settings. What the operator can fix is one sentence on stderr. Returns the exit code. */
export async function inSentences(
  { stderr, env }: CliContext,
  work: (settings: Settings) => Promise<number>,
): Promise<number> {
  try {
    return await work(readSettings(env));
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return endWith(1, stderr, `${sentenceOf(error)}\n`);
  }
}

/** Returns the database file's path; undefined for a server. */
export function databaseFileOf({ database: { url } }: Settings): string | undefined {
  return isPostgres(url) ? undefined : pathOf(url);
}

export function operatorKeyring(settings: Settings): KeyringLocation {
  return keyringPlace({ ...settings.keyring, home: process.cwd(), databaseFile: databaseFileOf(settings) });
}

/** Returns what went wrong, for the operator: one sentence, or the settings' faults line by line. */
export function sentenceOf({ code, details: { reason } }: MilepostError): string {
  if (code === "unopenable")
    return "A sealed row can't be opened with this keyring. Nothing more was changed.";
  const text = reason ?? code;
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?]$/.test(capital) ? capital : `${capital}.`;
}

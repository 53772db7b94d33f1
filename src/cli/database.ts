import { existsSync } from "node:fs";

import { systemClock } from "../base/clock.ts";
import { isMilepostError, MilepostError } from "../base/errors.ts";
import { readSettings, type Settings } from "../config/settings.ts";
import { keyringPlace } from "../sessions/keyring/keyring.ts";
import type { KeyringLocation } from "../sessions/keyring/keyring-location.ts";
import type { KeyringDeps } from "../sessions/keyring/keyring-changes.ts";
import type { OpenDatabaseOptions } from "../storage/contract.ts";
import { type Database, isPostgres, openDatabase } from "../storage/database.ts";
import { pathOf } from "../storage/sqlite-file.ts";
import { type CliContext, endWith } from "./subcommand.ts";

/** The operator's database and keyring, as the settings name them. */
export interface OperatorDatabase extends KeyringDeps {
  readonly database: Database;
  readonly settings: Settings;
}

/**
 * Works on the operator's database beside a running bot, and closes it. What the operator can correct is one plain
 * sentence on stderr. Gives the exit code.
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

/** Works by the settings. What the operator can correct is one plain sentence on stderr. Gives the exit code. */
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

/** Where the database's file lies, or would; undefined for a server's. */
export function databaseFileOf({ database: { url } }: Settings): string | undefined {
  return isPostgres(url) ? undefined : pathOf(url);
}

/** Where these settings have the keyring. */
export function operatorKeyring(settings: Settings): KeyringLocation {
  return keyringPlace({ ...settings.keyring, home: process.cwd(), databaseFile: databaseFileOf(settings) });
}

/** What went wrong, for the operator: one whole sentence, or what the settings say line by line. */
export function sentenceOf({ code, details: { reason } }: MilepostError): string {
  if (code === "unopenable")
    return "A sealed row can't be opened with this keyring. Nothing more was changed.";
  const text = reason ?? code;
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?]$/.test(capital) ? capital : `${capital}.`;
}

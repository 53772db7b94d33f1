import { existsSync } from "node:fs";

import { isMilepostError, MilepostError } from "../base/errors.ts";
import { type DatabaseSettings, readSettings } from "../config/settings.ts";
import { copyRows } from "../cluster/copy-rows.ts";
import { openDatabase } from "../cluster/open-database.ts";
import { isPostgres } from "../base/postgres-address.ts";
import type { Database } from "../storage/database.ts";
import { pathOf } from "../storage/sqlite-file.ts";
import { sentenceOf } from "./database.ts";
import { type CliContext, counted, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost move --from URL --to URL

Copies everything to another, empty database: file:PATH to postgres://..., or back. Stop the bot first. Every row is
compared before the copy counts. If it is interrupted, nothing is left behind: run it again. The keyring stays as it is. PostgreSQL's password can be in DATABASE_PASSWORD_FILE.
`;

/** `milepost move`: succeeds once the target holds what the source does. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const called = readArguments(args, { from: { type: "string" }, to: { type: "string" } });
  const { from, to } = called?.values ?? {};
  if (from === undefined || to === undefined || from === to) return undefined;
  const opened: Database[] = [];
  try {
    const [source, target] = [placeOf("--from", from, context), placeOf("--to", to, context)];
    refuseMissing(source.url);
    // Opened as a bot does, so that a running bot and this exclude each other.
    for (const place of [source, target]) opened.push(await openDatabase(place));
    const [sourceDatabase, targetDatabase] = opened;
    if (sourceDatabase === undefined || targetDatabase === undefined) return undefined;
    const { isThere, counts } = await copyRows(sourceDatabase, targetDatabase);
    const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
    context.stdout.write(
      isThere
        ? "The target holds all of it already.\n"
        : `Moved ${counted(rows, "row")} of ${counted(counts.size, "table")}, compared one by one.\n`,
    );
    context.stdout.write(
      "Set DATABASE_URL to the target, start the bot, and delete the source once all is well.\n",
    );
    return 0;
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return endWith(1, context.stderr, `${sentenceOf(error)}\n`);
  } finally {
    for (const database of opened) await database.close();
  }
}

/** Parsed as DATABASE_URL is. */
function placeOf(name: string, url: string, { env }: CliContext): DatabaseSettings {
  try {
    return readSettings({
      DATABASE_URL: url,
      DATABASE_PASSWORD_FILE: isPostgres(url) ? env["DATABASE_PASSWORD_FILE"] : undefined,
    }).database;
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    throw new MilepostError("bad-settings", { reason: `${name}: ${error.details.reason ?? ""}` });
  }
}

function refuseMissing(url: string): void {
  if (isPostgres(url) || existsSync(pathOf(url))) return;
  throw new MilepostError("bad-settings", { reason: `There is no database at ${pathOf(url)}.` });
}

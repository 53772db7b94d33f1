import path from "node:path";

import { MilepostError } from "../base/errors.ts";
import { isBeside } from "../sessions/keyring/keyring-location.ts";
import { isAgeRecipient } from "../storage/age-files.ts";
import { makeBackup } from "../storage/make-backup.ts";
import type { Queries } from "../storage/schema.ts";
import { withOperatorDatabase } from "./database.ts";
import { type CliContext, endWith, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost backup FILE [--recipient KEY] [--sessions]

Copies the database. The bot can run meanwhile. FILE must not exist yet, nor be in the keyring's folder: both
together open sealed sessions. The copy holds no keys; back up the keyring separately.

  --recipient KEY   encrypts the copy to an age key (age1...): only its identity opens it
  --sessions        copies linked sessions too; else members link again after a restore
`;

const OPTIONS = { recipient: { type: "string" }, sessions: { type: "boolean" } } as const;

/** `milepost backup FILE`: succeeds once the copy is complete and on disk. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const { positionals: [file] = [], values = {} } = readArguments(args, OPTIONS, { least: 1, most: 1 }) ?? {};
  const { recipient, sessions: keepsSessions = false } = values;
  if (file === undefined || file === "") return undefined;
  if (recipient !== undefined && !isAgeRecipient(recipient)) {
    const reason =
      "--recipient isn't an age public key: `age-keygen -y IDENTITY` prints it, age1... in one piece.";
    return endWith(2, context.stderr, `${reason}\n`);
  }
  return withOperatorDatabase(context, async ({ queries, place, clock, database }) => {
    if (database.engine === "postgres") {
      throw new MilepostError("bad-settings", {
        reason:
          "The database is PostgreSQL's: `pg_dump --format=custom --file=FILE postgres://...` copies it beside a " +
          "running bot, and pg_restore brings it back. The keyring is backed up separately.",
      });
    }
    const target = path.resolve(file);
    if (isBeside(target, place.file)) {
      throw new MilepostError("bad-settings", {
        reason: `${target} is in the keyring's folder: both together open sealed sessions. Pick another folder.`,
      });
    }
    const databaseFile = database.file ?? target;
    await makeBackup(queries, target, { databaseFile, keepsSessions, recipient, now: clock.now() });
    const how = recipient === undefined ? "" : ", encrypted";
    const sessions = await sessionWords(queries, keepsSessions);
    context.stdout.write(`Copied the database to ${target}${how}.\n${sessions}`);
    return 0;
  });
}

async function sessionWords(queries: Queries, areKept: boolean): Promise<string> {
  const { count } = await queries
    .selectFrom("sessions")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const sessions = count === 1 ? "one linked session" : `${count} linked sessions`;
  if (count === 0) return "";
  return areKept
    ? `It holds ${sessions}, sealed: delete it after 30 days.\n`
    : `It leaves out ${sessions}: --sessions copies them too.\n`;
}

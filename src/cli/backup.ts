import path from "node:path";

import { MilepostError } from "../base/errors.ts";
import { isBeside } from "../sessions/keyring/keyring-location.ts";
import { copyDatabase } from "../storage/backup.ts";
import { withOperatorDatabase } from "./database.ts";
import { type CliContext, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost backup FILE

Copies the database. The bot can run meanwhile. FILE must not exist yet, nor be in the keyring's folder: both
together open sealed sessions. The copy holds no keys; back up the keyring separately.
`;

/** `milepost backup FILE`: done when the copy is whole and on the disk. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const file = readArguments(args, {}, { least: 1, most: 1 })?.positionals[0];
  if (file === undefined || file === "") return undefined;
  return withOperatorDatabase(context, async ({ database, queries, place }) => {
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
    await copyDatabase(queries, target);
    const { count } = await queries
      .selectFrom("sessions")
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    context.stdout.write(`Copied the database to ${target}.\n${sealedWords(count)}`);
    return 0;
  });
}

const sealedWords = (count: number) =>
  count === 0
    ? ""
    : `It holds ${count === 1 ? "one linked session" : `${count} linked sessions`}, sealed: delete it after 30 days.\n`;

import { forgetLostKeys } from "../sessions/keyring/keyring-changes.ts";
import { revokeSessions } from "../sessions/store/forget-sessions.ts";
import { withOperatorDatabase } from "./database.ts";
import { type CliContext, counted, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost sessions revoke-all [--notify]

Deletes every linked session. The bot can run meanwhile. With --notify the bot tells each member.
Also use it when the keyring is lost, or a backup needs a retired key: the bot then starts again.
The platform still accepts them. After a leak, members have to sign out on the site.
`;

const STILL_READ = `Deleted, but still encrypted in the database's log: another program is reading it. Run this again once that
ends, or start the bot: it overwrites it.
`;

const UNTIL_VACUUM = `Deleted, but the sealed bytes stay in PostgreSQL's files until VACUUM, and in its log and backups for longer.
`;

export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const called = readArguments(args, { notify: { type: "boolean" } }, { least: 1, most: 1 });
  if (called?.positionals[0] !== "revoke-all") return undefined;
  return withOperatorDatabase(context, async ({ database, clock, queries, place }) => {
    const notifiedAt = called.values.notify === true ? clock.now() : undefined;
    const { count, isOverwritten } = await revokeSessions(database, notifiedAt);
    await forgetLostKeys({ queries, place });
    const told = notifiedAt === undefined ? "" : " Members will be told.";
    context.stdout.write(`Deleted ${counted(count, "session")}.${told}\n`);
    if (!isOverwritten) context.stdout.write(database.engine === "sqlite" ? STILL_READ : UNTIL_VACUUM);
    return 0;
  });
}

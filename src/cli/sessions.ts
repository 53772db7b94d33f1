import { forgetLostKeys } from "../sessions/keyring/keyring-changes.ts";
import { revokeSessions } from "../sessions/store/forget-sessions.ts";
import { withOperatorDatabase } from "./database.ts";
import { type CliContext, readArguments } from "./subcommand.ts";

export const usage = `Usage: milepost sessions revoke-all [--notify]

Deletes every linked session at once, beside a running bot too. With --notify each member is told by the bot.
It is also the way on when the keyring is lost, or a backup needs a key that was retired: the bot starts again after it.
The platform's own sessions go on: whoever fears a leak signs out on the site.
`;

const STILL_READ = `Deleted, but still encrypted in the database's log: another program reads it. Run this again once
that has ended; a bot overwrites it when it starts.
`;

/** `milepost sessions revoke-all [--notify]`. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  const called = readArguments(args, { notify: { type: "boolean" } }, { least: 1, most: 1 });
  if (called?.positionals[0] !== "revoke-all") return undefined;
  return withOperatorDatabase(context, async ({ database, clock, queries, place }) => {
    const notifiedAt = called.values.notify === true ? clock.now() : undefined;
    const { count, isOverwritten } = await revokeSessions(database, notifiedAt);
    await forgetLostKeys({ queries, place });
    const told = notifiedAt === undefined ? "" : " Their members will be told.";
    context.stdout.write(`Deleted ${count} sessions.${told}\n`);
    if (!isOverwritten) context.stdout.write(STILL_READ);
    return 0;
  });
}

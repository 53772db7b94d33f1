import { forgetMember } from "../features/account/member-data.ts";
import { withMemberData } from "./member-data.ts";
import { type CliContext, counted, endWith } from "./subcommand.ts";

export const usage = `Usage: milepost forget --member ID

Deletes what is stored about a member, as /account does, also from backups restored later. The bot can run meanwhile;
what it has only in memory goes at its next restart. What a member set up for a server stays.
`;

export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  return withMemberData(args, context, async (parts, memberId) => {
    const { sessions, reminders, snapshots, isOverwritten } = await forgetMember(parts, memberId);
    const counts = [
      counted(sessions, "session"),
      counted(snapshots, "snapshot"),
      counted(reminders, "reminder"),
    ].join(", ");
    const rest = isOverwritten
      ? ""
      : " Their bytes are overwritten when the bot next deletes something, or starts.";
    return endWith(0, context.stdout, `Deleted: ${counts}.${rest}\n`);
  });
}

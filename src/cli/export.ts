import { exportMember } from "../features/account/member-data.ts";
import { withMemberData } from "./member-data.ts";
import { type CliContext, endWith } from "./subcommand.ts";

export const usage = `Usage: milepost export --member ID

Prints what is stored about a member as JSON, as /account does, for people who ask and can't use Discord. Secrets are
masked. The bot can run meanwhile; what it has only in memory is not included.
`;

export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  return withMemberData(args, context, async (parts, memberId, { clock }) =>
    endWith(0, context.stdout, `${await exportMember(parts, memberId, clock.now())}\n`),
  );
}

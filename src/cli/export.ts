import { exportMember } from "../features/account/member-data.ts";
import { withMemberData } from "./member-data.ts";
import { type CliContext, endWith } from "./subcommand.ts";

export const usage = `Usage: milepost export --member ID

Prints what is kept of a member as JSON, as /account does: for somebody who asks and can't use Discord. Secrets are
masked. The bot can run meanwhile; what it holds in memory alone is not in it.
`;

/** `milepost export --member ID`. */
export async function run(args: readonly string[], context: CliContext): Promise<number | undefined> {
  return withMemberData(args, context, async (parts, memberId, { clock }) =>
    endWith(0, context.stdout, `${await exportMember(parts, memberId, clock.now())}\n`),
  );
}

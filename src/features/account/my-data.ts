import type { Reply } from "../../discord/reply/reply.ts";
import type { CommandContext } from "../shared/command-context.ts";
import { exportMember, forgetMember } from "./member-data.ts";
import { exportReply, forgottenReply } from "./view/account.ts";

/** Everything that is kept about the member, as JSON; secrets are masked. */
export async function exportMine(context: CommandContext): Promise<Reply> {
  return exportReply(await exportMember(context, context.member.id, context.now), context.view);
}

/** Deletes everything that is kept about the member. */
export async function forgetMe(context: CommandContext): Promise<Reply> {
  return forgottenReply(await forgetMember(context, context.member.id), context.view);
}

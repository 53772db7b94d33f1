import type { Reply } from "../../../discord/reply/reply.ts";
import type { ActionContext } from "../../kit/command-context.ts";
import type { remindCalls } from "../../kit/view/calls/remind.ts";
import { listedReply } from "../view/posts.ts";

/** Shows the whole list of a post to whoever presses. */
export async function showListed(context: ActionContext<typeof remindCalls.listed>): Promise<Reply> {
  const { reminders, state, signal, view } = context;
  return listedReply(await reminders.listed(state.id, state.slot, signal), view);
}

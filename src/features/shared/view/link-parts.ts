import { actionButton, buttons } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall, Reply } from "../../../discord/reply/reply.ts";
import { notice } from "./parts.ts";
import type { ViewContext } from "./view-context.ts";
import { linkCalls } from "./calls/link.ts";
import type { WaitingState } from "./calls/link.ts";

/** The session is over; the command waits for a new one. */
export function ownEndedReply(link: ActionCall, context: ViewContext): Reply {
  const { ownEnded, button } = context.texts.link;
  const said = notice(ownEnded);
  return { ...said, blocks: [...said.blocks, buttons(actionButton(button, link, { style: "primary" }))] };
}

/** Opens /link with a command that waits for it. */
export function linkButtonOf(label: string, state: WaitingState): ActionButton {
  return actionButton(label, linkCalls.begin(state), { style: "primary" });
}

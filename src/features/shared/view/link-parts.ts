import { actionButton, buttons, callsOf } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall, ActionState, Reply } from "../../../discord/reply/reply.ts";
import { notice } from "./parts.ts";
import type { ViewContext } from "./view-context.ts";

const call = callsOf("link");

/** The session is over; the command waits for a new one. */
export function ownEndedReply(link: ActionCall, context: ViewContext): Reply {
  const { ownEnded, button } = context.texts.link;
  const said = notice(ownEnded);
  return { ...said, blocks: [...said.blocks, buttons(actionButton(button, link, { style: "primary" }))] };
}

/** Opens /link with a command that waits for it. */
export function linkButtonOf(label: string, state: ActionState): ActionButton {
  return actionButton(label, call("begin", state), { style: "primary" });
}

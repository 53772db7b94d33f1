import type { Reply, ActionButton, ActionCall } from "../../../discord/reply/reply.ts";
import { mentionOf, type ViewContext, inName } from "./view-context.ts";
import { notice } from "./parts.ts";
import { actionButton, buttons } from "../../../discord/reply/build.ts";
import { linkCalls, type WaitingState } from "./calls/link.ts";

/** Where the platform shows no progress at all. */
export function noProgressReply(state: "private" | "none", context: ViewContext): Reply {
  const { progress } = context.texts;
  return notice(state === "private" ? progress.private : progress.none);
}

/** Where nobody can link an account, so that "whose?" is always another player's. */
export function whosePlayerReply(command: "progress" | "stats", context: ViewContext): Reply {
  const { whose } = context.texts.profile;
  return notice({ title: whose.title, next: whose.next(mentionOf(context, command)) });
}

/** Where the linked profile has no account of the game. */
export function noGameAccountReply(context: ViewContext): Reply {
  return notice(context.texts.progress.noAccount);
}

/** Where a player shows it to nobody else, or has nothing to show. */
export function noPlayerDataReply(state: "private" | "none", name: string, { texts }: ViewContext): Reply {
  const { title, next } = state === "private" ? texts.profile.keepsPrivate : texts.profile.neverPlayed;
  return { ...notice({ title: title(inName(name)), next }), isForAsker: true };
}

/** The session is over; the command waits for a new one. */
export function ownEndedReply(link: ActionCall, context: ViewContext): Reply {
  const { ownEnded, button } = context.texts.link;
  return notice(ownEnded, buttons(actionButton(button, link, { style: "primary" })));
}

/** Opens /link with a command that waits for it. */
export function linkButtonOf(label: string, state: WaitingState): ActionButton {
  return actionButton(label, linkCalls.begin(state), { style: "primary" });
}

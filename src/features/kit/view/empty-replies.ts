import type { Reply, ActionButton, ActionCall } from "../../../discord/reply/reply.ts";
import { mentionOf, type ViewContext, inName } from "./view-context.ts";
import { notice } from "./parts.ts";
import { actionButton, buttons } from "../../../discord/reply/build.ts";
import { linkCalls, type WaitingState } from "./calls/link.ts";

/** For an account whose progress the platform doesn't show. */
export function noProgressReply(state: "private" | "none", context: ViewContext): Reply {
  const { progress } = context.texts;
  return notice(state === "private" ? progress.private : progress.none);
}

/** For a bot without linking, where "whose?" is always another player. */
export function whosePlayerReply(command: "progress" | "stats", context: ViewContext): Reply {
  const { whose } = context.texts.profile;
  return notice({ title: whose.title, next: whose.next(mentionOf(context, command)) });
}

/** For a linked profile without a game account. */
export function noGameAccountReply(context: ViewContext): Reply {
  return notice(context.texts.progress.noAccount);
}

/** For a player who hides it, or has nothing to show. */
export function noPlayerDataReply(state: "private" | "none", name: string, { texts }: ViewContext): Reply {
  const { title, next } = state === "private" ? texts.profile.keepsPrivate : texts.profile.neverPlayed;
  return { ...notice({ title: title(inName(name)), next }), isForAsker: true };
}

/** For a session that has ended; the command waits for a new one. */
export function ownEndedReply(link: ActionCall, context: ViewContext): Reply {
  const { ownEnded, button } = context.texts.link;
  return notice(ownEnded, buttons(actionButton(button, link, { style: "primary" })));
}

/** Returns a button that opens /link and then resumes the command. */
export function linkButtonOf(label: string, state: WaitingState): ActionButton {
  return actionButton(label, linkCalls.begin(state), { style: "primary" });
}

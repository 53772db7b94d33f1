import type { Reply } from "../../../discord/reply/reply.ts";
import { mentionOf, type ViewContext } from "./view-context.ts";
import { notice } from "./parts.ts";

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

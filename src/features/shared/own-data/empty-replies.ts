import type { Reply } from "../../../discord/reply/reply.ts";
import type { ViewContext } from "../view/view-context.ts";
import { notice } from "../view/parts.ts";

/** Where the platform shows no progress at all. */
export function noProgressReply(state: "private" | "none", look: ViewContext): Reply {
  const { progress } = look.texts;
  return notice(state === "private" ? progress.private : progress.none);
}

/** Where the linked profile has no account of the game. */
export function noGameAccountReply(look: ViewContext): Reply {
  return notice(look.texts.progress.noAccount);
}

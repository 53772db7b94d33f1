import type { Reply } from "../../../discord/reply/reply.ts";
import type { Look } from "../view/view-context.ts";
import { notice } from "../view/parts.ts";

/** Where the platform shows no progress at all. */
export function noProgressReply(state: "private" | "none", look: Look): Reply {
  const { progress } = look.texts;
  return notice(state === "private" ? progress.private : progress.none);
}

/** Where the linked profile has no account of the game. */
export function noGameAccountReply(look: Look): Reply {
  return notice(look.texts.progress.noAccount);
}

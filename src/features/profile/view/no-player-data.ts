import type { Reply } from "../../../discord/reply/reply.ts";
import { notice } from "../../shared/view/parts.ts";
import { type ViewContext, inPlain } from "../../shared/view/view-context.ts";

const NAME_LENGTH = 60;

/** Where a player shows it to nobody else, or has nothing to show. */
export function noPlayerDataReply(state: "private" | "none", name: string, { texts }: ViewContext): Reply {
  const { title, next } = state === "private" ? texts.profile.keepsPrivate : texts.profile.neverPlayed;
  return { ...notice({ title: title(inPlain(name, NAME_LENGTH)), next }), isForAsker: true };
}

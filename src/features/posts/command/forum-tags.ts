import { MilepostError } from "../../../base/errors.ts";
import type { ForumTags } from "../../../discord/rest/permissions.ts";
import { askAbout } from "./destination-trouble.ts";
import type { CommandContext } from "../services.ts";

/** Returns a forum's tags; undefined for other channels, or where Discord doesn't say in time. */
export async function forumTagsOf(
  context: CommandContext,
  at: { readonly guildId: string; readonly channelId: string },
): Promise<ForumTags | undefined> {
  const seen = await askAbout(context, at);
  return seen?.kind === "seen" ? seen.forum : undefined;
}

/** The value of "no tag". */
export const NO_TAG = "none";

/** Returns the picked tag, validated, since a client may send anything. */
export function readTag(chosen: string | undefined): string | undefined {
  if (chosen === NO_TAG) return undefined;
  if (chosen === undefined || /^\d{1,20}$/.test(chosen)) return chosen;
  throw new MilepostError("bad-input", { reason: "no tag" });
}

/** Returns whether posts are impossible: the forum requires a tag and has none the bot may use. */
export function lacksTag(forum: ForumTags | undefined): boolean {
  return forum?.isRequired === true && forum.tags.length === 0;
}

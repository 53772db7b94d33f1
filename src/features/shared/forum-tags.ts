import { MilepostError } from "../../base/errors.ts";
import type { ForumTags } from "../../discord/rest/permissions.ts";
import type { CommandContext } from "./command-context.ts";
import { askAbout } from "./destination-trouble.ts";

/** The tags of a forum; undefined where it is none, or nobody can say soon. */
export async function forumTagsOf(
  context: CommandContext,
  at: { readonly guildId: string; readonly channelId: string },
): Promise<ForumTags | undefined> {
  const seen = await askAbout(context, at);
  return seen?.kind === "seen" ? seen.forum : undefined;
}

/** Chosen where a post is to have none. */
export const NO_TAG = "none";

/** What was chosen may be crafted. */
export function readTag(chosen: string | undefined): string | undefined {
  if (chosen === NO_TAG) return undefined;
  if (chosen === undefined || /^\d{1,20}$/.test(chosen)) return chosen;
  throw new MilepostError("bad-input", { reason: "no tag" });
}

/** Whether no post can be begun: the forum asks for a tag, and has none the bot may give. */
export function lacksTag(forum: ForumTags | undefined): boolean {
  return forum?.isRequired === true && forum.tags.length === 0;
}

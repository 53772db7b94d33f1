import type { SelectEntry } from "../../../discord/reply/reply.ts";
import type { ForumTags } from "../../../discord/rest/permissions.ts";

/** One of Discord's 25 entries is "no tag". */
const MOST = 24;

export function tagEntries({ tags }: ForumTags, chosen?: string): readonly SelectEntry[] {
  return tags.slice(0, MOST).map(({ id, name }) => ({ label: name, value: id, chosen: id === chosen }));
}

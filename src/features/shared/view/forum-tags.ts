import type { SelectEntry } from "../../../discord/reply/reply.ts";

/** One of Discord's 25 is for a post without a tag. */
const MOST = 24;

interface Tag {
  readonly id: string;
  readonly name: string;
}

/** A forum's tags to choose from. */
export function tagEntries(
  { tags }: { readonly tags: readonly Tag[] },
  chosen?: string,
): readonly SelectEntry[] {
  return tags.slice(0, MOST).map(({ id, name }) => ({ label: name, value: id, chosen: id === chosen }));
}

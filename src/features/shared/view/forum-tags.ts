import type { SelectEntry } from "../../../discord/reply/reply.ts";

const MOST = 25;

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

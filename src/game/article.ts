import type { Profile } from "../platform/profile/schema.ts";
import type { ContentItemPublicContract } from "../platform/resources/content.ts";
import { toText } from "./plain-value.ts";
import { toTime } from "./times.ts";

/** What a profile says about the members of `properties`. */
export type ArticleRules = Profile["article"];

/** A news or support article. Texts may be HTML. */
export type Article = ReturnType<typeof toArticle>;

export function toArticle(item: ContentItemPublicContract, rules: ArticleRules) {
  const properties = item.properties ?? {};
  const property = (name: string) => toText(Object.hasOwn(properties, name) ? properties[name] : undefined);
  const published = toTime(item.creationDate);
  const changed = toTime(item.modifyDate);
  return {
    id: item.contentId,
    title: property(rules.title),
    summary: property(rules.summary),
    body: property(rules.body),
    picture: property(rules.image),
    link: toText(item.cmsPath),
    author: toText(item.author?.displayName) ?? toText(item.author?.uniqueName),
    published,
    changed: changed !== undefined && changed !== published ? changed : undefined,
    /** Only readers of this age may see it; 0 where an age gate names no age. Undefined: for everybody. */
    ageGate: ageGateOf(item),
  };
}

/** The age an article asks for, undefined when it is for everybody. Either field alone closes it. */
export function ageGateOf(
  item: Pick<ContentItemPublicContract, "hasAgeGate" | "minimumAge">,
): number | undefined {
  const age = Math.max(0, item.minimumAge ?? 0);
  return item.hasAgeGate === true || age > 0 ? age : undefined;
}

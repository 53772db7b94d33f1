import type { Profile } from "../platform/profile/schema.ts";
import type { ContentItemPublicContract } from "../platform/resources/content.ts";
import { type Markup, toHtml } from "../platform/resources/markup.ts";
import { type Place, valueAtPlace } from "../platform/resources/place.ts";
import { toText } from "./plain-value.ts";
import { toName } from "./readable.ts";
import { toTime } from "./times.ts";

/** Where the profile says that an article's parts are in its `properties`. */
export type ArticleRules = Profile["article"] & { readonly markup?: Markup };

/** A news or support article. Texts may be HTML. */
export type Article = ReturnType<typeof toArticle>;

export function toArticle(item: ContentItemPublicContract, rules: ArticleRules) {
  const properties = item.properties ?? {};
  const property = (place: Place) => toText(valueAtPlace(properties, place));
  const prose = (place: Place) => {
    const text = property(place);
    return text === undefined ? undefined : toHtml(text, rules.markup ?? "html");
  };
  const published = toTime(item.creationDate);
  const changed = toTime(item.modifyDate);
  return {
    id: item.contentId,
    title: property(rules.title),
    summary: prose(rules.summary),
    body: prose(rules.body),
    picture: property(rules.image),
    link: toText(item.cmsPath),
    author: toName(item.author?.displayName) ?? toName(item.author?.uniqueName),
    published,
    changed: changed !== undefined && changed !== published ? changed : undefined,
    /** The minimum age; 0 where an age gate names none. Undefined: for everyone. */
    ageGate: ageGateOf(item),
  };
}

/** Returns the age an article requires; undefined when it is for everyone. Either field alone makes it age-gated. */
export function ageGateOf(
  item: Pick<ContentItemPublicContract, "hasAgeGate" | "minimumAge">,
): number | undefined {
  const age = Math.max(0, item.minimumAge ?? 0);
  return item.hasAgeGate === true || age > 0 ? age : undefined;
}

import type { Proposal } from "./match.ts";
import { plainOf } from "./names.ts";
import type { FoundRecord } from "./places.ts";

const TEXTS = {
  title: ["title", "headline", "name", "subject", "heading"],
  summary: ["summary", "excerpt", "teaser", "subtitle", "description", "tagline"],
  body: ["body", "content", "text", "html", "bodyhtml", "contenthtml", "cooked", "markdown", "message"],
  image: ["image", "imageurl", "coverimage", "thumbnail", "thumbnailurl", "banner", "cover", "picture"],
} as const;

/** Whether a record has its texts in an object of their own, as ours has. */
export const isProperties = ({ field, sure }: Proposal) => field === "properties" && sure !== "maybe";

/** Returns the members that hold an article's texts right beside its id, for the profile's `article`. */
export function textsOf({
  proposals,
  place,
}: FoundRecord): Readonly<Partial<Record<keyof typeof TEXTS, string>>> {
  if (proposals.some(isProperties)) return {};
  const paths = place.members.flatMap(({ path, kinds }) =>
    !path.includes(".") && kinds?.has("string") === true ? [path] : [],
  );
  const found = Object.entries(TEXTS).flatMap(([part, known]: readonly [string, readonly string[]]) => {
    const [best] = paths
      .filter((path) => known.includes(plainOf(path)))
      .toSorted((a, b) => known.indexOf(plainOf(a)) - known.indexOf(plainOf(b)));
    return best === undefined ? [] : [[part, best] as const];
  });
  return Object.fromEntries(found);
}

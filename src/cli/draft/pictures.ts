import { singular, wordsOf } from "./names.ts";

const SQUARE = new Set([
  "avatar",
  "picture",
  "image",
  "icon",
  "photo",
  "thumbnail",
  "portrait",
  "thumb",
  "img",
  "logo",
]);
const WIDE = new Set(["banner", "cover", "background", "header", "wide", "hero", "poster", "art", "artwork"]);
const UNCLEAR = new Set(["background", "header", "wide", "hero", "art"]);
/** What an address of a picture may say besides. */
const BESIDE = new Set(
  (
    "url uri path href link src source file full large medium original static default main public template " +
    "profile user player account featured preview primary box jpg jpeg png webp custom og lead"
  ).split(" "),
);
const PEOPLE = new Set([
  "user",
  "player",
  "account",
  "author",
  "creator",
  "member",
  "profile",
  "poster",
  "owner",
]);
const PLAIN = new Set("url uri path href link src full large medium original".split(" "));

/** Returns how surely a path is that of a picture's address, from 0 to 2. */
export function pictureScore(
  steps: readonly string[],
  form: "square" | "wide" | "any",
  nouns: ReadonlySet<string>,
): number {
  // An article's author has a picture of their own.
  const isOfAnother = steps
    .slice(0, -1)
    .some((step) => PEOPLE.has(singular(step.toLowerCase())) && !nouns.has(singular(step.toLowerCase())));
  if (isOfAnother) return 0;
  const words = wordsOf(steps.join(" ")).map(singular);
  const square = words.some((word) => SQUARE.has(word));
  const wide = words.some((word) => WIDE.has(word));
  if ((!square && !wide) || (form === "wide" && !wide)) return 0;
  // `background` alone may be a story, and `header` a text.
  if (!square && words.every((word) => UNCLEAR.has(word))) return 0;
  const isOther = words.some((word) => !SQUARE.has(word) && !WIDE.has(word) && !BESIDE.has(word));
  if (isOther) return 0;
  const extra = words.filter((word) => BESIDE.has(word) && !PLAIN.has(word)).length;
  const fit = form === "any" || (form === "wide") === wide ? 0 : 0.4;
  return 1.9 - fit - 0.05 * extra - 0.1 * (steps.length - 1);
}

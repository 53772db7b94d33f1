/** Words that services use alike; the first represents all. */
const SAME: readonly (readonly string[])[] = [
  ["id", "identifier", "uid", "uuid", "guid", "slug", "key", "ref", "tag"],
  ["name", "nickname", "nick", "handle", "username", "gamertag", "title", "heading", "headline", "subject"],
  ["about", "bio", "biography", "description"],
  ["tagline", "summary", "subtitle", "teaser", "excerpt"],
  ["picture", "avatar", "image", "icon", "photo", "thumbnail", "portrait", "img", "art"],
  ["wide", "banner", "cover", "background"],
  ["path", "url", "uri", "href", "link", "src"],
  ["start", "starts", "begin", "begins", "from"],
  ["end", "ends", "until", "expires", "expire", "expiry", "expiration"],
  ["creation", "create", "created", "published", "joined", "registered", "first"],
  ["update", "updated", "modify", "modified", "changed"],
  ["played", "seen", "active", "online"],
  ["type", "kind"],
  ["date", "at", "time", "timestamp", "access", "since", "when"],
  ["membership", "member", "user", "account", "player", "profile"],
  ["character", "hero"],
  ["featured", "pinned", "promoted"],
  ["level", "rank"],
  ["weight", "priority"],
  ["stat", "stats", "statistic", "statistics"],
  ["progression", "progressions", "progress"],
];
const canonical = new Map(SAME.flatMap(([first = "", ...others]) => others.map((other) => [other, first])));

/** Weak words: names may differ in them and mean the same. */
const WEAK = new Set(["is", "has", "the", "display", "shown", "date", "path", "membership", "game", "last"]);
const weightOf = (word: string) => (WEAK.has(word) ? 0.3 : 1);

const LONGEST = 200;

/** A document's names come again and again. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 20_000;

/** Returns the words of a name, the same for `displayName`, `display_name` and `DisplayName`. */
export function wordsOf(name: string): readonly string[] {
  const before = known.get(name);
  if (before !== undefined) return before;
  const words = split(name);
  if (known.size < MOST_KNOWN) known.set(name, words);
  return words;
}

function split(name: string): readonly string[] {
  return name
    .slice(0, LONGEST)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");
}

/** Returns a name's letters and digits alone, in lower case. */
export const plainOf = (name: string) => wordsOf(name).join("");

/** Returns the words with synonyms replaced. */
export function meaningsOf(name: string): readonly string[] {
  return wordsOf(name).map((word) => canonical.get(word) ?? word);
}

/** Returns whether a name says little about its content, as `user` does. */
export const isWeak = (name: string) => meaningsOf(name).every((word) => WEAK.has(word));

/** Returns the similarity of two names, from 0 to 1; 1 only for the same words. */
export function likeness(a: string, b: string, weigh = weightOf): number {
  if (plainOf(a) === plainOf(b)) return 1;
  const [ours, theirs] = [new Set(meaningsOf(a)), new Set(meaningsOf(b))];
  const shared = [...ours].filter((word) => theirs.has(word));
  // Names that share only weak words are not similar.
  if (!shared.some((word) => !WEAK.has(word))) return 0;
  const totalOf = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weigh(word), 0);
  return Math.min(0.99, (2 * totalOf(shared)) / (totalOf(ours) + totalOf(theirs)));
}

/** JSON:API has a record's members there, and its id beside them. */
export function isBesideId(name: string, members: object): boolean {
  return name === "attributes" && "id" in members;
}

/** Returns an English word's singular: `stories` is `story`. */
export function singular(word: string): string {
  if (/(?:ss|us|is|news|series|status)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:ches|shes|xes|sses|statuses|heroes)$/.test(word)) return word.slice(0, -2);
  return word.length > 2 && word.endsWith("s") ? word.slice(0, -1) : word;
}

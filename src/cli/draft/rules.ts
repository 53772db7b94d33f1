import type { OperationId } from "../../platform/profile/schema.ts";
import type { RouteWords } from "./route-words.ts";
import type { Route } from "./routes.ts";

/** By words alone, how well a route fits an operation, and which parameter says whom or what it is about. */
export interface WordFit {
  readonly score: number;
  readonly subject: string | undefined;
}

/** The nouns of a document, where some depend on what others there are. */
export interface Nouns {
  readonly people: ReadonlyMap<string, number>;
  /** The noun of the public milestones, once they are chosen. */
  readonly milestone: string | undefined;
}

const PEOPLE = new Map([
  ...["user", "player"].map((word) => [word, 8] as const),
  ...["account", "profile", "membership", "member"].map((word) => [word, 7.5] as const),
  ...["person", "people"].map((word) => [word, 6] as const),
  ...["agent", "gamer", "summoner", "pilot", "participant"].map((word) => [word, 7] as const),
]);
/** People only where somebody searches. */
const CHANNELS = new Set(["channel", "broadcaster", "streamer", "creator"]);

const NEWS = new Map([
  ...["trending", "trend"].map((word) => [word, 9] as const),
  ...["news", "newsfeed", "headline", "announcement"].map((word) => [word, 8.5] as const),
  ...["article", "patch", "patchnote", "changelog", "blog", "bulletin"].map((word) => [word, 8] as const),
  ...["popular", "hot", "featured"].map((word) => [word, 7] as const),
  ...["top", "latest", "recent", "feed"].map((word) => [word, 6.5] as const),
  ...["stream", "story", "topic", "thread", "post", "question", "discussion", "update"].map(
    (word) => [word, 5] as const,
  ),
]);
const ONE_OF_MANY = 5;
/** What says how something is, and not what. */
const OF_SOMETHING = new Set(["trending", "trend", "popular", "hot", "featured", "top", "latest", "recent"]);

/** Of a list whose words say nothing. */
export const BY_ANSWER = 1;

/** What trends, and is no news: people, and what a member alone has. */
const NO_NEWS = new Set(
  (
    "notification comment review report tag category language message conversation friend follower emote emoji badge " +
    "key subscription character leaderboard ranking score player user people member account session token setting " +
    "group team guild clan role permission bookmark favorite favourite event match game lobby statistic stat"
  ).split(" "),
);
const CONTENT = new Map([
  ...["article", "content", "news", "story"].map((word) => [word, 8] as const),
  ...["post", "topic", "thread", "blog", "status", "announcement", "question", "discussion"].map(
    (word) => [word, 7] as const,
  ),
]);
const DATED = new Map([
  ["milestone", 9],
  ["event", 8],
  ...["season", "campaign", "tournament", "rotation", "contest"].map((word) => [word, 7.5] as const),
  ...["calendar", "schedule", "challenge"].map((word) => [word, 7] as const),
]);
const PROGRESS = new Map([
  ...["progression", "progress", "journal"].map((word) => [word, 8] as const),
  ...["achievement", "trophy", "quest", "challenge"].map((word) => [word, 7] as const),
]);
const STATS = new Map([
  ...["stat", "statistic"].map((word) => [word, 8] as const),
  ...["lifetime", "statitem", "career"].map((word) => [word, 7] as const),
]);
const CHARACTERS = new Map([["character", 8], ...["hero", "toon"].map((word) => [word, 7] as const)]);
const VAULTS = new Map([["vault", 9], ...["inventory", "stash", "bank"].map((word) => [word, 8] as const)]);
const LINKED = new Map(["account", "membership", "identity", "connection"].map((word) => [word, 7] as const));
const DEFINITIONS = new Map(["manifest", "definition", "lexicon"].map((word) => [word, 8] as const));

/** Groups have them, too. */
const OF_GROUPS = new Set(["member", "membership", "person", "people"]);

/** Returns the nouns that stand for people in a document: characters, where it has nobody else. */
export function peopleIn(all: readonly RouteWords[]): ReadonlyMap<string, number> {
  const isThere = all.some(
    ({ head, modifiers, owner = "" }) =>
      [head, owner].some((word) => PEOPLE.has(word) && !OF_GROUPS.has(word)) ||
      modifiers.some((word) => word === "user" || word === "player"),
  );
  return isThere ? PEOPLE : new Map([...PEOPLE, ["character", 6]]);
}

type Rule = (words: RouteWords, nouns: Nouns, route: Route) => WordFit | undefined;

const anyOf = (score: number | undefined, subject?: string): WordFit | undefined =>
  score === undefined ? undefined : { score, subject };

/** Whether somebody owns it: `/players/{id}/stats`, `GetPlayerStatistics`. */
function isOwned({ owner, modifiers, before }: RouteWords, { people }: Nouns): boolean {
  if (owner !== undefined) return people.has(owner) || CHARACTERS.has(owner);
  return [...modifiers, ...before].some((word) => people.has(word));
}

function owned(table: ReadonlyMap<string, number>): Rule {
  return (words, nouns) => {
    if (!isOwned(words, nouns) || words.isSearch) return undefined;
    const { owner = "", ownedBy, between } = words;
    // A wallet's journal is not the player's.
    if (between.some((word) => !nouns.people.has(word) && !CHARACTERS.has(word) && !table.has(word)))
      return undefined;
    return anyOf(
      table.get(words.head),
      CHARACTERS.has(owner) && !nouns.people.has(owner) ? undefined : ownedBy,
    );
  };
}

const RULES: Readonly<Record<OperationId, Rule>> = {
  "trending.list": (words, _nouns, { isFeed }) => {
    const { head, modifiers, before, behind, isMine, isSearch, isPlural, isListing, owner } = words;
    if (isFeed) return { score: 8, subject: undefined };
    if (isMine || isSearch || owner !== undefined) return undefined;
    const isOfTrends = before.some((word) => word === "trend" || word === "trending");
    if (NO_NEWS.has(head) && !isOfTrends) return undefined;
    // `/stats/latest` lists statistics.
    const noun = modifiers.at(-1) ?? before.at(-1) ?? "";
    if (OF_SOMETHING.has(head) && NO_NEWS.has(noun)) return undefined;
    const near = [head, ...modifiers, ...before.slice(-1)].map((word) => NEWS.get(word) ?? 0);
    const best = Math.max(...near);
    // One post is no list of posts.
    if (best <= ONE_OF_MANY && !isPlural && !isListing) return undefined;
    if (best > 0) return { score: best, subject: undefined };
    // Its answer alone may say that it is.
    return !DATED.has(head) && (isPlural || isListing) && behind.length === 0
      ? { score: BY_ANSWER, subject: undefined }
      : undefined;
  },
  "trending.entry": ({ head, before, behind }) => {
    const isTrend = [head, ...before].some((word) => word === "trend" || word === "trending");
    return isTrend && behind.length > 0 ? { score: 9, subject: behind.at(-1) } : undefined;
  },
  "content.byId": (words, { people }, route) => {
    const { head, before, behind, owner, isSearch } = words;
    if (isSearch || owner !== undefined || people.has(before.at(-1) ?? "")) return undefined;
    const score = CONTENT.get(head);
    if (score === undefined || (behind.length === 0 && !hasId(route))) return undefined;
    return { score: behind.length === 0 ? score - 1.5 : score, subject: behind[0] };
  },
  "content.search": ({ head, before, behind, owner, isSearch, isCompletion, isMine, isNamed }) => {
    if (owner !== undefined || isMine || isCompletion || (behind.length > 0 && !isSearch)) return undefined;
    const score = CONTENT.get(head) ?? CONTENT.get(before.at(-1) ?? "");
    if (score !== undefined) return { score, subject: undefined };
    return isSearch && !isNamed ? { score: 6, subject: undefined } : undefined;
  },
  "user.byId": (words, { people }, route) => {
    const { head, before, behind, owner, ownedBy, isMine, isSearch, isPlural, isListing } = words;
    if (isMine || isSearch || isListing || before.slice(-1).some(isReading)) return undefined;
    const score = people.get(head);
    if (owner !== undefined) {
      const isProfile = head === "profile" && people.has(owner) && behind.length === 0;
      return isProfile ? anyOf((score ?? 7) - 0.5, ownedBy) : undefined;
    }
    if (behind.length > 1) return undefined;
    if (score !== undefined) return anyOf(behind.length === 1 ? score : score - 1.5, behind[0]);
    const isNear =
      people.has(before.at(-1) ?? "") && behind.length === 0 && hasId(route) && !isPlural && asksOnce(route);
    return isNear ? { score: 4, subject: undefined } : undefined;
  },
  "user.search": (words, { people }) => {
    const { head, before, behind, owner, isMine, isSearch } = words;
    if (isMine || owner !== undefined || (behind.length > 0 && !isSearch)) return undefined;
    const score = people.get(head);
    if (score !== undefined) return { score: isSearch ? score + 0.5 : score - 1, subject: undefined };
    if (!isSearch) return undefined;
    if (CHANNELS.has(head)) return { score: 5.5, subject: undefined };
    return people.has(before.at(-1) ?? "") ? { score: 5, subject: undefined } : undefined;
  },
  "account.current": (words, { people }, route) => {
    const { head, modifiers, before, behind, isMine, isPlural, isSearch, isBy, owner } = words;
    if (behind.length > 0 || owner !== undefined || isSearch) return undefined;
    const isPerson = people.has(head);
    if (route.method === "POST" && !isMine) return undefined;
    if (isMine) return isPerson || head === "" ? { score: 8, subject: undefined } : undefined;
    if (isBy || modifiers.length > 0 || hasId(route)) return undefined;
    return isPerson && !isPlural && before.every((word) => word === "auth")
      ? { score: 6, subject: undefined }
      : undefined;
  },
  "accounts.of": (words, nouns) => {
    const { head, modifiers, isPlural, behind, between, ownedBy, owner } = words;
    if (!isPlural || between.length > 0 || (!LINKED.has(head) && !modifiers.includes("linked")))
      return undefined;
    if (owner !== undefined) return nouns.people.has(owner) ? { score: 7, subject: ownedBy } : undefined;
    return behind.length === 1 && modifiers.includes("linked") ? { score: 7, subject: behind[0] } : undefined;
  },
  characters: (words, nouns, route) =>
    words.isPlural && !nouns.people.has("character") ? owned(CHARACTERS)(words, nouns, route) : undefined,
  progression: owned(PROGRESS),
  "stats.account": owned(STATS),
  "stats.character": ({ head, owner = "", modifiers, behind, ownedBy }, { people }) => {
    const isNamed =
      modifiers.length > 0 && modifiers.every((word) => CHARACTERS.has(word) || people.has(word));
    const isTheirs = CHARACTERS.has(owner) || (isNamed && modifiers.some((word) => CHARACTERS.has(word)));
    return isTheirs && behind.length === 0 ? anyOf(STATS.get(head), ownedBy) : undefined;
  },
  "milestones.public": ({ head, modifiers, behind, owner, isMine, isSearch }) => {
    if (behind.length > 0 || owner !== undefined || isMine || isSearch) return undefined;
    const score = DATED.get(head);
    return score === undefined ? undefined : { score: score - 0.3 * modifiers.length, subject: undefined };
  },
  "milestones.content": ({ head, before, behind, owner, ownedBy }, { milestone }) => {
    if (milestone === undefined) return undefined;
    if (head === milestone && owner === undefined && behind.length === 1) return anyOf(7, behind[0]);
    const isText = ["content", "description", "text"].includes(head) && before.at(-1) === milestone;
    return isText && owner === milestone ? anyOf(8, ownedBy) : undefined;
  },
  "definitions.manifest": ({ head, behind }) =>
    behind.length === 0 && head === "manifest" ? { score: 8, subject: undefined } : undefined,
  "definitions.one": ({ head, behind }) =>
    behind.length > 1 ? anyOf(DEFINITIONS.get(head), behind[0]) : undefined,
  vault: (words, nouns) => {
    const { head, before, behind, owner, isMine } = words;
    // With nobody in its address it is that of whoever asks.
    const isTheirs = isMine || isOwned(words, nouns) || before.length === 0;
    return behind.length === 0 && owner === undefined && isTheirs ? anyOf(VAULTS.get(head)) : undefined;
  },
};

/** What people are in that is only read of: players in the news. */
const isReading = (word: string) => NEWS.has(word) || CONTENT.has(word);

/** Names that are somebody's alone. */
const NAMED = /^user_?name$/i;
const ID = /(?:^id|[_a-z]ids?|Ids?)$/i;

/** Whether nothing but an id has to be said: who is asked for by year is no person's profile. */
function asksOnce({ parameters }: Route): boolean {
  return parameters.every(
    ({ in: place, name, isRequired }) =>
      !isRequired || place === "path" || NAMED.test(name) || ID.test(name.slice(-40)),
  );
}

/** Whether an id can be given in its query. */
function hasId({ parameters }: Route): boolean {
  const isNamed = parameters.some(
    ({ in: place, name, isRequired }) => place === "query" && isRequired && NAMED.test(name),
  );
  return isNamed || parameters.some(({ in: place, name }) => place !== "path" && ID.test(name.slice(-40)));
}

/** Returns how well the words of a route fit an operation; undefined where they don't. */
export function wordFit(
  operation: OperationId,
  words: RouteWords,
  nouns: Nouns,
  route: Route,
): WordFit | undefined {
  if (route.isFeed !== (route.isFeed && operation === "trending.list")) return undefined;
  return RULES[operation](words, nouns, route);
}

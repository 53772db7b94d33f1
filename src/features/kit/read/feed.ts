import { typeTable } from "../../../game/trend-kinds.ts";
import { isSameTrend } from "../../../game/trend-search.ts";
import {
  type Audience,
  audienceOf,
  type Trend,
  type TrendKey,
  trendOfEntry,
  trendOfStub,
  type TrendRules,
} from "../../../game/trending.ts";
import type { Dated, TrendingListing } from "../../../platform/client.ts";
import { isFeed } from "../../../platform/profile/operations.ts";
import type { TrendingEntry, TrendingStub } from "../../../platform/resources/trending.ts";
import { inBatches } from "../../../base/async/map-in-batches.ts";
import { toLine } from "../../../game/readable.ts";
import type { Names } from "../../../game/names.ts";
import type { Wanted } from "./look-up-names.ts";
import { orElse, type ErrorCode, isMilepostError } from "../../../base/errors.ts";
import { capabilities, requireCapability } from "../command/capabilities.ts";
import type { KitServices } from "../command/services.ts";
import type { CommandContext } from "../command/command-context.ts";

/** How many pages are read at most, and how many at once. */
const MAX_PAGES = 12;
const PAGES_AT_ONCE = 3;

/** One entry of the list. */
export interface Listed {
  readonly trend: Trend;
  readonly stub?: TrendingStub | undefined;
  readonly entry?: TrendingEntry | undefined;
}

/** The trending entries in the platform's order, as far as they were read. */
export interface Feed {
  readonly listed: readonly Listed[];
  /** Whether the platform has more. */
  readonly hasMore: boolean;
  readonly parts: readonly Dated<TrendingListing>[];
}

export function rulesOf({ profile }: Pick<KitServices, "profile">): TrendRules {
  const list = profile.operations["trending.list"];
  return {
    types: typeTable(profile),
    article: { ...profile.article, markup: profile.wire.markup },
    isForAllAges: list?.type !== undefined || isFeed(list),
  };
}

/** Reads pages until `isEnough`, the end of the list or our limit. Throws the platform's failure. */
export async function readFeed(context: CommandContext, isEnough: (feed: Feed) => boolean): Promise<Feed> {
  requireCapability(context, capabilities.trending);
  const first = await readPage(context, 0);
  let feed = append({ listed: [], hasMore: true, parts: [] }, first, context);
  for (let page = 1; page < MAX_PAGES && feed.hasMore && !isEnough(feed); page += PAGES_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(PAGES_AT_ONCE, MAX_PAGES - page) }, (_, i) => page + i);
    // Some services answer "not found" for a page past the end.
    const pages = await inBatches(numbers, PAGES_AT_ONCE, (number) =>
      orElse(readPage(context, number), undefined, "not-found"),
    );
    for (const next of pages) {
      if (!feed.hasMore) break;
      feed = next === undefined ? { ...feed, hasMore: false } : append(feed, next, context);
    }
  }
  return feed;
}

/** How far down the list boards, suggestions and watches look. */
const ENOUGH_LISTED = 100;

export function readTopOfFeed(context: CommandContext): Promise<Feed> {
  return readFeed(context, ({ listed }) => listed.length >= ENOUGH_LISTED);
}

/** Returns the entry with this key; undefined where the list no longer has it. */
export async function findListed(
  context: CommandContext,
  key: TrendKey,
): Promise<{ readonly found: Listed | undefined; readonly feed: Feed }> {
  const findIn = ({ listed }: Feed) => listed.find(({ trend }) => isSameTrend(trend.key, key));
  const feed = await readFeed(context, (soFar) => findIn(soFar) !== undefined);
  return { found: findIn(feed), feed };
}

function readPage(
  { platform, locale, signal }: CommandContext,
  page: number,
): Promise<Dated<TrendingListing>> {
  return platform.trendingList({ page, locale, signal });
}

function append(feed: Feed, page: Dated<TrendingListing>, context: CommandContext): Feed {
  const rules = rulesOf(context);
  const seen = new Set(feed.listed.map(({ trend }) => keyOf(trend)));
  const fresh = listedOf(page.data, rules).filter(({ trend }) => {
    const isNew = !seen.has(keyOf(trend));
    seen.add(keyOf(trend));
    return isNew;
  });
  // One page may be empty where a service filters after paging; two are the end.
  const hasEnded = [feed.parts.at(-1), page].every((one) => one?.data.entries.length === 0);
  return {
    listed: [...feed.listed, ...fresh],
    hasMore: page.data.hasMore && !hasEnded,
    parts: [...feed.parts, page],
  };
}

function keyOf({ key }: Trend): string {
  return `${key.type}:${key.id}`;
}

/** By a page's cached entries, since the same page is read again and again. */
const listedBefore = new WeakMap<object, readonly Listed[]>();

function listedOf(listing: TrendingListing, rules: TrendRules): readonly Listed[] {
  const before = listedBefore.get(listing.entries);
  if (before !== undefined) return before;
  const listed =
    listing.gives === "stubs"
      ? listing.entries.map((stub) => ({ trend: trendOfStub(stub, rules), stub }))
      : listing.entries.map((entry) => ({ trend: trendOfEntry(entry, rules), entry }));
  listedBefore.set(listing.entries, listed);
  return listed;
}

/** Returns the title to search in; undefined for an entry without one. */
export function plainTitle(trend: Trend, names: Names): string | undefined {
  if (trend.title !== undefined) return toLine(trend.title);
  return trend.named === undefined ? undefined : names.of(trend.named.table, trend.named.hash)?.name;
}

/** Returns the definitions that the entries' titles and icons come from. */
export function hashesOf(trends: readonly Trend[]): Wanted {
  const of = (table: "item" | "activity") =>
    trends.flatMap(({ named }) => (named?.table === table ? [named.hash] : []));
  return { item: of("item"), activity: of("activity") };
}

/** How many details are requested at once to learn about age gates. */
const AT_ONCE = 5;

/** Failures that mean that the platform has no details of this entry. */
const HAS_NO_DETAILS: ReadonlySet<ErrorCode> = new Set([
  "not-found",
  "not-offered",
  "platform-error",
  "platform-answer",
]);

/**
 * Returns, for each entry, whether it may be shown here. Age-gated articles are shown only in age-restricted channels.
 * Stubs don't say whether they are age-gated, so their details are read: an article whose details can't be read is
 * hidden, an entry of unknown type is shown if the platform has no details of it.
 */
export async function mayBeShown(
  context: CommandContext,
  trends: readonly Trend[],
): Promise<readonly boolean[]> {
  if (context.site.isAgeRestricted) return trends.map(() => true);
  return inBatches(trends, AT_ONCE, (trend) => isForEveryone(context, trend));
}

async function isForEveryone(context: CommandContext, trend: Trend): Promise<boolean> {
  return (await audienceFor(context, trend)) === "everyone";
}

/** Returns who may see an entry; "unknown" where the platform doesn't say now. */
export async function audienceFor(context: CommandContext, trend: Trend): Promise<Audience> {
  if (trend.audience !== "unknown") return trend.audience;
  const { platform, locale, signal } = context;
  const { type, id: identifier } = trend.key;
  const isNoArticle = trend.kind === "other";
  if (type === "article") return "age-gated";
  if (!platform.offers("trending.entry")) return isNoArticle ? "everyone" : "age-gated";
  try {
    const { data } = await platform.trendingEntry({ type, identifier, locale, signal });
    const audience = audienceOf(data, rulesOf(context));
    return audience === "everyone" ? "everyone" : "age-gated";
  } catch (error) {
    if (signal.aborted) return "unknown";
    if (!isMilepostError(error)) throw error;
    if (!HAS_NO_DETAILS.has(error.code)) return "unknown";
    return isNoArticle ? "everyone" : "age-gated";
  }
}

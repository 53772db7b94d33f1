import { isMilepostError } from "../../base/errors.ts";
import { foldCase } from "../../base/text.ts";
import type { Names } from "../../game/names.ts";
import { type TrendFilter, isOfKind, trendKeyText } from "../../game/trend-search.ts";
import { toLine } from "../../game/readable.ts";
import { type Trend, trendOfArticle } from "../../game/trending.ts";
import type { Dated } from "../../platform/client.ts";
import { cutPage } from "../kit/view/pages.ts";
import type { TrendingPage } from "./view/list.ts";
import { ageOf, lookUpNames } from "../kit/read/look-up-names.ts";
import { closestFirst } from "../kit/command/suggest.ts";
import { offersOfTrends } from "../kit/read/remind-me-offers.ts";
import { type Feed, hashesOf, mayBeShown, plainTitle, readFeed, rulesOf } from "../kit/read/feed.ts";
import { findByTitle, titleHere, titleValue } from "./find-by-title.ts";
import type { CommandContext } from "../kit/command/command-context.ts";

/** How many entries a page has, for little scrolling on a phone. */
const PAGE_SIZE = 5;

/** Shows one page of what trends, as far as it may be shown here. */
export async function listTrends(
  context: CommandContext,
  filter: TrendFilter,
  page: number,
): Promise<{ readonly page: TrendingPage; readonly names: Names }> {
  const listed =
    filter.search === undefined
      ? await browse(context, filter, page)
      : await search(context, { ...filter, search: filter.search }, page);
  const modifier = listed.trends.flatMap(({ modifiers }) => modifiers ?? []);
  const offers = offersOfTrends(context, listed.trends);
  return {
    page: { ...listed, offers },
    names: await lookUpNames(context, { ...hashesOf(listed.trends), modifier }),
  };
}

async function browse(context: CommandContext, filter: TrendFilter, page: number): Promise<TrendingPage> {
  const matching = ({ listed }: Feed) =>
    listed.map(({ trend }) => trend).filter((trend) => isOfKind(trend, filter.kind));
  const feed = await readFeed(context, (soFar) => matching(soFar).length > (page + 1) * PAGE_SIZE);
  const { entries, at } = cutPage(matching(feed), page, PAGE_SIZE);
  const { pages, ...place } = at;
  const shown = await mayBeShown(context, entries);
  return {
    ...place,
    ...(!feed.hasMore && { pages }),
    filter,
    trends: entries.filter((_, index) => shown[index]),
    hidden: shown.filter((isShown) => !isShown).length,
    age: ageOf(feed.parts),
    isPartial: false,
  };
}

/** Returns the only entry with exactly this title; undefined where there are several. */
export function namedExactly({ trends, filter }: TrendingPage, names: Names): string | undefined {
  const search = foldCase(filter.search ?? "");
  if (search === "") return undefined;
  const [one, other] = trends.filter(
    (trend) => foldCase(titleValue(plainTitle(trend, names) ?? "")) === search,
  );
  return one === undefined || other !== undefined ? undefined : trendKeyText(one.key);
}

/** Leaves out what may not be shown here before results are counted, so that searching reveals nothing. */
async function search(
  context: CommandContext,
  filter: TrendFilter & { readonly search: string },
  page: number,
): Promise<TrendingPage> {
  const [feed, older] = await Promise.all([readFeed(context, () => false), searchArticles(context, filter)]);
  const trending = await findByTitle(context, feed, filter);
  if (trending.length + older.trends.length === 0) {
    const title = await titleHere(context, feed, filter);
    if (title !== undefined) return search(context, { ...filter, search: title }, page);
  }
  const known = new Set(trending.flatMap(marksOf));
  const others = older.trends.filter((trend) => !marksOf(trend).some((mark) => known.has(mark)));
  const names = await lookUpNames(context, hashesOf(trending));
  const found = closestFirst([...trending, ...others], filter.search, (trend) => plainTitle(trend, names));
  const { entries, at } = cutPage(found, page, PAGE_SIZE);
  return {
    ...at,
    filter,
    trends: entries,
    hidden: 0,
    age: ageOf([...feed.parts, ...older.parts]),
    isPartial: older.hasFailed,
  };
}

/** Returns an article's id, and its title with its date: the id of a piece of news may be another than its article's. */
function marksOf({ key, contentId = key.id, title, published }: Trend): readonly string[] {
  const isDated = title !== undefined && published !== undefined;
  return isDated ? [contentId, `${foldCase(toLine(title))} ${published}`] : [contentId];
}

interface OlderArticles {
  readonly trends: readonly Trend[];
  readonly parts: readonly Dated<unknown>[];
  readonly hasFailed: boolean;
}

/** Searches articles that no longer trend, where the platform can. */
async function searchArticles(
  context: CommandContext,
  filter: TrendFilter & { readonly search: string },
): Promise<OlderArticles> {
  const { platform, locale, signal } = context;
  const isAsked = filter.kind === undefined || filter.kind === "news";
  if (!isAsked || !platform.offers("content.search")) return { trends: [], parts: [], hasFailed: false };
  try {
    const found = await platform.contentSearch({ text: filter.search, locale, signal });
    const trends = found.data.entries.map((item) => trendOfArticle(item, rulesOf(context)));
    const shown = await mayBeShown(context, trends);
    return { trends: trends.filter((_, index) => shown[index]), parts: [found], hasFailed: false };
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return { trends: [], parts: [], hasFailed: true };
  }
}

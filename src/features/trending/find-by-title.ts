import { cutText } from "../../base/text.ts";
import { type TrendFilter, hasWords, isOfKind, isSameTrend } from "../../game/trend-search.ts";
import type { Trend } from "../../game/trending.ts";
import { type CommandContext, withReader } from "../kit/command/command-context.ts";
import { otherLocale } from "../kit/settings/settings.ts";
import { lookUpNames } from "../kit/read/look-up-names.ts";
import { type Feed, hashesOf, mayBeShown, plainTitle, readFeed } from "../kit/read/feed.ts";

/** How many search results are looked at; a wider search is too wide to page through. */
const MAX_FOUND = 40;
const VALUE_LENGTH = 100;

type Search = TrendFilter & { readonly search: string };

/** Returns entries whose title contains the words and which may be shown here. */
export async function findByTitle(
  context: CommandContext,
  feed: Feed,
  filter: Search,
): Promise<readonly Trend[]> {
  const all = feed.listed.map(({ trend }) => trend).filter((trend) => isOfKind(trend, filter.kind));
  const names = await lookUpNames(context, hashesOf(all));
  const matching = all
    .filter((trend) => trend.audience !== "age-gated" || context.site.isAgeRestricted)
    .filter((trend) => hasWords(plainTitle(trend, names) ?? "", filter.search))
    .slice(0, MAX_FOUND);
  const shown = await mayBeShown(context, matching);
  return matching.filter((_, index) => shown[index]);
}

/** Returns the title here of the only entry that has the words in the other language it may have been read in. */
export async function titleHere(
  context: CommandContext,
  feed: Feed,
  filter: Search,
): Promise<string | undefined> {
  const locale = otherLocale(context);
  if (locale === undefined) return undefined;
  const there = withReader(context, { locale });
  const [found, another] = await findByTitle(there, await readFeed(there, () => false), filter);
  const here = feed.listed.find(({ trend }) => found !== undefined && isSameTrend(trend.key, found.key));
  if (here === undefined || another !== undefined) return undefined;
  const names = await lookUpNames(context, hashesOf([here.trend]));
  const title = plainTitle(here.trend, names) ?? "";
  return hasWords(title, filter.search) || title === "" ? undefined : title;
}

/** Returns a title as an option's value: Discord takes 100 characters. */
export function titleValue(title: string): string {
  return cutText(title, VALUE_LENGTH).trim();
}

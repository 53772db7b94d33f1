import { listWords } from "../../../base/list-words.ts";
import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { section, text as textOf, thumbnail, reply, select } from "../../../discord/reply/build.ts";
import type { Block, Reply, SelectEntry } from "../../../discord/reply/reply.ts";
import { type TrendFilter, trendKeyText } from "../../../game/trend-search.ts";
import { type Trend, isMadeByPlayers } from "../../../game/trending.ts";
import {
  type NamedContext,
  type Age,
  type ViewContext,
  count,
  inOneLine,
  inPlain,
  small,
} from "../../kit/view/view-context.ts";
import { type PageOfList, pageButtons, pageLine } from "../../kit/view/pages.ts";
import {
  ageLine,
  buttonRow,
  facts,
  joined,
  lines,
  notice,
  playerContentButtons,
  termLine,
  iconEntry,
} from "../../kit/view/parts.ts";
import { kindName, titleOf } from "../../kit/view/trend-title.ts";
import { remindMeSelect } from "../../kit/view/remind-me-button.ts";
import { trendingCalls } from "./calls.ts";
import { entryDate } from "../../kit/view/card-dates.ts";
import { mosaicBlock, tileOf } from "../../kit/view/entry-cards.ts";

const TAGLINE_LENGTH = 140;
const LABEL_LENGTH = 100;
const MODIFIERS = 3;

/** One page of entries that all its readers may see. */
export interface TrendingPage extends PageOfList {
  readonly filter: TrendFilter;
  readonly trends: readonly Trend[];
  /** How many age-gated entries of this page are left out. */
  readonly hidden: number;
  readonly age?: Age | undefined;
  /** Whether the search in older articles failed. */
  readonly isPartial: boolean;
  /** The values of "Remind me" by entry key, for entries with a future date. */
  readonly offers?: ReadonlyMap<string, string>;
}

export function trendingReply(page: TrendingPage, context: NamedContext): Reply {
  const { trending } = context.texts;
  if (page.trends.length === 0 && page.hidden === 0) return emptyReply(page, context);
  const hasPlayerContent = page.trends.some((trend) => isMadeByPlayers(trend.kind));
  const footer = footerOf(page, context);
  return {
    again: trendingCalls.page({ ...stateOf(page.filter), page: page.page }),
    ...reply(
      textOf(md`## ${headingOf(page.filter, context)}`),
      ...trendBlocks(page, context),
      page.hidden > 0 && textOf(small(md`${trending.hiddenHere(page.hidden, count(context, page.hidden))}`)),
      ...openSelect(page, context),
      ...remindMeSelect(offersOf(page, context), context),
      ...buttonRow([
        ...pageButtons(context, page, (to) => trendingCalls.page({ ...stateOf(page.filter), page: to })),
        ...(hasPlayerContent
          ? playerContentButtons(context, { report: trendingCalls.report(), hide: trendingCalls.hide() })
          : []),
      ]),
      ...(footer === undefined ? [] : [textOf(footer)]),
    ),
  };
}

/** Returns the state that leads back to this list. */
function stateOf(filter: TrendFilter) {
  return {
    ...(filter.kind !== undefined && { kind: filter.kind }),
    ...(filter.search !== undefined && { search: filter.search }),
  };
}

/** Returns one picture, and what changes soon in words; without pictures, a section per entry. */
function trendBlocks({ trends, filter }: TrendingPage, context: NamedContext): readonly Block[] {
  const heading = headingOf(filter, context);
  const twin = joinMarkdown(
    trends.map((trend) => trendWords(trend, context)),
    "\n\n",
  );
  const tiles = trends.map((trend) => tileOf(trend, context));
  const card = mosaicBlock(heading, { tiles, twin }, context);
  if (card.length === 0) return trends.map((trend) => trendBlock(trend, context));
  const passing = lines(trends.map((trend) => passingLine(trend, context)));
  return [...card, ...(passing === undefined ? [] : [textOf(passing)])];
}

/** Live timestamps, since a picture can't count down. */
function passingLine(trend: Trend, context: NamedContext): Markdown | undefined {
  const when = termLine(context, trend);
  return when === undefined ? undefined : small(md`**${titleOf(trend, context)}** · ${when}`);
}

function trendBlock(trend: Trend, context: NamedContext): Block {
  const title = titleOf(trend, context);
  const url = context.imageUrl(trend.picture) ?? thingOf(trend, context)?.iconUrl;
  const beside = url === undefined ? undefined : thumbnail(url, context.texts.trending.picture(title));
  return section(trendWords(trend, context), beside);
}

function trendWords(trend: Trend, context: NamedContext): Markdown {
  const tagline = trend.tagline ?? thingOf(trend, context)?.description ?? modifiersOf(trend, context);
  return trendText({ ...trend, tagline }, titleOf(trend, context), context);
}

function thingOf({ named }: Trend, { names }: NamedContext) {
  return named && names.of(named.table, named.hash);
}

/** Returns an activity's modifiers, where it has no description; unnamed ones are left out. */
function modifiersOf({ modifiers = [] }: Trend, context: NamedContext): string | undefined {
  const known = modifiers.flatMap((hash) => context.names.of("modifier", hash)?.name ?? []);
  const { language, trending } = context.texts;
  return known.length === 0 ? undefined : trending.with(listWords(known.slice(0, MODIFIERS), language));
}

function trendText(trend: Trend, title: string, context: ViewContext): Markdown {
  const { trending } = context.texts;
  const tagline = trend.tagline === undefined ? "" : inOneLine(trend.tagline, TAGLINE_LENGTH);
  const facets = facts([
    trend.isFeatured && md`${trending.featured}`,
    title !== kindName(trend, context) && md`${kindName(trend, context)}`,
    trend.author !== undefined && md`${trending.by(inPlain(trend.author, 40))}`,
    trend.channel !== undefined && md`${trending.channel(inPlain(trend.channel, 40))}`,
    trend.votes !== undefined && md`${trending.votes(trend.votes, count(context, trend.votes))}`,
    termLine(context, trend) ?? (trend.published === undefined ? undefined : timestamp(trend.published, "R")),
  ]);
  return joined([md`**${title}**`, tagline !== "" && md`${tagline}`, facets !== undefined && small(facets)]);
}

function headingOf(filter: TrendFilter, context: ViewContext): string {
  const { trending, commands } = context.texts;
  if (filter.search !== undefined) return trending.titleOfSearch(inPlain(filter.search, 60));
  if (filter.kind === undefined) return trending.title;
  return trending.titleOfKind(commands.trending.options.kind.choices[filter.kind]);
}

function openSelect(page: TrendingPage, context: NamedContext): readonly Block[] {
  const entries = page.trends.flatMap((trend): readonly SelectEntry[] => {
    const value = trendKeyText(trend.key);
    if (value === undefined) return [];
    const label = inPlain(titleOf(trend, context), LABEL_LENGTH);
    const { named } = trend;
    const icon = named && context.names.of(named.table, named.hash);
    const description = kindName(trend, context);
    return [{ label, value, description, date: entryDate(trend, context), ...iconEntry(context, icon) }];
  });
  if (entries.length === 0) return [];
  const state = { ...stateOf(page.filter), page: page.page };
  return [select(context.texts.trending.open, trendingCalls.open(state), entries)];
}

function offersOf({ trends, offers }: TrendingPage, context: NamedContext): readonly SelectEntry[] {
  return trends.flatMap((trend) => {
    const value = offers?.get(trendKeyText(trend.key) ?? "");
    const label = inPlain(titleOf(trend, context), LABEL_LENGTH);
    return value === undefined ? [] : [{ value, label, date: entryDate(trend, context) }];
  });
}

function footerOf(page: TrendingPage, context: ViewContext): Markdown | undefined {
  return lines([
    pageLine(context, page),
    page.isPartial && small(md`${context.texts.trending.olderUnsearched}`),
    ageLine(context, page.age),
  ]);
}

function emptyReply(page: TrendingPage, context: ViewContext): Reply {
  const { trending } = context.texts;
  const isFiltered = page.filter.kind !== undefined || page.filter.search !== undefined;
  const footer = footerOf(page, context);
  const said = isFiltered ? trending.nothingFound : trending.nothing;
  return { ...notice(said, footer && textOf(footer)), isForAsker: true };
}

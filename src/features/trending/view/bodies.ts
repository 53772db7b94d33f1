import { type Markdown, md, timestamp } from "../../../base/markdown.ts";
import type { Article } from "../../../game/article.ts";
import type { TrendDetails } from "../../../game/trend-details.ts";
import { isMadeByPlayers, type Trend } from "../../../game/trending.ts";
import {
  type NamedContext,
  type Age,
  type ViewContext,
  TITLE_LENGTH,
  count,
  inOneLine,
  inPlain,
  small,
} from "../../kit/view/view-context.ts";
import { TAGLINE_LENGTH } from "../../kit/view/entry-cards.ts";
import { contentLists, milestoneLists, nameOf, objectiveName } from "../../kit/view/milestone-parts.ts";
import { alwaysLine, bulletList, facts, inlineList, lines, termLines } from "../../kit/view/parts.ts";
import { readablePages, readableStart } from "../../kit/view/readable.ts";
import { titleOf } from "../../kit/view/trend-title.ts";
import type { TrendListState } from "./calls.ts";

const SUMMARY_LENGTH = 300;
const LIST_LENGTH = 8;

export interface TrendingEntryView {
  readonly trend: Trend;
  readonly details: TrendDetails;
  /** What a collection contains, as far as it may be shown here. */
  readonly contents: readonly Trend[];
  /** Its web page, if known. */
  readonly pageUrl?: string | undefined;
  readonly age?: Age | undefined;
  /** The part of a long text. */
  readonly part: number;
  /** The list it was opened from. */
  readonly list: TrendListState;
  /** The value of "Remind me", where it has a future date. */
  readonly offer?: string | undefined;
}

/** What an entry's kind shows between title and buttons. */
export interface Body {
  readonly picture?: string | undefined;
  readonly icon?: string | undefined;
  /** What it is, in a sentence; also on its picture. */
  readonly opening?: Markdown | undefined;
  readonly texts: readonly Markdown[];
  /** How many parts a long text has. */
  readonly parts?: number;
}

export function bodyOf(view: TrendingEntryView, context: NamedContext): Body {
  const { details } = view;
  switch (details.type) {
    case "article":
      return articleBody(details.article, view, context);
    case "item":
    case "activity":
      return thingBody(details, context);
    case "ritual":
      return ritualBody(details, context);
    case "creation":
      return creationBody(details, view, context);
    case "stream": {
      const channel =
        details.channel === undefined
          ? undefined
          : md`${context.texts.trending.channel(inPlain(details.channel, 80))}`;
      const { opening, below } = aboutOf(view.trend.tagline, taglineOf(view.trend, context));
      return { picture: details.picture, opening, texts: known([channel, below]) };
    }
    case "plain":
      return plainBody(view, context);
  }
}

function articleBody(article: Article, view: TrendingEntryView, context: ViewContext): Body {
  const { trending } = context.texts;
  const pages = article.body === undefined ? [] : readablePages(article.body, context.mayLink);
  const part = Math.min(Math.max(0, view.part), Math.max(0, pages.length - 1));
  const summary = article.summary === undefined ? "" : inOneLine(article.summary, SUMMARY_LENGTH);
  const opening = part > 0 || summary === "" ? undefined : md`**${summary}**`;
  const text = pages[part] ?? (opening === undefined ? md`${trending.text.none}` : undefined);
  return {
    picture: article.picture,
    opening: part > 0 ? undefined : lines([bylineOf(article, context), opening]),
    texts: known([text]),
    parts: Math.max(1, pages.length),
  };
}

function bylineOf(article: Article, context: ViewContext): Markdown | undefined {
  const { trending } = context.texts;
  const { published, changed, author } = article;
  const when = published === undefined ? undefined : timestamp(published, "D");
  const by = author === undefined ? undefined : inPlain(author, 60);
  const first =
    by !== undefined && when !== undefined
      ? trending.byOn(by, when)
      : (when ?? (by && md`${trending.by(by)}`));
  const byline = facts([
    first !== "" && first,
    changed !== undefined && trending.changed(timestamp(changed, "R")),
  ]);
  return byline === undefined ? undefined : small(byline);
}

function thingBody(details: Extract<TrendDetails, { hash: number }>, context: NamedContext): Body {
  const { shared, trending } = context.texts;
  const thing = context.names.of(details.type, details.hash);
  const about =
    thing?.description === undefined ? undefined : readableStart(thing.description, context.mayLink);
  const { opening, below } = aboutOf(thing?.description, about);
  const start = { icon: thing?.iconUrl, opening };
  const ownTexts = (texts: readonly Markdown[]) =>
    opening === undefined && texts.length === 0 ? [nothingMore(context)] : texts;
  if (details.type === "item") return { ...start, texts: ownTexts(known([below])) };
  const challenges = details.challenges.map((hash) => objectiveName(hash, context));
  const modifiers = details.modifiers.map((hash) => nameOf("modifier", hash, context));
  const rewards = details.rewards.map(({ hash, quantity }) => {
    const name = nameOf("item", hash, context);
    return quantity > 1 ? trending.quantity(name, count(context, quantity)) : name;
  });
  const texts = known([
    below,
    bulletList(context, shared.challenges, challenges, LIST_LENGTH),
    inlineList(context, shared.modifiers, modifiers, LIST_LENGTH),
    bulletList(context, shared.rewards, rewards, LIST_LENGTH),
  ]);
  return { ...start, texts: ownTexts(texts) };
}

/** What a card has whole isn't said again below it. */
function aboutOf(
  text: string | undefined,
  shown: Markdown | undefined,
): { readonly opening?: Markdown | undefined; readonly below?: Markdown | undefined } {
  const isOnCard = text !== undefined && inOneLine(text, TAGLINE_LENGTH + 1).length <= TAGLINE_LENGTH;
  return isOnCard ? { opening: shown } : { below: shown };
}

function ritualBody(details: Extract<TrendDetails, { type: "ritual" }>, context: NamedContext): Body {
  const term = termLines(context, details) ?? (details.milestone && termLines(context, details.milestone));
  const subtitle = details.subtitle === undefined ? "" : inOneLine(details.subtitle, SUMMARY_LENGTH);
  return {
    picture: details.picture,
    icon: context.imageUrl(details.icon),
    opening: subtitle === "" ? undefined : md`${subtitle}`,
    texts: known([
      term ?? alwaysLine(context, details),
      ...(details.content === undefined ? [] : contentLists(details.content, context, details.subtitle)),
      ...(details.milestone === undefined ? [] : milestoneLists(details.milestone, context)),
    ]),
  };
}

function creationBody(
  details: Extract<TrendDetails, { type: "creation" }>,
  view: TrendingEntryView,
  context: ViewContext,
): Body {
  const { trending } = context.texts;
  const pages = details.body === undefined ? [] : readablePages(details.body);
  const part = Math.min(Math.max(0, view.part), Math.max(0, pages.length - 1));
  const facets = facts([
    details.author !== undefined && md`${trending.by(inPlain(details.author, 60))}`,
    details.votes !== undefined && md`${trending.votes(details.votes, count(context, details.votes))}`,
  ]);
  const isOnCard = part === 0 && isSame(details.body, view.trend.tagline);
  return {
    picture: details.picture,
    ...(isOnCard && { opening: pages[part] }),
    texts: known([facets === undefined ? undefined : small(facets), isOnCard ? undefined : pages[part]]),
    parts: Math.max(1, pages.length),
  };
}

/** A creation often is no more than its tagline. */
function isSame(body: string | undefined, tagline: string | undefined): boolean {
  if (body === undefined || tagline === undefined) return false;
  const [one, other] = [body, tagline].map((text) => inOneLine(text, TAGLINE_LENGTH + 1));
  return one === other && (one?.length ?? 0) <= TAGLINE_LENGTH;
}

function plainBody({ trend, contents }: TrendingEntryView, context: NamedContext): Body {
  const titles = contents.map((entry) => inPlain(titleOf(entry, context), TITLE_LENGTH));
  const { opening, below } = aboutOf(trend.tagline, taglineOf(trend, context));
  const texts = known([
    below,
    termLines(context, trend) ??
      (trend.published === undefined ? undefined : small(timestamp(trend.published, "D"))),
    bulletList(context, context.texts.trending.contains, titles, LIST_LENGTH),
  ]);
  return { opening, texts: opening === undefined && texts.length === 0 ? [nothingMore(context)] : texts };
}

function taglineOf({ tagline, kind }: Trend, { mayLink }: ViewContext): Markdown | undefined {
  return tagline === undefined
    ? undefined
    : readableStart(tagline, isMadeByPlayers(kind) ? undefined : mayLink);
}

function nothingMore(context: ViewContext): Markdown {
  return md`${context.texts.trending.nothingMore}`;
}

function known(texts: readonly (Markdown | undefined)[]): readonly Markdown[] {
  return texts.filter((text) => text !== undefined);
}

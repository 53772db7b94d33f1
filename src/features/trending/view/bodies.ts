import { type Markdown, md, timestamp } from "../../../base/markdown.ts";
import type { Article } from "../../../game/article.ts";
import type { Names } from "../../../game/names.ts";
import type { TrendDetails } from "../../../game/trend-details.ts";
import type { Trend } from "../../../game/trending.ts";
import {
  type ViewContext,
  TITLE_LENGTH,
  count,
  inOneLine,
  inPlain,
  small,
} from "../../shared/view/view-context.ts";
import { contentLists, milestoneLists, nameOf, objectiveName } from "../../shared/view/milestone-parts.ts";
import { bulletList, facts, inlineList, termLines } from "../../shared/view/parts.ts";
import { readablePages, readableStart } from "../../shared/view/readable.ts";
import type { TrendingEntryView } from "./entry.ts";
import { titleOf } from "./list.ts";

const SUMMARY_LENGTH = 300;
const LIST_LENGTH = 8;

/** What a kind of entry has to show between its title and its buttons. */
export interface Body {
  readonly picture?: string | undefined;
  readonly icon?: string | undefined;
  readonly texts: readonly Markdown[];
  /** How many parts the text has, where it is long. */
  readonly parts?: number;
}

export function bodyOf(view: TrendingEntryView, names: Names, look: ViewContext): Body {
  const { details } = view;
  switch (details.type) {
    case "article":
      return articleBody(details.article, view, look);
    case "item":
    case "activity":
      return thingBody(details, names, look);
    case "ritual":
      return ritualBody(details, names, look);
    case "creation":
      return creationBody(details, view, look);
    case "stream": {
      const channel =
        details.channel === undefined
          ? undefined
          : md`${look.texts.trending.channel(inPlain(details.channel, 80))}`;
      return { picture: details.picture, texts: known([channel, taglineOf(view.trend)]) };
    }
    case "plain":
      return plainBody(view, names, look);
  }
}

function articleBody(article: Article, view: TrendingEntryView, look: ViewContext): Body {
  const { trending } = look.texts;
  const pages = article.body === undefined ? [] : readablePages(article.body);
  const part = Math.min(Math.max(0, view.part), Math.max(0, pages.length - 1));
  const summary = article.summary === undefined ? "" : inOneLine(article.summary, SUMMARY_LENGTH);
  const opening = part > 0 || summary === "" ? undefined : md`**${summary}**`;
  const text = pages[part] ?? (opening === undefined ? md`${trending.text.none}` : undefined);
  return {
    picture: article.picture,
    texts: known([part > 0 ? undefined : bylineOf(article, look), opening, text]),
    parts: Math.max(1, pages.length),
  };
}

function bylineOf(article: Article, look: ViewContext): Markdown | undefined {
  const { trending } = look.texts;
  const { published, changed, author } = article;
  const when = published === undefined ? undefined : timestamp(published, "D");
  const by = author === undefined ? undefined : inPlain(author, 60);
  const first =
    by !== undefined && when !== undefined
      ? trending.byOn(by, when)
      : (when ?? (by && md`${trending.by(by)}`));
  const byline = facts([
    first === "" ? undefined : first,
    changed === undefined ? undefined : trending.changed(timestamp(changed, "R")),
  ]);
  return byline === undefined ? undefined : small(byline);
}

function thingBody(details: Extract<TrendDetails, { hash: number }>, names: Names, look: ViewContext): Body {
  const { shared, trending } = look.texts;
  const thing = names.of(details.type, details.hash);
  const about = thing?.description === undefined ? undefined : readableStart(thing.description);
  if (details.type === "item") return { icon: thing?.iconUrl, texts: [about ?? nothingMore(look)] };
  const challenges = details.challenges.map((hash) => objectiveName(hash, names, look));
  const modifiers = details.modifiers.map((hash) => nameOf("modifier", hash, { names, look }));
  const rewards = details.rewards.map(({ hash, quantity }) => {
    const name = nameOf("item", hash, { names, look });
    return quantity > 1 ? trending.quantity(name, count(look, quantity)) : name;
  });
  const texts = known([
    about,
    bulletList(look, shared.challenges, challenges, LIST_LENGTH),
    inlineList(look, shared.modifiers, modifiers, LIST_LENGTH),
    bulletList(look, shared.rewards, rewards, LIST_LENGTH),
  ]);
  return { icon: thing?.iconUrl, texts: texts.length === 0 ? [nothingMore(look)] : texts };
}

function ritualBody(
  details: Extract<TrendDetails, { type: "ritual" }>,
  names: Names,
  look: ViewContext,
): Body {
  const term = termLines(look, details) ?? (details.milestone && termLines(look, details.milestone));
  const subtitle = details.subtitle === undefined ? "" : inOneLine(details.subtitle, SUMMARY_LENGTH);
  return {
    picture: details.picture,
    icon: look.imageUrl(details.icon),
    texts: known([
      subtitle === "" ? undefined : md`${subtitle}`,
      term ?? md`${look.texts.shared.always}`,
      ...(details.content === undefined
        ? []
        : contentLists(details.content, { names, look }, details.subtitle)),
      ...(details.milestone === undefined ? [] : milestoneLists(details.milestone, names, look)),
    ]),
  };
}

function creationBody(
  details: Extract<TrendDetails, { type: "creation" }>,
  view: TrendingEntryView,
  look: ViewContext,
): Body {
  const { trending } = look.texts;
  const pages = details.body === undefined ? [] : readablePages(details.body);
  const part = Math.min(Math.max(0, view.part), Math.max(0, pages.length - 1));
  const facets = facts([
    details.author === undefined ? undefined : md`${trending.by(inPlain(details.author, 60))}`,
    details.votes === undefined
      ? undefined
      : md`${trending.votes(details.votes, count(look, details.votes))}`,
  ]);
  return {
    picture: details.picture,
    texts: known([facets === undefined ? undefined : small(facets), pages[part]]),
    parts: Math.max(1, pages.length),
  };
}

function plainBody({ trend, contents }: TrendingEntryView, names: Names, look: ViewContext): Body {
  const titles = contents.map((entry) => inPlain(titleOf(entry, names, look), TITLE_LENGTH));
  const texts = known([
    taglineOf(trend),
    termLines(look, trend),
    bulletList(look, look.texts.trending.contains, titles, LIST_LENGTH),
  ]);
  return { texts: texts.length === 0 ? [nothingMore(look)] : texts };
}

function taglineOf(trend: Trend): Markdown | undefined {
  return trend.tagline === undefined ? undefined : readableStart(trend.tagline);
}

function nothingMore(look: ViewContext): Markdown {
  return md`${look.texts.trending.nothingMore}`;
}

function known(texts: readonly (Markdown | undefined)[]): readonly Markdown[] {
  return texts.filter((text) => text !== undefined);
}

import { type Markdown, md } from "../../../base/markdown.ts";
import {
  actionButton,
  buttons,
  gallery,
  section,
  text as textOf,
  thumbnail,
  reply,
} from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { trendKeyText } from "../../../game/trend-search.ts";
import { isMadeByPlayers } from "../../../game/trending.ts";
import { type NamedContext, type ViewContext, count, small, inPlain } from "../../kit/view/view-context.ts";
import {
  ageLine,
  buttonRow,
  facts,
  joined,
  lines,
  notice,
  pageLinkButton,
  playerContentButtons,
} from "../../kit/view/parts.ts";
import { remindMeButton } from "../../kit/view/remind-me-button.ts";
import { type Body, bodyOf, type TrendingEntryView } from "./bodies.ts";
import { kindName, titleOf } from "../../kit/view/trend-title.ts";
import { trendingCalls, type TrendListState } from "./calls.ts";
import type { TrendDetails } from "../../../game/trend-details.ts";
import { fullDay } from "../../kit/view/card-dates.ts";
import { type CardWhen, cardTerm, eventBlock } from "../../kit/view/entry-cards.ts";

const AUTHOR_LENGTH = 40;

/** Returns an opened entry as a picture, `twin` being its text; nothing where pictures are off. */
function entryCardBlock(
  { trend, details }: Pick<TrendingEntryView, "trend" | "details">,
  { twin, ...art }: { readonly picture: string; readonly isIcon: boolean; readonly twin: Markdown },
  context: NamedContext,
): readonly Block[] {
  const thing = "hash" in details ? context.names.of(details.type, details.hash) : undefined;
  const content = {
    kind: trend.kind,
    kindName: kindName(trend, context),
    title: titleOf(trend, context),
    about: taglineOf(details) ?? trend.tagline ?? thing?.description,
    ...art,
    rewards: rewardsOf(details).map((hash) => context.names.of("item", hash)),
    ...whenOf(details, context),
  };
  return eventBlock(content, twin, context);
}

function taglineOf(details: TrendDetails): string | undefined {
  if (details.type === "ritual") return details.subtitle;
  return details.type === "article" ? details.article.summary : undefined;
}

function rewardsOf(details: TrendDetails): readonly number[] {
  if (details.type === "ritual") return details.content?.rewards.flatMap(({ items }) => items) ?? [];
  return details.type === "activity" ? details.rewards.map(({ hash }) => hash) : [];
}

/** Returns when something is on, or when it was written. */
function whenOf(details: TrendDetails, context: ViewContext): CardWhen {
  if (details.type === "article") {
    const { published, author } = details.article;
    const by = author === undefined ? undefined : context.texts.trending.by(inPlain(author, AUTHOR_LENGTH));
    return published === undefined ? {} : { when: fullDay(published, context), whenDetail: by };
  }
  if (details.type !== "ritual") return {};
  const { starts = details.milestone?.starts, ends = details.milestone?.ends } = details;
  return cardTerm({ starts, ends }, context);
}

export function trendingEntryReply(view: TrendingEntryView, context: NamedContext): Reply {
  const body = bodyOf(view, context);
  const parts = body.parts ?? 1;
  const part = Math.min(Math.max(0, view.part), parts - 1);
  const age = ageLine(context, view.age);
  const picture = part === 0 ? context.imageUrl(body.picture ?? view.trend.picture) : undefined;
  return {
    again: trendingCalls.open({ ...view.list, entry: trendKeyText(view.trend.key), part }),
    ...reply(
      ...openingBlocks(view, body, picture, context),
      ...body.texts.map(textOf),
      ...(age === undefined ? [] : [textOf(age)]),
      ...partButtons(view, part, parts, context),
      ...buttonRow([
        backButton(view.list, context),
        remindMeButton(view.offer, context),
        pageLinkButton(context, view.pageUrl),
        ...(isMadeByPlayers(view.trend.kind)
          ? playerContentButtons(context, {
              report: trendingCalls.report({ entry: trendKeyText(view.trend.key) }),
              hide: trendingCalls.hide(),
            })
          : []),
      ]),
    ),
  };
}

/** For an entry whose age gate this channel doesn't pass. */
export function ageGateReply(list: TrendListState, context: ViewContext): Reply {
  return notice(context.texts.trending.onlyAgeRestricted, buttons(backButton(list, context)));
}

function backButton(list: TrendListState, context: ViewContext) {
  return actionButton(context.texts.shared.back, trendingCalls.page(list));
}

/** Returns a card if the entry has a picture and cards are drawn; else text. */
function openingBlocks(
  view: TrendingEntryView,
  { icon, opening }: Body,
  picture: string | undefined,
  context: NamedContext,
): readonly Block[] {
  const header = headerText(view, context);
  const words = opening === undefined ? [] : [textOf(opening)];
  const twin = lines([facetsText(view, context), opening]) ?? header;
  const drawn = picture ?? icon;
  const card =
    drawn === undefined
      ? []
      : entryCardBlock(view, { picture: drawn, isIcon: picture === undefined, twin }, context);
  // A title must not be in a picture only; then the text below needs none.
  const heading = textOf(md`**${titleOf(view.trend, context)}**`);
  if (card.length > 0) return [heading, ...card];
  if (picture !== undefined) return [textOf(header), galleryOf(picture, view, context), ...words];
  const title = titleOf(view.trend, context);
  const beside = icon === undefined ? undefined : thumbnail(icon, context.texts.trending.picture(title));
  return [section(header, beside), ...words];
}

function headerText(view: TrendingEntryView, context: NamedContext): Markdown {
  return joined([facetsText(view, context), md`## ${titleOf(view.trend, context)}`]);
}

/** Returns its kind, unless the title says it, and its audience. */
function facetsText({ trend, details }: TrendingEntryView, context: NamedContext): Markdown | undefined {
  const { trending } = context.texts;
  const gate = details.type === "article" ? details.article.ageGate : undefined;
  const title = titleOf(trend, context);
  const facets = facts([
    title !== kindName(trend, context) && md`${kindName(trend, context)}`,
    trend.isFeatured && md`${trending.featured}`,
    gate !== undefined && md`${gate > 0 ? trending.ages(count(context, gate)) : trending.agesUnknown}`,
  ]);
  return facets && small(facets);
}

function galleryOf(url: string, { trend }: TrendingEntryView, context: NamedContext): Block {
  const description = context.texts.trending.picture(titleOf(trend, context));
  return gallery({ url, description });
}

function partButtons(
  view: TrendingEntryView,
  part: number,
  parts: number,
  context: ViewContext,
): readonly Block[] {
  if (parts < 2) return [];
  const { runtime, trending } = context.texts;
  const entry = trendKeyText(view.trend.key);
  const turn = (label: string, to: number) =>
    actionButton(label, trendingCalls.open({ ...view.list, entry, part: to }), {
      disabled: to < 0 || to >= parts,
    });
  return [
    textOf(small(md`${trending.text.continued(count(context, part + 1), count(context, parts))}`)),
    buttons(turn(runtime.pages.previous, part - 1), turn(runtime.pages.next, part + 1)),
  ];
}

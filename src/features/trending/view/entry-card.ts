import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { TrendDetails } from "../../../game/trend-details.ts";
import { fullDay } from "../../kit/view/card-dates.ts";
import { type CardWhen, cardTerm, eventBlock } from "../../kit/view/event-card.ts";
import { kindName, titleOf } from "../../kit/view/trend-title.ts";
import { type NamedContext, type ViewContext, inPlain } from "../../kit/view/view-context.ts";
import type { TrendingEntryView } from "./bodies.ts";

const AUTHOR_LENGTH = 40;

/** Returns an opened entry as a picture, `twin` being its text; nothing where pictures are off. */
export function entryCardBlock(
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

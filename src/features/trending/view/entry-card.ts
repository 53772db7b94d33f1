import type { Markdown } from "../../../base/markdown.ts";
import { clip } from "../../../base/text.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { Names } from "../../../game/names.ts";
import { phaseAt } from "../../../game/times.ts";
import type { TrendDetails } from "../../../game/trend-details.ts";
import type { EventCard } from "../../../pictures/cards/event.ts";
import { cardBlock } from "../../shared/view/card-block.ts";
import { CARD_ZONE, day, dayRange, fullDay, time } from "../../shared/view/card-dates.ts";
import { KIND_HUES, KIND_ICONS } from "../../shared/view/kind-icons.ts";
import { kindName, titleOf } from "../../shared/view/trend-title.ts";
import { type ViewContext, inOneLine, inPlain } from "../../shared/view/view-context.ts";
import type { TrendingEntryView } from "./bodies.ts";

const ALT_LENGTH = 1_024;
const TAGLINE_LENGTH = 140;
const AUTHOR_LENGTH = 40;
const REWARDS = 3;

/** An entry opened as one picture, which says what stands in `twin`; nothing where pictures are off. */
export function entryCardBlock(
  { trend, details }: Pick<TrendingEntryView, "trend" | "details">,
  { picture: url, twin, names }: { readonly picture: string; readonly twin: Markdown; readonly names: Names },
  context: ViewContext,
): readonly Block[] {
  const title = titleOf(trend, names, context);
  const kind = kindName(trend, context);
  const tagline = taglineOf(details) ?? trend.tagline;
  const about = tagline === undefined ? "" : inOneLine(tagline, TAGLINE_LENGTH);
  const rewards = rewardsOf(details).map((hash) => names.of("item", hash));
  const when = whenOf(details, context);
  const named = rewards.flatMap((reward) => reward?.name ?? []).map((name) => inPlain(name, TAGLINE_LENGTH));
  const said = [
    `${kind}: ${title}`,
    about,
    when.when,
    when.whenDetail,
    named.length > 0 && `${context.texts.shared.rewards}: ${named.join(", ")}`,
  ];
  const alt = clip(said.filter((part) => typeof part === "string" && part !== "").join(". "), ALT_LENGTH);
  return cardBlock(context, { alt, twin }, async (look, picture): Promise<EventCard> => {
    const [banner, ...icons] = await Promise.all([
      picture(url),
      ...rewards.slice(0, REWARDS).map((reward) => picture(reward?.iconUrl)),
    ]);
    return {
      ...look,
      hue: KIND_HUES[trend.kind] ?? look.hue,
      card: "event",
      kind,
      icon: KIND_ICONS[trend.kind],
      title,
      ...(about !== "" && { tagline: about }),
      picture: banner,
      ...when,
      rewards: icons,
      ...(rewards.length > REWARDS && { moreRewards: `+${String(rewards.length - REWARDS)}` }),
    };
  });
}

function taglineOf(details: TrendDetails): string | undefined {
  if (details.type === "ritual") return details.subtitle;
  return details.type === "article" ? details.article.summary : undefined;
}

function rewardsOf(details: TrendDetails): readonly number[] {
  if (details.type === "ritual") return details.content?.rewards.flatMap(({ items }) => items) ?? [];
  return details.type === "activity" ? details.rewards.map(({ hash }) => hash) : [];
}

type When = Pick<EventCard, "when" | "whenDetail">;

/** When something is on, or was written; nothing relative, which grows stale. */
function whenOf(details: TrendDetails, context: ViewContext): When {
  const { trending } = context.texts;
  if (details.type === "article") {
    const { published, author } = details.article;
    const by = author === undefined ? undefined : trending.by(inPlain(author, AUTHOR_LENGTH));
    return published === undefined ? {} : { when: fullDay(published, context), whenDetail: by };
  }
  if (details.type !== "ritual") return {};
  const { starts = details.milestone?.starts, ends = details.milestone?.ends } = details;
  return termOf({ starts, ends }, context);
}

function termOf(
  term: { readonly starts: number | undefined; readonly ends: number | undefined },
  context: ViewContext,
): When {
  const { starts, ends } = term;
  const { onCard } = context.texts.shared;
  if (starts !== undefined && ends !== undefined) {
    const [from, to] = [time(starts, context), time(ends, context)];
    const hours = from === to ? from : `${from} – ${to}`;
    return { when: dayRange(starts, ends, context), whenDetail: `${hours} ${CARD_ZONE}` };
  }
  const only = ends ?? starts;
  if (only === undefined) return {};
  const words = ends !== undefined ? onCard.until : onCard.from;
  const isOver = phaseAt(term, context.now) === "ended";
  return {
    when: isOver ? day(only, context) : words(day(only, context)),
    whenDetail: `${time(only, context)} ${CARD_ZONE}`,
  };
}

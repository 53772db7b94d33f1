import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { Trend } from "../../../game/trending.ts";
import { altText, iconOf, KIND_HUES } from "./parts.ts";
import { cardBlock } from "./card-block.ts";
import { kindName, titleOf } from "./trend-title.ts";
import { type NamedContext, type ViewContext, inOneLine, inPlain } from "./view-context.ts";
import type { TrendTile, TrendingCard, EventCard } from "../../../pictures/card.ts";
import { listWords } from "../../../base/list-words.ts";
import type { NamedThing } from "../../../game/names.ts";
import { type Term, phaseAt } from "../../../game/times.ts";
import { cardZone, day, dayRange, time } from "./card-dates.ts";

const TILE_TAGLINE_LENGTH = 100;
/** How many tiles a mosaic has. */
const MOST = 5;

/** One tile: what is kept of an entry to draw it later. */
export interface MosaicTile {
  readonly title: string;
  /** The entry's kind, and the kind in words. */
  readonly kind: string;
  readonly kindName: string;
  readonly tagline?: string | undefined;
  /** An absolute URL. */
  readonly picture?: string | undefined;
  readonly isIcon: boolean;
}

export function tileOf(trend: Trend, context: NamedContext): MosaicTile {
  const thing = trend.named === undefined ? undefined : context.names.of(trend.named.table, trend.named.hash);
  const own = context.imageUrl(trend.picture);
  const about = trend.tagline ?? thing?.description;
  const tagline = about === undefined ? "" : inOneLine(about, TILE_TAGLINE_LENGTH);
  return {
    title: titleOf(trend, context),
    kind: trend.kind,
    kindName: kindName(trend, context),
    picture: own ?? thing?.iconUrl,
    isIcon: own === undefined,
    ...(tagline !== "" && { tagline }),
  };
}

/** Returns entries as a picture, `twin` being their text; nothing for none, or where pictures are off. */
export function mosaicBlock(
  heading: string | undefined,
  { tiles, twin }: { readonly tiles: readonly MosaicTile[]; readonly twin: Markdown },
  context: ViewContext,
): readonly Block[] {
  const [first, ...others] = tiles.slice(0, MOST);
  if (first === undefined) return [];
  const { language, shared } = context.texts;
  const said = [first, ...others].map(({ kindName: kind, title }) => shared.onCard.labelled(kind, title));
  const alt = altText([heading, ...said], language);
  return cardBlock(context, { alt, twin }, async (look, picture): Promise<TrendingCard> => {
    const drawn = async ({ kind, kindName: words, ...tile }: MosaicTile): Promise<TrendTile> => ({
      ...tile,
      kind: words,
      icon: iconOf(kind),
      picture: await picture(tile.picture),
    });
    const [large, ...small] = await Promise.all([drawn(first), ...others.map(drawn)]);
    return { ...look, card: "trending", title: heading, entries: [large, ...small] };
  });
}

/** How much of a sentence a card has. */
export const TAGLINE_LENGTH = 140;
const REWARDS = 3;

/** One event or article on a card. */
export interface EventContent extends CardWhen {
  /** Its kind, and the kind in words. */
  readonly kind: string;
  readonly kindName: string;
  readonly title: string;
  /** May contain HTML. */
  readonly about?: string | undefined;
  /** An absolute URL. */
  readonly picture: string;
  /** Whether the picture is an icon. */
  readonly isIcon?: boolean;
  readonly rewards?: readonly (Pick<NamedThing, "name" | "iconUrl"> | undefined)[];
}

export type CardWhen = Pick<EventCard, "when" | "whenDetail">;

/** Returns an event as a picture, `twin` being its text; nothing where pictures are off. */
export function eventBlock(content: EventContent, twin: Markdown, context: ViewContext): readonly Block[] {
  const { kind, kindName, title, when, whenDetail, rewards = [] } = content;
  const tagline = content.about === undefined ? "" : inOneLine(content.about, TAGLINE_LENGTH);
  const names = rewards.flatMap((reward) => reward?.name ?? []).map((name) => inPlain(name, TAGLINE_LENGTH));
  const { language, shared } = context.texts;
  const { labelled } = shared.onCard;
  const rewarded = names.length === 0 ? "" : labelled(shared.rewards, listWords(names, language));
  const said = [labelled(kindName, title), tagline, when, whenDetail, rewarded];
  const alt = altText(said, language);
  return cardBlock(context, { alt, twin }, async (look, picture): Promise<EventCard> => {
    const [banner, ...icons] = await Promise.all([
      picture(content.picture),
      ...rewards.slice(0, REWARDS).map((reward) => picture(reward?.iconUrl)),
    ]);
    return {
      ...look,
      hue: KIND_HUES[kind] ?? look.hue,
      card: "event",
      kind: kindName,
      icon: iconOf(kind),
      title,
      ...(tagline !== "" && { tagline }),
      picture: banner,
      isIcon: content.isIcon,
      when,
      whenDetail,
      rewards: icons,
      ...(rewards.length > REWARDS && { moreRewards: `+${String(rewards.length - REWARDS)}` }),
    };
  });
}

/** Returns when something is on, in absolute dates: relative ones go stale in a picture. */
export function cardTerm(term: Term, context: ViewContext): CardWhen {
  const { starts, ends } = term;
  const { onCard } = context.texts.shared;
  if (starts !== undefined && ends !== undefined) {
    const [from, to] = [time(starts, context), time(ends, context)];
    const hours = from === to ? from : `${from} – ${to}`;
    return { when: dayRange(starts, ends, context), whenDetail: `${hours} ${cardZone(context)}` };
  }
  const only = ends ?? starts;
  if (only === undefined) return {};
  const words = ends === undefined ? onCard.from : onCard.until;
  const isOver = phaseAt(term, context.now) === "ended";
  return {
    when: isOver ? day(only, context) : words(day(only, context)),
    whenDetail: `${time(only, context)} ${cardZone(context)}`,
  };
}

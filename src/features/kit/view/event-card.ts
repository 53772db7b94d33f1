import type { Markdown } from "../../../base/markdown.ts";
import { listWords } from "../../../base/list-words.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { NamedThing } from "../../../game/names.ts";
import { type Term, phaseAt } from "../../../game/times.ts";
import { altText } from "./sentences.ts";
import { cardBlock } from "./card-block.ts";
import { cardZone, day, dayRange, time } from "./card-dates.ts";
import { KIND_HUES, iconOf } from "./icons.ts";
import { type ViewContext, inOneLine, inPlain } from "./view-context.ts";
import type { EventCard } from "../../../pictures/card.ts";

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

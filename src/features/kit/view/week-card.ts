import { DAY_MS } from "../../../base/duration.ts";
import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import { resetsFrom } from "../../../game/progress-resets.ts";
import type { Term } from "../../../game/times.ts";
import { altText } from "./parts.ts";
import { cardBlock } from "./card-block.ts";
import { cardZone, day, dayStart, time, timeThisWeek, weekFrom } from "./card-dates.ts";
import type { ViewContext } from "./view-context.ts";
import type { WeekCard, WeekRow } from "../../../pictures/card.ts";

const DAYS = 7;
/** How many rows a week has. */
const MOST = 6;

/** One row: what is kept of an entry to draw it later. */
export interface WeekEntry extends Term {
  readonly name: string;
  /** An absolute URL. */
  readonly icon?: string | undefined;
}

/**
 * Returns the entries that are on in the seven days from today. No end means throughout; entries with an unreadable
 * date are left out.
 */
export function inWeek<T extends Term>(
  entries: readonly T[],
  { now, zone }: Pick<ViewContext, "now" | "zone">,
): readonly T[] {
  const end = dayStart(now, { zone }) + DAYS * DAY_MS;
  return entries.filter(
    ({ starts = now, ends = end, hasUnreadDate }) => hasUnreadDate !== true && starts < end && ends > now,
  );
}

/** Returns the week as a picture, `twin` being its text; nothing for no entries, or where pictures are off. */
export function weekBlock(
  entries: readonly WeekEntry[],
  twin: Markdown,
  context: ViewContext,
): readonly Block[] {
  const start = dayStart(context.now, context);
  const shown = inWeek(entries, context).slice(0, MOST);
  if (shown.length === 0) return [];
  const { milestones, shared, language } = context.texts;
  const { days, range } = weekFrom(start, context);
  const { weekly } = resetsFrom(shown, context.now);
  const returns = ({ starts, ends }: WeekEntry) => starts === weekly?.last && ends === weekly?.next;
  const said = shown.map((entry) => {
    const words = wordsOf(entry, context);
    return weekly !== undefined && returns(entry) ? milestones.week.returns(words) : words;
  });
  const { title } = milestones.week;
  const heading = shared.onCard.labelled(title, shared.inZone(range, cardZone(context)));
  const alt = altText([heading, ...said], language);
  return cardBlock(context, { alt, twin }, async (look, picture): Promise<WeekCard> => {
    const row = async (entry: WeekEntry) => ({
      ...rowOf(entry, start, context),
      returns: weekly !== undefined && returns(entry),
      icon: await picture(entry.icon),
    });
    return {
      ...look,
      card: "week",
      title,
      range,
      zone: cardZone(context),
      days,
      now: (context.now - start) / DAY_MS,
      rows: await Promise.all(shown.map(row)),
    };
  });
}

function rowOf({ name, starts, ends }: WeekEntry, start: number, context: ViewContext): WeekRow {
  const endsWithin = ends !== undefined && ends <= start + DAYS * DAY_MS;
  const isAhead = starts !== undefined && starts > context.now;
  const { until } = context.texts.shared.onCard;
  return {
    name,
    from: starts === undefined ? -1 : (starts - start) / DAY_MS,
    to: ends === undefined ? DAYS + 1 : (ends - start) / DAY_MS,
    ...(endsWithin && {
      until: until(timeThisWeek(ends, context)),
      untilTime: until(time(ends, context)),
    }),
    isUrgent: endsWithin && !isAhead && ends - context.now < DAY_MS,
  };
}

function wordsOf({ name, starts, ends }: WeekEntry, context: ViewContext): string {
  const on = (at: number) => `${day(at, context)} ${time(at, context)}`;
  const from = starts !== undefined && starts > context.now ? on(starts) : undefined;
  return context.texts.milestones.week.entry(name, from, ends === undefined ? undefined : on(ends));
}

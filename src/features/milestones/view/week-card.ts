import { DAY_MS } from "../../../base/duration.ts";
import type { Markdown } from "../../../base/markdown.ts";
import { clip } from "../../../base/text.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { PublicMilestone } from "../../../game/milestones.ts";
import type { Names } from "../../../game/names.ts";
import type { WeekCard, WeekRow } from "../../../pictures/cards/week.ts";
import { cardBlock } from "../../shared/view/card-block.ts";
import { CARD_ZONE, day, dayStart, time, weekFrom } from "../../shared/view/card-dates.ts";
import { nameOf } from "../../shared/view/milestone-parts.ts";
import type { ViewContext } from "../../shared/view/view-context.ts";

const ALT_LENGTH = 1_024;
const DAYS = 7;

/** Those that are on at some time of the seven days from today on: what has no end is on throughout. */
export function inWeek(milestones: readonly PublicMilestone[], now: number): readonly PublicMilestone[] {
  const end = dayStart(now) + DAYS * DAY_MS;
  return milestones.filter(({ starts = now, ends = end }) => starts < end && ends > now);
}

/** These milestones on the days of a week, as one picture that says what stands in `twin`; nothing for none. */
export function weekCardBlock(
  milestones: readonly PublicMilestone[],
  { names, twin }: { readonly names: Names; readonly twin: Markdown },
  context: ViewContext,
): readonly Block[] {
  if (milestones.length === 0) return [];
  const { title } = context.texts.milestones.week;
  const start = dayStart(context.now);
  const { days, range } = weekFrom(start, context);
  const rows = milestones.map((milestone) => rowOf(milestone, { start, names, context }));
  const alt = clip(
    `${title}, ${range}, ${CARD_ZONE}. ${rows.map(({ words }) => words).join(". ")}.`,
    ALT_LENGTH,
  );
  return cardBlock(context, { alt, twin }, async (look, picture): Promise<WeekCard> => ({
    ...look,
    card: "week",
    title,
    range: `${range} · ${CARD_ZONE}`,
    days,
    now: (context.now - start) / DAY_MS,
    rows: await Promise.all(rows.map(async ({ row, iconUrl }) => ({ ...row, icon: await picture(iconUrl) }))),
  }));
}

interface Row {
  readonly row: WeekRow;
  readonly iconUrl: string | undefined;
  /** For whoever does not see it. */
  readonly words: string;
}

function rowOf(
  { hash, starts, ends }: PublicMilestone,
  { start, names, context }: { readonly start: number; readonly names: Names; readonly context: ViewContext },
): Row {
  const { onCard } = context.texts.shared;
  const name = nameOf("milestone", hash, { names, context });
  const end = start + DAYS * DAY_MS;
  const isAhead = starts !== undefined && starts > context.now;
  const endsWithin = ends !== undefined && ends <= end;
  const on = (at: number) => `${day(at, context)} ${time(at, context)}`;
  const said = [
    name,
    isAhead ? onCard.from(on(starts)) : undefined,
    ends === undefined ? undefined : onCard.until(on(ends)),
  ];
  return {
    row: {
      name,
      from: starts === undefined ? -1 : (starts - start) / DAY_MS,
      to: ends === undefined ? DAYS + 1 : (ends - start) / DAY_MS,
      ...(endsWithin && { until: onCard.until(time(ends, context)) }),
      isUrgent: endsWithin && !isAhead && ends - context.now < DAY_MS,
    },
    iconUrl: names.of("milestone", hash)?.iconUrl,
    words: said.filter((part) => part !== undefined).join(" "),
  };
}

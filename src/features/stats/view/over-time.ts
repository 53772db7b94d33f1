import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import type { Stat } from "../../../game/stats.ts";
import {
  type SeriesPoint,
  type StatPeriod,
  type StatPoint,
  daysOf,
  seriesOf,
} from "../../../game/stats-period.ts";
import { type SeriesSummary, sparkline, summaryOf } from "../../../game/stats-sparkline.ts";
import { type ViewContext, small } from "../../kit/view/view-context.ts";
import { type PageOfList, cutPage } from "../../kit/view/pages.ts";
import { facts } from "../../kit/view/parts.ts";
import { dayText, numberText, statName, totalText } from "../../kit/view/stat-words.ts";

const ROWS = 10;

interface Points {
  readonly period: StatPeriod;
  readonly points: readonly StatPoint[];
}

/** One statistic by day or month, oldest first, and what stands out. */
export interface OverTime {
  readonly unit: "day" | "month";
  readonly series: readonly SeriesPoint[];
  readonly summary?: SeriesSummary | undefined;
  readonly words: readonly string[];
}

export function overTime({ period, points }: Points, stat: Stat, context: ViewContext): OverTime {
  const { stats } = context.texts;
  const isDaily = period === "week" || period === "month" || period === "quarter";
  const unit = isDaily ? "day" : "month";
  const series = seriesOf(points, stat.id, isDaily ? daysOf(period, context.now) : undefined);
  const summary = summaryOf(series);
  const say = (value: number) => numberText(value, stat.kind, context);
  const words =
    summary === undefined
      ? []
      : [
          stats.best(say(summary.highest.value), dayText(summary.highest.at, unit, context)),
          stats.lowest(say(summary.lowest.value), dayText(summary.lowest.at, unit, context)),
          stats.mean(say(summary.mean)),
          stats.trends[summary.trend],
        ];
  return { unit, series, summary, words };
}

/** Returns the line, what stands out, the total, and the days that have a value. */
export function overTimeTexts(
  points: Points,
  stat: Stat,
  { page: wantedPage, context }: { readonly page: number; readonly context: ViewContext },
): { readonly texts: readonly Markdown[]; readonly at: PageOfList } {
  const { unit, series, words } = overTime(points, stat, context);
  const filled = series
    .flatMap(({ at, value }) => (value === undefined || value === 0 ? [] : [{ at, value }]))
    .toReversed();
  const { entries, at } = cutPage(filled, wantedPage, ROWS);
  // The latest come first, as in the line.
  const rows = entries
    .toReversed()
    .map((entry) =>
      context.texts.shared.labelled(
        dayText(entry.at, unit, context),
        numberText(entry.value, stat.kind, context),
      ),
    );
  const seen = facts(words.map((one) => md`${one}`));
  return {
    texts: [
      joinMarkdown([
        md`**${context.texts.shared.labelled(statName(stat.id, context), totalText(stat, context))}**`,
        md`${sparkline(series)}`,
        ...(seen === undefined ? [] : [small(seen)]),
      ]),
      ...(rows.length === 0 ? [] : [joinMarkdown(rows)]),
    ],
    at,
  };
}

import type { Markdown } from "../../../base/markdown.ts";
import type { Block } from "../../../discord/reply/reply.ts";
import type { Stat } from "../../../game/stats.ts";
import { altText } from "../../kit/view/parts.ts";
import { cardBlock } from "../../kit/view/card-block.ts";
import { type ViewContext, count, inName } from "../../kit/view/view-context.ts";
import { type OverTime, overTime } from "./over-time.ts";
import { type StatsView, periodNames } from "./controls.ts";
import { dayText, numberText, statName, valueText } from "../../kit/view/stat-words.ts";
import type { ChartContent, StatsCard } from "../../../pictures/card.ts";

const OTHERS = 6;
const TICKS = 4;
const TRENDS = { rising: "up", falling: "down", steady: "level" } as const;

/** Returns a statistic as a picture: over time as bars, else beside the others in the given order. */
export function statsCardBlock(
  view: StatsView,
  {
    hero,
    others,
    twin,
  }: { readonly hero: Stat; readonly others: StatsCard["others"]; readonly twin: Markdown },
  context: ViewContext,
): readonly Block[] {
  const { stats } = context.texts;
  const { games } = view.table;
  const periodical = view.points && overTime({ ...view, points: view.points }, hero, context);
  const subject = subjectOf(view, context);
  const value = valueText(hero.total, hero.kind, context);
  const facts = [
    hero.perGame && { value: valueText(hero.perGame, hero.kind, context), label: stats.perGameUnit },
    games !== undefined && { value: count(context, games), label: stats.gamesUnit },
  ].filter((fact) => fact !== undefined && fact !== false);
  const tiles = periodical === undefined ? others.slice(0, OTHERS) : [];
  const { labelled } = context.texts.shared.onCard;
  const sentences = [
    labelled(subject.name, subject.detail),
    labelled(statName(hero.id, context), value),
    hero.perGame && stats.perGame(valueText(hero.perGame, hero.kind, context)),
    games === undefined ? undefined : stats.games(games, count(context, games)),
    ...tiles.map((one) => labelled(one.label, one.value)),
    ...(periodical?.words ?? []),
  ];
  const words = { alt: altText(sentences, context.texts.language), twin };
  const trend = periodical?.summary?.trend;
  return cardBlock(context, words, async (look, _picture, portrait): Promise<StatsCard> => ({
    ...look,
    card: "stats",
    ...subject,
    ...(await portrait(view.account.membershipId)),
    label: statName(hero.id, context),
    value,
    trend: trend && { direction: TRENDS[trend], text: stats.trends[trend] },
    facts,
    chart: periodical && chartOf(periodical, hero, context),
    others: tiles,
  }));
}

function subjectOf(
  view: StatsView,
  context: ViewContext,
): { readonly name: string; readonly detail: string } {
  const { stats } = context.texts;
  const mode = view.mode === undefined ? stats.allModes : statName(view.mode, context);
  const account = inName(view.account.name ?? "");
  return {
    name: account === "" ? stats.title : account,
    detail: `${mode} · ${periodNames(context)[view.period]}`,
  };
}

function chartOf(
  { series, summary, unit }: OverTime,
  { kind }: Stat,
  context: ViewContext,
): ChartContent | undefined {
  if (summary === undefined) return undefined;
  const last = series.length - 1;
  const marks = Math.min(TICKS, series.length);
  const ticks = Array.from({ length: marks }, (_, index) =>
    marks === 1 ? 0 : Math.round((index * last) / (marks - 1)),
  );
  return {
    bars: series.map(({ value }) => (value === undefined ? undefined : Math.max(0, value))),
    peak: numberText(summary.highest.value, kind, context),
    mean: { value: summary.mean, label: context.texts.stats.mean(numberText(summary.mean, kind, context)) },
    ticks: ticks.flatMap((index) => {
      const at = series[index]?.at;
      return at === undefined ? [] : [dayText(at, unit === "day" ? "date" : unit, context)];
    }),
  };
}

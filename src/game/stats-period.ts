import { DAY_MS } from "../base/duration.ts";
import type {
  GameHistoricalStatsPeriodGroup,
  GameHistoricalStatsResults,
} from "../platform/resources/stats.ts";
import { type StatTable, mergeTables, readStatTable, type Units } from "./stats.ts";

export const statPeriods = ["all", "week", "month", "quarter", "months"] as const;
export type StatPeriod = (typeof statPeriods)[number];

export function toStatPeriod(value: unknown): StatPeriod {
  return statPeriods.find((period) => period === value) ?? "all";
}

const PERIOD_DAYS = { week: 7, month: 30, quarter: 90 } as const;

export interface StatPoint {
  /** Its start, in milliseconds since 1970. */
  readonly at: number;
  readonly table: StatTable;
}

interface DaySpan {
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

/** Returns the spans a period is requested in, oldest first, each at most `perCall` days, including today. */
export function daySpans(period: keyof typeof PERIOD_DAYS, now: number, perCall: number): readonly DaySpan[] {
  const today = Math.floor(now / DAY_MS);
  const first = today - PERIOD_DAYS[period] + 1;
  const spans: DaySpan[] = [];
  for (let day = first; day <= today; day += perCall) {
    spans.push({ from: isoDay(day * DAY_MS), to: isoDay(Math.min(today, day + perCall - 1) * DAY_MS) });
  }
  return spans;
}

/** Returns every day of a period, in milliseconds since 1970. */
export function daysOf(period: keyof typeof PERIOD_DAYS, now: number): readonly number[] {
  const today = Math.floor(now / DAY_MS);
  const count = PERIOD_DAYS[period];
  return Array.from({ length: count }, (_, index) => (today - count + 1 + index) * DAY_MS);
}

/** Returns an answer's days or months by mode. An empty span has no list. */
export function readPoints(
  results: GameHistoricalStatsResults,
  list: "daily" | "monthly",
  units?: Units,
): ReadonlyMap<string, readonly StatPoint[]> {
  const modes = Object.entries(results).map(([mode, period]): [string, readonly StatPoint[]] => [
    mode,
    (period[list] ?? []).flatMap((group) => readPoint(group, units) ?? []),
  ]);
  return new Map(modes.filter(([, points]) => points.length > 0));
}

function readPoint(
  { period, values }: GameHistoricalStatsPeriodGroup,
  units: Units | undefined,
): StatPoint | undefined {
  const at = Date.parse(period);
  if (Number.isNaN(at)) return undefined;
  return { at: Math.floor(at / DAY_MS) * DAY_MS, table: readStatTable(values, units) };
}

/** Merges the points of several answers and characters by mode and day, oldest first. */
export function mergePoints(
  answers: readonly ReadonlyMap<string, readonly StatPoint[]>[],
): ReadonlyMap<string, readonly StatPoint[]> {
  const modes = Map.groupBy(
    answers.flatMap((answer) => [...answer]),
    ([mode]) => mode,
  );
  return new Map([...modes].map(([mode, lists]) => [mode, mergeDays(lists.flatMap(([, points]) => points))]));
}

function mergeDays(points: readonly StatPoint[]): readonly StatPoint[] {
  return [...Map.groupBy(points, ({ at }) => at)]
    .sort(([a], [b]) => a - b)
    .map(([at, same]) => ({ at, table: mergeTables(same.map(({ table }) => table)) }));
}

export interface SeriesPoint {
  readonly at: number;
  /** Absent: nothing was played, and the statistic is no count. */
  readonly value?: number | undefined;
}

/** Returns one statistic over time. A day without a game is 0 for a count. */
export function seriesOf(
  points: readonly StatPoint[],
  id: string,
  days?: readonly number[],
): readonly SeriesPoint[] {
  const found = new Map<number, number>();
  let isCount = true;
  for (const { at, table } of points) {
    const stat = table.stats.find((one) => one.id === id);
    if (stat === undefined) continue;
    isCount &&= stat.kind !== "rate";
    found.set(at, stat.total.value);
  }
  const all = days ?? points.map(({ at }) => at);
  return all.map((at) => ({ at, value: found.get(at) ?? (isCount ? 0 : undefined) }));
}

/** Returns an instant's day in UTC, `YYYY-MM-DD`. */
export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

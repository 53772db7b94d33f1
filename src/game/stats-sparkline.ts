import type { SeriesPoint } from "./stats-period.ts";

/** How many fit on one line at 360 px. */
const WIDTH = 16;
const BLOCKS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;
/** For no value: a space would be trimmed. */
const GAP = "·";

/** Returns a line of block characters, scaled to the highest value. Longer series are averaged. */
export function sparkline(series: readonly SeriesPoint[]): string {
  const columns = inColumns(series.map(({ value }) => value));
  const highest = Math.max(0, ...columns.map((value) => value ?? 0));
  const lowest = Math.min(0, ...columns.map((value) => value ?? 0));
  const span = highest - lowest;
  return columns
    .map((value) => {
      if (value === undefined) return GAP;
      const step = span === 0 ? 0 : Math.round(((value - lowest) / span) * (BLOCKS.length - 1));
      return BLOCKS[step] ?? BLOCKS[0];
    })
    .join("");
}

/** What the line shows, for people who can't see it. Undefined where there is nothing to see. */
export type SeriesSummary = NonNullable<ReturnType<typeof summaryOf>>;

export function summaryOf(series: readonly SeriesPoint[]) {
  const known = series.filter((point): point is { at: number; value: number } => point.value !== undefined);
  const [first] = known;
  if (first === undefined) return undefined;
  let [highest, lowest] = [first, first];
  for (const point of known) {
    if (point.value > highest.value) highest = point;
    if (point.value < lowest.value) lowest = point;
  }
  const half = Math.floor(known.length / 2);
  const earlier = meanOf(known.slice(0, half).map(({ value }) => value));
  const later = meanOf(known.slice(half).map(({ value }) => value));
  const apart = later - earlier;
  const isSteady = half === 0 || Math.abs(apart) <= Math.max(Math.abs(earlier), Math.abs(later)) / 10;
  return {
    highest,
    lowest,
    mean: meanOf(known.map(({ value }) => value)),
    /** Compares the later half with the earlier; "steady" within a tenth. */
    trend: isSteady ? ("steady" as const) : apart > 0 ? ("rising" as const) : ("falling" as const),
  };
}

function inColumns(values: readonly (number | undefined)[]): readonly (number | undefined)[] {
  if (values.length <= WIDTH) return values;
  return Array.from({ length: WIDTH }, (_, column) => {
    const start = Math.floor((column * values.length) / WIDTH);
    const end = Math.floor(((column + 1) * values.length) / WIDTH);
    const known = values.slice(start, end).filter((value) => value !== undefined);
    return known.length === 0 ? undefined : meanOf(known);
  });
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

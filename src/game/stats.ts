import type {
  GameHistoricalStatsByPeriod,
  GameHistoricalStatsResults,
  GameHistoricalStatsValue,
  GameHistoricalStatsWithMerged,
  Unit,
} from "../platform/resources/stats.ts";
import { toText } from "./plain-value.ts";
import { wordsOfId } from "./words-of-id.ts";

/**
 * - "count": adds up, and has a value per game; "metres": of those.
 * - "time": a count of seconds; "milliseconds": of those.
 * - "rate": a ratio, record or rank, which can't be added up.
 */
export type StatKind = "count" | "metres" | "time" | "milliseconds" | "rate";

/** A unit as the first or last word of an id; not in "within 10 seconds". */
const UNIT = /^(milli)?seconds\b(?! \d)|(?<!\d) (milli)?seconds$/i;

/** A number, and the platform's text for it. */
export interface StatValue {
  readonly value: number;
  readonly words?: string | undefined;
}

export interface Stat {
  /** The platform's own name, such as `opponentsDefeated`. */
  readonly id: string;
  readonly kind: StatKind;
  readonly total: StatValue;
  readonly perGame?: StatValue | undefined;
}

/** Statistics of one mode in one period, in the platform's order. */
export interface StatTable {
  readonly stats: readonly Stat[];
  /** How many games they cover, if known. */
  readonly games?: number | undefined;
}

/** By the platform's mode name; `merged`: all modes together, where the platform says it. */
export interface ModeTables {
  readonly merged?: StatTable | undefined;
  readonly modes: readonly { readonly mode: string; readonly table: StatTable }[];
}

type Values = Readonly<Record<string, GameHistoricalStatsValue>> | null | undefined;

/** What numbers count, by statistic, where a profile says so. */
export type Units = Readonly<Record<string, Unit>>;

export function readStatTable(values: Values, units: Units = {}): StatTable {
  const stats = Object.entries(values ?? {}).flatMap(([key, record]) => readStat(key, record, units) ?? []);
  const games = gamesIn(stats);
  return { stats: stats.map((stat) => (isGames(stat, games) ? { ...stat, kind: "count" } : stat)), games };
}

function readStat(key: string, record: GameHistoricalStatsValue, units: Units): Stat | undefined {
  const id = toText(record.statId) ?? key;
  const unit = Object.hasOwn(units, id) ? units[id] : undefined;
  const total = readValue(record.basic, unit);
  if (total === undefined) return undefined;
  const perGame = readValue(record.pga, unit);
  if (unit !== undefined) return { id, kind: OF_UNIT[unit].kind, total, perGame };
  return { id, kind: timeKindOf(id) ?? (perGame === undefined ? "rate" : "count"), total, perGame };
}

/** How a unit's number is shown: times `by` in the kind's own unit, or as a share in percent. */
const OF_UNIT: Readonly<Record<Unit, { readonly kind: StatKind; readonly by: number }>> = {
  milliseconds: { kind: "milliseconds", by: 1 },
  seconds: { kind: "time", by: 1 },
  minutes: { kind: "time", by: 60 },
  hours: { kind: "time", by: 3_600 },
  percent: { kind: "rate", by: 1 },
  share: { kind: "rate", by: 100 },
  metres: { kind: "metres", by: 1 },
  kilometres: { kind: "metres", by: 1_000 },
};

function timeKindOf(id: string): "time" | "milliseconds" | undefined {
  const [unit] = UNIT.exec(wordsOfId(id)) ?? [];
  if (unit === undefined) return undefined;
  return /milli/i.test(unit) ? "milliseconds" : "time";
}

/** Returns an id in words without the unit of its value: `secondsPlayed` becomes "Played", "Seconds" stays. */
export function wordsOfStat(id: string): string {
  const words = wordsOfId(id);
  const rest = words.replace(UNIT, "").trim();
  return rest === "" ? words : rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Returns a value as milliseconds; undefined where it is no length of time. */
export function lengthOf(value: number, kind: StatKind): number | undefined {
  if (kind === "time") return value * 1_000;
  return kind === "milliseconds" ? value : undefined;
}

function readValue(pair: GameHistoricalStatsValue["basic"], unit?: Unit): StatValue | undefined {
  const { value: given, displayValue } = pair ?? {};
  if (typeof given !== "number" || !Number.isFinite(given)) return undefined;
  const value = unit === undefined ? given : given * OF_UNIT[unit].by;
  const isShare = unit === "percent" || unit === "share";
  return { value, words: isShare ? `${Number(value.toFixed(2))}%` : toText(displayValue) };
}

/** Computed from a total and its value per game; a larger total reduces rounding errors. */
function gamesIn(stats: readonly Stat[]): number | undefined {
  let best: { readonly total: number; readonly games: number } | undefined;
  for (const { total, perGame } of stats) {
    if (perGame === undefined || !(perGame.value > 0) || !(total.value > 0)) continue;
    const games = Math.round(total.value / perGame.value);
    if (games > 0 && total.value > (best?.total ?? 0)) best = { total: total.value, games };
  }
  return best?.games;
}

/** The count of games has no value per game, but is a count. */
function isGames({ kind, total, id }: Stat, games: number | undefined): boolean {
  return kind === "rate" && games !== undefined && total.value === games && /match|game|activit/i.test(id);
}

export function readAccountStats(record: GameHistoricalStatsWithMerged, units?: Units): ModeTables {
  const merged = readStatTable(record.merged?.allTime, units);
  return {
    // An empty total says nothing about the modes.
    merged: merged.stats.length === 0 ? undefined : merged,
    modes: Object.entries(record.results ?? {}).flatMap(([mode, period]) => allTimeOf(mode, period, units)),
  };
}

/** Returns one character's totals; the platform doesn't merge its modes. */
export function readCharacterStats(record: GameHistoricalStatsResults, units?: Units): ModeTables {
  return { modes: Object.entries(record).flatMap(([mode, period]) => allTimeOf(mode, period, units)) };
}

function allTimeOf(mode: string, period: GameHistoricalStatsByPeriod, units?: Units): ModeTables["modes"] {
  const table = readStatTable(period.allTime, units);
  return table.stats.length === 0 ? [] : [{ mode, table }];
}

/** Merges tables of characters or days: counts are added and divided by all games; rates are left out. */
export function mergeTables(tables: readonly StatTable[]): StatTable {
  const [only] = tables;
  if (only !== undefined && tables.length === 1) return only;
  const areGamesKnown = tables.every(({ games, stats }) => games !== undefined || stats.length === 0);
  const games = areGamesKnown ? tables.reduce((sum, table) => sum + (table.games ?? 0), 0) : 0;
  const sums = new Map<string, { kind: StatKind; value: number; hasPerGame: boolean }>();
  for (const { id, kind, total, perGame } of tables.flatMap(({ stats }) => stats)) {
    if (kind === "rate") continue;
    const sum = sums.get(id) ?? { kind, value: 0, hasPerGame: false };
    sum.value += total.value;
    sum.hasPerGame ||= perGame !== undefined;
    sums.set(id, sum);
  }
  const stats = [...sums].map(([id, { kind, value, hasPerGame }]): Stat => ({
    id,
    kind,
    total: { value },
    perGame: hasPerGame && games > 0 ? { value: value / games } : undefined,
  }));
  return { stats, games: games > 0 ? games : undefined };
}

/** Returns the mode with the most games: the platform's own "all", if it has one. */
export function widestMode(modes: ModeTables["modes"]): string | undefined {
  return modes.toSorted((a, b) => (b.table.games ?? 0) - (a.table.games ?? 0))[0]?.mode;
}

/** Returns a few telling all-time totals: time played, then the platform's first ones. */
export function headlines({ merged, modes }: ModeTables, most = 3): readonly Stat[] {
  const widest = widestMode(modes);
  const { stats } = merged ?? modes.find(({ mode }) => mode === widest)?.table ?? { stats: [] };
  const sums = stats.filter(({ kind }) => kind !== "rate");
  const lengthOfStat = ({ total, kind }: Stat) => lengthOf(total.value, kind) ?? 0;
  const played = sums
    .filter(({ kind }) => kind === "time" || kind === "milliseconds")
    .sort((a, b) => lengthOfStat(b) - lengthOfStat(a))[0];
  const others = sums.filter(({ kind }) => kind === "count" || kind === "metres");
  return [...(played === undefined ? [] : [played]), ...others].slice(0, most);
}

/** Returns the statistic a member named, by id or by its displayed name; exact matches first. */
export function findStat(
  table: StatTable,
  typed: string,
  nameOf: (id: string) => string = (id) => id,
): Stat | undefined {
  const wanted = fold(typed);
  if (wanted === "") return undefined;
  const named = table.stats.map((stat) => ({ stat, names: [stat.id, nameOf(stat.id)].map(fold) }));
  const by = (fits: (name: string) => boolean) => named.find(({ names }) => names.some(fits))?.stat;
  return (
    by((name) => name === wanted) ??
    by((name) => name.startsWith(wanted)) ??
    by((name) => name.includes(wanted))
  );
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

import type { Clock } from "../../../base/clock.ts";
import { int64 } from "../../../base/int64.ts";
import type {
  GameHistoricalStatsByPeriod,
  GameHistoricalStatsPeriodGroup,
  GameHistoricalStatsResults,
  GameHistoricalStatsValue,
  GameHistoricalStatsWithMerged,
} from "../../../platform/resources/stats.ts";
import { DAY_MS, isoDate } from "./calendar.ts";
import { activityHash } from "./lexicon.ts";
import type { AccountRef, Players } from "./players.ts";
import { randomFor } from "./random.ts";

/** The modes of the game, by their number and the name results go under. */
export const modes: readonly { readonly value: number; readonly name: string; readonly share: number }[] = [
  { value: 7, name: "allVentures", share: 1 },
  { value: 5, name: "allContests", share: 0.6 },
  { value: 3, name: "vigil", share: 0.4 },
  { value: 4, name: "descent", share: 0.2 },
  { value: 10, name: "control", share: 0.45 },
  { value: 15, name: "duel", share: 0.15 },
];
/** What counts are kept, with the mean per match. */
const counts = [
  { key: "opponentsDefeated", mean: 24 },
  { key: "deaths", mean: 6 },
  { key: "assists", mean: 9 },
  { key: "score", mean: 2400 },
  { key: "precisionHits", mean: 11 },
  { key: "objectivesCompleted", mean: 3 },
  { key: "orbsGathered", mean: 14 },
  { key: "revivesPerformed", mean: 2 },
  { key: "secondsPlayed", mean: 780 },
] as const;

export type Period = "daily" | "allTime" | "activity";
type Totals = Readonly<Record<string, number>>;

const YEAR_DAYS = 365;

export interface StatsQuery {
  readonly character: string;
  readonly mode?: number | undefined;
  readonly period: Period;
  /** Milliseconds; the first and the last day, both included. */
  readonly from: number;
  readonly to: number;
}

/** A year of matches of every character, day by day; months and totals are sums of the days. */
export class Statistics {
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #players: Players;

  constructor(seed: number, clock: Clock, players: Players) {
    this.#seed = seed;
    this.#clock = clock;
    this.#players = players;
  }

  account(account: AccountRef): GameHistoricalStatsWithMerged {
    const ids = this.#players.characters(account).map(({ id }) => id);
    const last = this.#today();
    const perMode = modes.slice(0, 2).map(({ value, name }) => {
      const totals = sum(ids.map((id) => this.#sumOf(id, value, last - YEAR_DAYS, last)));
      return [name, totals] as const;
    });
    const everything = sum(perMode.map(([, totals]) => totals));
    return {
      results: Object.fromEntries(perMode.map(([name, totals]) => [name, { allTime: valuesOf(totals) }])),
      merged: { allTime: valuesOf(everything), allTimeTier1: valuesOf(scale(everything, 0.3)) },
    };
  }

  character(query: StatsQuery): GameHistoricalStatsResults {
    const wanted = query.mode === undefined ? modes : modes.filter(({ value }) => value === query.mode);
    return Object.fromEntries(wanted.map(({ value, name }) => [name, this.#period(query, value)]));
  }

  #period(query: StatsQuery, mode: number): GameHistoricalStatsByPeriod {
    if (query.period === "allTime") return this.#allTime(query.character, mode);
    const [first, last] = [
      Math.floor(query.from / DAY_MS),
      Math.min(this.#today(), Math.floor(query.to / DAY_MS)),
    ];
    const groups: GameHistoricalStatsPeriodGroup[] = [];
    for (let day = first; day <= last; day += 1) {
      const totals = this.#day(query.character, mode, day);
      if (totals === undefined) continue;
      groups.push(
        ...(query.period === "daily" ? [dayGroup(day, totals)] : this.#matches(query.character, mode, day)),
      );
    }
    // An empty stretch comes without its list (platform.md, "None" has several spellings).
    return groups.length === 0 ? {} : { daily: groups };
  }

  #allTime(character: string, mode: number): GameHistoricalStatsByPeriod {
    const last = this.#today();
    const allTime = this.#sumOf(character, mode, last - YEAR_DAYS, last);
    return {
      allTime: valuesOf(allTime),
      allTimeTier1: valuesOf(scale(allTime, 0.3)),
      allTimeTier2: valuesOf(scale(allTime, 0.5)),
      allTimeTier3: valuesOf(scale(allTime, 0.2)),
      monthly: this.#months(character, mode),
    };
  }

  #months(character: string, mode: number): GameHistoricalStatsPeriodGroup[] {
    const now = new Date(this.#clock.now());
    const groups: GameHistoricalStatsPeriodGroup[] = [];
    for (let back = 11; back >= 0; back -= 1) {
      const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
      const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1);
      const totals = this.#sumOf(character, mode, start / DAY_MS, Math.min(end / DAY_MS - 1, this.#today()));
      if ((totals["matches"] ?? 0) > 0)
        groups.push({ period: isoDate(start), activityDetails: null, values: valuesOf(totals) });
    }
    return groups;
  }

  /** One to three matches a day are told apart. */
  #matches(character: string, mode: number, day: number): GameHistoricalStatsPeriodGroup[] {
    const random = randomFor(this.#seed, "matches", character, mode, day);
    return Array.from({ length: random.int(1, 3) }, (_, index) => ({
      period: isoDate(day * DAY_MS + random.int(0, 86_000) * 1000),
      activityDetails: {
        referenceId: activityHash(mode, random.int(0, 13), 0),
        directorActivityHash: activityHash(mode, random.int(0, 13), 1),
        instanceId: int64(4_000_000_000_000_000_000n + BigInt(day) * 1000n + BigInt(index)),
        mode,
        modes: [mode, 7],
        isPrivate: random.chance(0.05),
      },
      values: valuesOf(draw(random, 1)),
    }));
  }

  #today(): number {
    return Math.floor(this.#clock.now() / DAY_MS);
  }

  /** What one day brought; undefined when nobody played. A day that is not over counts in part. */
  #day(character: string, mode: number, day: number): Totals | undefined {
    const share = modes.find(({ value }) => value === mode)?.share ?? 0;
    const random = randomFor(this.#seed, "day", character, mode, day);
    const habit = [0.9, 0.4, 0.5, 0.45, 0.55, 0.7, 0.95][(day + 4) % 7] ?? 0.5;
    if (!random.chance(habit * (0.4 + share * 0.6))) return undefined;
    const passed = day === this.#today() ? (this.#clock.now() % DAY_MS) / DAY_MS : 1;
    const matches = Math.floor(random.int(1, Math.ceil(9 * share) + 1) * passed);
    return matches === 0 ? undefined : draw(random, matches);
  }

  #sumOf(character: string, mode: number, first: number, last: number): Totals {
    const days: Totals[] = [];
    for (let day = first; day <= last; day += 1) days.push(this.#day(character, mode, day) ?? {});
    return sum(days);
  }
}

function draw(random: ReturnType<typeof randomFor>, matches: number): Totals {
  const drawn: Record<string, number> = { matches, wins: Math.round(matches * random.between(0.3, 0.8)) };
  for (const { key, mean } of counts) drawn[key] = Math.round(mean * matches * random.between(0.6, 1.4));
  return drawn;
}

function dayGroup(day: number, totals: Totals): GameHistoricalStatsPeriodGroup {
  return { period: isoDate(day * DAY_MS), activityDetails: null, values: valuesOf(totals) };
}

function sum(list: readonly Totals[]): Totals {
  const added: Record<string, number> = {};
  for (const totals of list) {
    for (const [key, value] of Object.entries(totals)) added[key] = (added[key] ?? 0) + value;
  }
  return added;
}

function scale(totals: Totals, by: number): Totals {
  return Object.fromEntries(Object.entries(totals).map(([key, value]) => [key, Math.round(value * by)]));
}

/** Counts with their mean per match, and the ratios that follow from them. */
function valuesOf(totals: Totals): Record<string, GameHistoricalStatsValue> {
  const matches = totals["matches"] ?? 0;
  const values: Record<string, GameHistoricalStatsValue> = {};
  const put = (statId: string, value: number, perMatch?: number) => {
    values[statId] = {
      statId,
      basic: { value, displayValue: display(statId, value) },
      pga: perMatch === undefined ? null : { value: perMatch, displayValue: display(statId, perMatch) },
      weighted: null,
      activityId: null,
    };
  };
  for (const [key, value] of Object.entries(totals)) {
    put(key, value, key === "matches" || matches === 0 ? undefined : value / matches);
  }
  const defeated = totals["opponentsDefeated"] ?? 0;
  put("defeatsDeathsRatio", defeated / Math.max(1, totals["deaths"] ?? 0));
  put("efficiency", (defeated + (totals["assists"] ?? 0)) / Math.max(1, totals["deaths"] ?? 0));
  put("winRatio", (totals["wins"] ?? 0) / Math.max(1, matches));
  return values;
}

function display(statId: string, value: number): string {
  if (statId === "secondsPlayed")
    return `${String(Math.floor(value / 3600))}h ${String(Math.floor(value / 60) % 60)}m`;
  return Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(2);
}

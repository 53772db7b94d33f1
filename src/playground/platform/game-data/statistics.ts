import type { Clock } from "../../../base/clock.ts";
import { DAY_MS } from "../../../base/duration.ts";
import type {
  GameHistoricalStatsByPeriod,
  GameHistoricalStatsPeriodGroup,
  GameHistoricalStatsResults,
  GameHistoricalStatsValue,
  GameHistoricalStatsWithMerged,
} from "../../../platform/resources/stats.ts";
import { isoDate } from "./calendar.ts";
import type { Match, Matches, Playing, Totals } from "./matches.ts";
import type { AccountRef, Players } from "./players.ts";
import { type Language, languages } from "./text/translations.ts";

export const modes: readonly { readonly value: number; readonly name: string }[] = [
  { value: 7, name: "allVentures" },
  { value: 5, name: "allContests" },
  { value: 3, name: "vigil" },
  { value: 4, name: "descent" },
  { value: 10, name: "control" },
  { value: 15, name: "duel" },
];

export type Period = "daily" | "allTime" | "activity";
export interface StatsQuery {
  readonly account: AccountRef;
  readonly character: string;
  readonly mode?: number | undefined;
  readonly language: Language;
  readonly period: Period;
  /** Milliseconds in the first and the last day, both included. */
  readonly from: number;
  readonly to: number;
}

export class Statistics {
  readonly #clock: Clock;
  readonly #players: Players;
  readonly #matches: Matches;

  constructor(clock: Clock, players: Players, matches: Matches) {
    this.#clock = clock;
    this.#players = players;
    this.#matches = matches;
  }

  account(account: AccountRef, language: Language): GameHistoricalStatsWithMerged {
    const playing = this.#players.playing(account);
    const perMode = modes.slice(0, 2).map(({ value, name }) => {
      const totals = sum(playing.map((who) => this.#sumOf(who, value, this.#matches.days(who))));
      return [name, totals] as const;
    });
    const everything = sum(perMode.map(([, totals]) => totals));
    return {
      results: Object.fromEntries(
        perMode.map(([name, totals]) => [name, { allTime: valuesOf(totals, language) }]),
      ),
      merged: {
        allTime: valuesOf(everything, language),
        allTimeTier1: valuesOf(scale(everything, 0.3), language),
      },
    };
  }

  character(query: StatsQuery): GameHistoricalStatsResults {
    const who = this.#players.playing(query.account).find(({ id }) => id === query.character);
    if (who === undefined) return {};
    const wanted = query.mode === undefined ? modes : modes.filter(({ value }) => value === query.mode);
    return Object.fromEntries(wanted.map(({ value, name }) => [name, this.#period(query, who, value)]));
  }

  #period(
    { period, from, to, language }: StatsQuery,
    who: Playing,
    mode: number,
  ): GameHistoricalStatsByPeriod {
    if (period === "allTime") return this.#allTime(who, mode, language);
    const groups = this.#matches
      .days(who, Math.floor(from / DAY_MS), Math.floor(to / DAY_MS))
      .flatMap((day) => {
        const matches = this.#matches.ofDay(who, day, mode);
        if (period === "activity") return matches.map((match) => matchGroup(match, language));
        return matches.length === 0
          ? []
          : [dayGroup(day, sum(matches.map(({ totals }) => totals)), language)];
      });
    // Without data the list is absent.
    return groups.length === 0 ? {} : { daily: groups };
  }

  #allTime(who: Playing, mode: number, language: Language): GameHistoricalStatsByPeriod {
    const allTime = this.#sumOf(who, mode, this.#matches.days(who));
    const [first, second] = [scale(allTime, 0.3), scale(allTime, 0.5)];
    const third = sum([allTime, scale(first, -1), scale(second, -1)]);
    return {
      allTime: valuesOf(allTime, language),
      allTimeTier1: valuesOf(first, language),
      allTimeTier2: valuesOf(second, language),
      allTimeTier3: valuesOf(third, language),
      monthly: this.#months(who, mode, language),
    };
  }

  #months(who: Playing, mode: number, language: Language): GameHistoricalStatsPeriodGroup[] {
    const now = new Date(this.#clock.now());
    const groups: GameHistoricalStatsPeriodGroup[] = [];
    for (let back = 11; back >= 0; back -= 1) {
      const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
      const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 1);
      const totals = this.#sumOf(who, mode, this.#matches.days(who, start / DAY_MS, end / DAY_MS - 1));
      if ((totals["matches"] ?? 0) > 0)
        groups.push({ period: isoDate(start), activityDetails: null, values: valuesOf(totals, language) });
    }
    return groups;
  }

  #sumOf(who: Playing, mode: number, days: readonly number[]): Totals {
    return sum(days.flatMap((day) => this.#matches.ofDay(who, day, mode).map(({ totals }) => totals)));
  }
}

function matchGroup({ at, totals, details }: Match, language: Language): GameHistoricalStatsPeriodGroup {
  return { period: isoDate(at), activityDetails: details(), values: valuesOf(totals, language) };
}

function dayGroup(day: number, totals: Totals, language: Language): GameHistoricalStatsPeriodGroup {
  return { period: isoDate(day * DAY_MS), activityDetails: null, values: valuesOf(totals, language) };
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

type Pair = GameHistoricalStatsValue["basic"];

const written = new Map(
  languages.map((language) => {
    // "5h 30m", "5 Std. 30 Min."
    const unitDisplay = language === "en" ? "narrow" : "short";
    const unit = (name: string) =>
      new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay });
    return [
      language,
      {
        whole: new Intl.NumberFormat(language),
        ratio: new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
        hours: unit("hour"),
        minutes: unit("minute"),
      },
    ];
  }),
);

function valuesOf(totals: Totals, language: Language): Record<string, GameHistoricalStatsValue> {
  const matches = totals["matches"] ?? 0;
  const values: Record<string, GameHistoricalStatsValue> = {};
  const put = (statId: string, value: number, perMatch?: number) => {
    const pga = perMatch === undefined ? null : pairOf(statId, perMatch, language);
    // Only one count has a weighted value, so that readers meet one.
    const weighted = statId === "score" ? pga : null;
    values[statId] = { statId, basic: pairOf(statId, value, language), pga, weighted, activityId: null };
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

function pairOf(statId: string, value: number, language: Language): Pair {
  return { value, displayValue: display(statId, value, language) };
}

function display(statId: string, value: number, language: Language): string | null {
  const words = written.get(language);
  if (words === undefined) return null;
  if (statId !== "secondsPlayed") return (Number.isInteger(value) ? words.whole : words.ratio).format(value);
  const minutes = Math.floor(value / 60);
  return `${words.hours.format(Math.floor(minutes / 60))} ${words.minutes.format(minutes % 60)}`;
}

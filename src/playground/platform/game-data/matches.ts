import type { Clock } from "../../../base/clock.ts";
import { DAY_MS } from "../../../base/duration.ts";
import { int64, type PlatformId } from "../../../base/int64.ts";
import type { GameHistoricalStatsPeriodGroup } from "../../../platform/resources/stats.ts";
import { activityHash } from "./lexicon.ts";
import { type Random, randomFor } from "./random.ts";

export type Totals = Readonly<Record<string, number>>;

export interface Playing {
  readonly id: PlatformId;
  readonly since: number;
  /** The share of weeks in which it is played. */
  readonly weeks: number;
}

export interface Match {
  readonly at: number;
  readonly totals: Totals;
  /** Computed on demand: sums don't need it. */
  readonly details: () => NonNullable<GameHistoricalStatsPeriodGroup["activityDetails"]>;
}

/** Modes with their parent mode, kinds of activities, and how much each is played. */
const played = [
  { mode: 7, parent: 7, kinds: ["patrol", "siege", "trial", "race", "expedition"], share: 0.4 },
  { mode: 3, parent: 7, kinds: ["vigil"], share: 0.4 },
  { mode: 4, parent: 7, kinds: ["descent"], share: 0.2 },
  { mode: 10, parent: 5, kinds: ["control"], share: 0.45 },
  { mode: 15, parent: 5, kinds: ["duel"], share: 0.15 },
] as const;
type Played = (typeof played)[number];

/** The counted values, with their mean a match. */
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

/** The probability of playing, from Sunday to Saturday. */
const HABIT = [0.9, 0.4, 0.5, 0.45, 0.55, 0.7, 0.95] as const;
const YEAR_DAYS = 365;

/** All matches of every character. All statistics are sums of them. */
export class Matches {
  readonly #seed: number;
  readonly #clock: Clock;

  constructor(seed: number, clock: Clock) {
    this.#seed = seed;
    this.#clock = clock;
  }

  /** Returns the days with data, at most a year back, within the given range. */
  days(who: Playing, first = 0, last = Infinity): number[] {
    const today = Math.floor(this.#clock.now() / DAY_MS);
    const from = Math.max(first, today - YEAR_DAYS, Math.floor(who.since / DAY_MS));
    return Array.from({ length: Math.max(0, Math.min(last, today) - from + 1) }, (_, index) => from + index);
  }

  /** Returns a day's past matches, in order of time; of one mode, or of all. */
  ofDay(who: Playing, day: number, mode?: number): Match[] {
    const isPlayed = randomFor(this.#seed, "week", who.id, Math.floor(day / 7)).chance(who.weeks);
    if (!isPlayed) return [];
    return played
      .flatMap((one, index) =>
        mode === undefined || mode === one.mode || mode === one.parent
          ? this.#drawn(who, day, { ...one, index })
          : [],
      )
      .filter(({ at }) => at <= this.#clock.now())
      .sort((one, other) => one.at - other.at);
  }

  /** Returns when the latest match began; without any, when the account did. */
  lastPlayed(who: Playing): number {
    for (const day of this.days(who).toReversed()) {
      const last = this.ofDay(who, day).at(-1);
      if (last !== undefined) return last.at;
    }
    return Math.min(who.since, this.#clock.now());
  }

  #drawn(who: Playing, day: number, what: Played & { readonly index: number }): Match[] {
    const random = randomFor(this.#seed, "day", who.id, what.mode, day);
    const habit = HABIT[(day + 4) % 7] ?? 0.5;
    if (!random.chance(habit * (0.4 + what.share * 0.6))) return [];
    return Array.from({ length: random.int(1, Math.ceil(9 * what.share) + 1) }, (_, index): Match => {
      const at = day * DAY_MS + random.int(0, 86_399) * 1000;
      const [place, tier] = [random.int(0, 13), random.int(0, 2)];
      const kind = random.pick<string>(what.kinds);
      const isPrivate = random.chance(0.05);
      const details = () => ({
        referenceId: activityHash(kind, place, tier),
        // The activity's basic tier at the same place.
        directorActivityHash: activityHash(kind, place, 0),
        instanceId: instanceId(who, day * 1000 + what.index * 100 + index),
        mode: what.mode,
        modes: [...new Set([what.mode, what.parent])],
        isPrivate,
      });
      return { at, totals: draw(random), details };
    });
  }
}

/** Joins character, day, mode and count, so that ids are unique. */
function instanceId({ id }: Playing, number: number): PlatformId {
  const character = BigInt(id) % 1_000_000_000n;
  return int64(4_000_000_000_000_000_000n + character * 100_000_000n + BigInt(number));
}

function draw(random: Random): Totals {
  const drawn: Record<string, number> = { matches: 1, wins: random.chance(0.55) ? 1 : 0 };
  for (const { key, mean } of counts) drawn[key] = Math.round(mean * random.between(0.6, 1.4));
  return drawn;
}

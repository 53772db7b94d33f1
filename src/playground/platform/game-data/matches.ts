import type { Clock } from "../../../base/clock.ts";
import { DAY_MS } from "../../../base/duration.ts";
import { int64, type Int64 } from "../../../base/int64.ts";
import type { GameHistoricalStatsPeriodGroup } from "../../../platform/resources/stats.ts";
import { activityHash } from "./lexicon.ts";
import { type Random, randomFor } from "./random.ts";

export type Totals = Readonly<Record<string, number>>;

export interface Playing {
  readonly id: Int64;
  readonly since: number;
  /** In what part of all weeks it is played at all. */
  readonly weeks: number;
}

export interface Match {
  readonly at: number;
  readonly totals: Totals;
  /** Worked out when a match is told apart: sums have no use for it. */
  readonly details: () => NonNullable<GameHistoricalStatsPeriodGroup["activityDetails"]>;
}

/** What is played: its mode, the one that belongs to, the kinds of activity, and how much of it. */
const played = [
  { mode: 7, parent: 7, kinds: ["patrol", "siege", "trial", "race", "expedition"], share: 0.4 },
  { mode: 3, parent: 7, kinds: ["vigil"], share: 0.4 },
  { mode: 4, parent: 7, kinds: ["descent"], share: 0.2 },
  { mode: 10, parent: 5, kinds: ["control"], share: 0.45 },
  { mode: 15, parent: 5, kinds: ["duel"], share: 0.15 },
] as const;
type Played = (typeof played)[number];

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

/** How likely one plays on a Sunday, on a Monday and so on. */
const HABIT = [0.9, 0.4, 0.5, 0.45, 0.55, 0.7, 0.95] as const;
const YEAR_DAYS = 365;

/** What every character played, match by match. All statistics are sums of it. */
export class Matches {
  readonly #seed: number;
  readonly #clock: Clock;

  constructor(seed: number, clock: Clock) {
    this.#seed = seed;
    this.#clock = clock;
  }

  /** The days that anything is kept of, out of those asked for. */
  days(who: Playing, first = 0, last = Infinity): number[] {
    const today = Math.floor(this.#clock.now() / DAY_MS);
    const from = Math.max(first, today - YEAR_DAYS, Math.floor(who.since / DAY_MS));
    return Array.from({ length: Math.max(0, Math.min(last, today) - from + 1) }, (_, index) => from + index);
  }

  /** One day's of a mode, or of every mode, in the order of time. What lies ahead isn't among them. */
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

  /** When the last one began; when the account did, for who never played. */
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
        // One starts from the plain form of the same place.
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

/** Character, day, mode and count side by side: no two are the same. */
function instanceId({ id }: Playing, number: number): Int64 {
  const character = BigInt(id) % 1_000_000_000n;
  return int64(4_000_000_000_000_000_000n + character * 100_000_000n + BigInt(number));
}

function draw(random: Random): Totals {
  const drawn: Record<string, number> = { matches: 1, wins: random.chance(0.55) ? 1 : 0 };
  for (const { key, mean } of counts) drawn[key] = Math.round(mean * random.between(0.6, 1.4));
  return drawn;
}

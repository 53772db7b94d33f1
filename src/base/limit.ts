import type { MonotonicClock } from "./clock.ts";
import { backoffMs } from "./async/backoff.ts";
import { HOUR_MS, MINUTE_MS } from "./duration.ts";
import { isMilepostError } from "./errors.ts";

export interface BucketRule {
  /** How many tokens a full bucket holds. */
  readonly capacity: number;
  /** How many milliseconds an empty bucket takes to fill. */
  readonly refillMs: number;
}

interface Level {
  tokens: number;
  at: number;
}

/** Token buckets by key. Full buckets are dropped, so that memory follows the members who are active. */
export class TokenBuckets {
  readonly #rule: BucketRule;
  readonly #clock: MonotonicClock;
  readonly #levels = new Map<string, Level>();
  #sweepAt: number;

  constructor(rule: BucketRule, clock: MonotonicClock) {
    this.#rule = rule;
    this.#clock = clock;
    this.#sweepAt = clock.monotonic() + rule.refillMs;
  }

  /** Takes one token and returns 0; or takes nothing and returns the milliseconds until one is there. */
  take(key: string): number {
    const now = this.#clock.monotonic();
    this.#sweep(now);
    const level = this.#levels.get(key) ?? { tokens: this.#rule.capacity, at: now };
    const tokens = this.#refilled(level, now);
    if (tokens < 1) return Math.ceil((1 - tokens) * this.#msPerToken());
    this.#levels.set(key, { tokens: tokens - 1, at: now });
    return 0;
  }

  get size(): number {
    return this.#levels.size;
  }

  #msPerToken(): number {
    return this.#rule.refillMs / this.#rule.capacity;
  }

  #refilled(level: Level, now: number): number {
    const gained = (now - level.at) / this.#msPerToken();
    return Math.min(this.#rule.capacity, level.tokens + gained);
  }

  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + this.#rule.refillMs;
    for (const [key, level] of this.#levels) {
      if (this.#refilled(level, now) >= this.#rule.capacity) this.#levels.delete(key);
    }
  }
}

const BACKOFF = { firstMs: 5_000, longestMs: HOUR_MS };
const MAINTENANCE_WAIT_MS = MINUTE_MS;

/** Returns how long background work pauses after the n-th failure in a row (1 for the first), in milliseconds. */
export function restMs(error: unknown, failures: number): number {
  const asked = isMilepostError(error) ? (error.details.retryAfterMs ?? 0) : 0;
  const least = isMilepostError(error, "platform-maintenance") ? Math.max(asked, MAINTENANCE_WAIT_MS) : asked;
  return Math.min(Math.max(backoffMs(failures - 1, BACKOFF), least), BACKOFF.longestMs);
}

/** A pause after failures. */
export class Cooldown {
  readonly #clock: MonotonicClock;
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: MonotonicClock) {
    this.#clock = clock;
  }

  begin(ms: number): void {
    this.#until = this.#clock.monotonic() + ms;
  }

  isOver(): boolean {
    return this.leftMs() === 0;
  }

  /** Returns how much longer it lasts, in milliseconds; 0: it is over. */
  leftMs(): number {
    return Math.max(0, this.#until - this.#clock.monotonic());
  }
}

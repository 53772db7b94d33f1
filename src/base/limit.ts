import type { MonotonicClock } from "./clock.ts";

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

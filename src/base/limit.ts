import type { MonotonicClock } from "./clock.ts";

export interface BucketRule {
  /** How many at once. */
  readonly capacity: number;
  /** In how many milliseconds an empty bucket is full again. */
  readonly refillMs: number;
}

interface Level {
  tokens: number;
  at: number;
}

/**
 * Token buckets by key. A key that is full again is forgotten, so that memory follows the members who are
 * active now.
 */
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

  /** Takes one token. Gives 0, or the milliseconds until one is there; then nothing was taken. */
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

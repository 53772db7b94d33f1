import type { Clock } from "../clock.ts";

interface HeldRules {
  readonly clock: Clock;
  readonly forMs: number;
  /** How many; the oldest goes first. */
  readonly most?: number;
}

const MOST = 2_000;

/**
 * One secret thing a member, or a session, in memory, for a while. What is over is dropped at the next look at any
 * of them, or by itself a little later: it is in no memory that is written out.
 */
export class ExpiringMap<T> {
  readonly #rules: HeldRules;
  readonly #byKey = new Map<string, { readonly value: T; readonly until: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(rules: HeldRules) {
    this.#rules = rules;
  }

  /** How many are in memory, over or not. */
  get size(): number {
    return this.#byKey.size;
  }

  put(key: string, value: T): void {
    this.sweep();
    this.#byKey.delete(key);
    this.#byKey.set(key, { value, until: this.#rules.clock.now() + this.#rules.forMs });
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > (this.#rules.most ?? MOST) && oldest !== undefined) this.#byKey.delete(oldest);
    this.#sweepLater();
  }

  get(key: string): T | undefined {
    this.sweep();
    return this.#byKey.get(key)?.value;
  }

  /** Another value in its place, for no longer. */
  replace(key: string, value: T): void {
    const held = this.#byKey.get(key);
    if (held !== undefined) this.#byKey.set(key, { ...held, value });
  }

  /** As they are now: a change while one goes through them is not seen. */
  values(): readonly T[] {
    this.sweep();
    return [...this.#byKey.values()].map(({ value }) => value);
  }

  /** Gives whether there was something. */
  drop(key: string): boolean {
    return this.#byKey.delete(key);
  }

  /** Drops what is over. They were put in the order in which they end. */
  sweep(): void {
    const now = this.#rules.clock.now();
    for (const [key, { until }] of this.#byKey) {
      if (until > now) return;
      this.#byKey.delete(key);
    }
  }

  #sweepLater(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.sweep();
      if (this.size > 0) this.#sweepLater();
    }, this.#rules.forMs).unref();
  }
}

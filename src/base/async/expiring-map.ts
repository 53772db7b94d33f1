import type { MonotonicClock } from "../clock.ts";

export interface ExpiringMapOptions<T = unknown> {
  readonly clock: MonotonicClock;
  readonly forMs: number;
  /** The most entries it holds, 2,000 by default; the oldest is dropped first. */
  readonly max?: number;
  /** Called for entries that are dropped, but not for those taken. */
  readonly onDropped?: (value: T, key: string) => void;
}

const MAX = 2_000;

/**
 * A map whose entries expire. Expired ones are dropped when any of them is read, or by a timer a little later, so that
 * a secret kept here doesn't stay in memory.
 */
export class ExpiringMap<T> {
  readonly #options: ExpiringMapOptions<T>;
  readonly #byKey = new Map<string, { readonly value: T; readonly until: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ExpiringMapOptions<T>) {
    this.#options = options;
  }

  get size(): number {
    return this.#byKey.size;
  }

  put(key: string, value: T): void {
    this.sweep();
    if (this.#byKey.get(key)?.value === value) this.#byKey.delete(key);
    else this.drop(key);
    this.#byKey.set(key, { value, until: this.#options.clock.monotonic() + this.#options.forMs });
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > (this.#options.max ?? MAX) && oldest !== undefined) this.drop(oldest);
    this.#sweepLater();
  }

  get(key: string): T | undefined {
    this.sweep();
    return this.#byKey.get(key)?.value;
  }

  /** Replaces an existing value, which keeps its time of expiry. */
  replace(key: string, value: T): void {
    const entry = this.#byKey.get(key);
    if (entry !== undefined) this.#byKey.set(key, { ...entry, value });
  }

  /** Returns the current values, oldest first. */
  values(): readonly T[] {
    this.sweep();
    return [...this.#byKey.values()].map(({ value }) => value);
  }

  /** Returns whether there was an entry. */
  drop(key: string): boolean {
    const entry = this.#byKey.get(key);
    if (entry === undefined) return false;
    this.#byKey.delete(key);
    this.#options.onDropped?.(entry.value, key);
    return true;
  }

  /** Returns the value and removes it, without calling `onDropped`. */
  take(key: string): T | undefined {
    const value = this.get(key);
    this.#byKey.delete(key);
    return value;
  }

  clear(): void {
    for (const key of this.#byKey.keys()) this.drop(key);
  }

  /** Drops expired entries; entries are in the order in which they expire. */
  sweep(): void {
    const now = this.#options.clock.monotonic();
    for (const [key, { until }] of this.#byKey) {
      if (until > now) return;
      this.drop(key);
    }
  }

  #sweepLater(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.sweep();
      if (this.size > 0) this.#sweepLater();
    }, this.#options.forMs).unref();
  }
}

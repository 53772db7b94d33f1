import type { Clock } from "../../src/base/clock.ts";

/** A clock that tells what it is told. What is added to `at` has passed; a `step` sets the clock and nothing passes. */
export class ManualClock implements Clock {
  at: number;
  #steppedMs = 0;
  readonly #listeners = new Set<() => void>();

  constructor(at = Date.UTC(2026, 0, 15, 12)) {
    this.at = at;
  }

  now(): number {
    return this.at;
  }

  monotonic(): number {
    return this.at - this.#steppedMs;
  }

  onJump(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  step(ms: number): void {
    this.at += ms;
    this.#steppedMs += ms;
    for (const listener of this.#listeners) listener();
  }
}

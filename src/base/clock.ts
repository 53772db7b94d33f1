/**
 * Where the time comes from. Everything that asks "what time is it" takes one, so that tests and the
 * playground can move it. Timers stay real.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /**
   * Calls `listener` after each jump of a clock that can be set, until the function it gives is called: whoever
   * waits for a time looks again. A clock that can't be set has none.
   */
  readonly onJump?: (listener: () => void) => () => void;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that runs with the system's, shifted by an offset that can be moved. */
export class MovableClock implements Clock {
  #offsetMs = 0;
  readonly #listeners = new Set<() => void>();

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Sets the distance to the system's clock, in milliseconds. */
  moveTo(offsetMs: number): void {
    if (offsetMs === this.#offsetMs) return;
    this.#offsetMs = offsetMs;
    for (const listener of this.#listeners) listener();
  }

  advance(ms: number): void {
    this.moveTo(this.#offsetMs + ms);
  }

  onJump(listener: () => void): () => void {
    const heard = () => listener();
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }
}

/**
 * Where the time comes from. Everything that asks "what time is it" takes one, so that tests and the
 * playground can move it. Timers stay real.
 */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that runs with the system's, shifted by an offset that can be moved. */
export class MovableClock implements Clock {
  #offsetMs = 0;

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Sets the distance to the system's clock, in milliseconds. */
  moveTo(offsetMs: number): void {
    this.#offsetMs = offsetMs;
  }

  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}

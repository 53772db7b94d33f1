/**
 * Time that only moves forward, whatever happens to the system's clock: for every wait, window, budget and age in
 * memory. Code that takes this instead of a `Clock` can't ask for the time of day.
 */
export interface MonotonicClock {
  /** Returns milliseconds since some instant of this process; meaningless outside it. */
  monotonic(): number;
}

/**
 * The time of day. Everything that needs it takes one, so that tests and the playground can move it. It may jump, since
 * operators and time servers set clocks. Timers stay real.
 */
export interface Clock extends MonotonicClock {
  /** Returns milliseconds since 1970-01-01T00:00:00Z, for people, other programs and later starts. */
  now(): number;
  /**
   * Calls `listener` soon after each jump, so that whoever waits for a time looks again. Returns a function that stops
   * it. Absent on clocks that can't be set.
   */
  readonly onJump?: (listener: () => void) => () => void;
}

/** How far the two clocks may drift apart between two looks; a time server's corrections stay far below. */
const JUMP_MS = 1_000;
const LOOK_EVERY_MS = 5_000;

/** Detects that the system's clock was set, by its distance to the monotonic clock. */
export class JumpDetector {
  #apartMs = Date.now() - performance.now();

  /** Returns whether it was set since the last call. */
  hasJumped(): boolean {
    const before = this.#apartMs;
    this.#apartMs = Date.now() - performance.now();
    return Math.abs(this.#apartMs - before) > JUMP_MS;
  }
}

export abstract class JumpingClock {
  readonly #listeners = new Set<() => void>();

  onJump(listener: () => void): () => void {
    const heard = () => listener();
    this.#listeners.add(heard);
    return () => void this.#listeners.delete(heard);
  }

  protected get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  protected tellJump(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The system's clock. While it has listeners, it is compared with the monotonic clock every few seconds. */
export class SystemClock extends JumpingClock implements Clock {
  #timer: NodeJS.Timeout | undefined;
  readonly #detector = new JumpDetector();

  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  override onJump(listener: () => void): () => void {
    const stop = super.onJump(listener);
    if (this.#timer === undefined) this.#detector.hasJumped();
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    return () => {
      stop();
      if (this.isHeard) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #look(): void {
    if (this.#detector.hasJumped()) this.tellJump();
  }
}

export const systemClock: Clock = new SystemClock();

/** The system's clock shifted by an offset that can be changed. Moving it forward also passes monotonic time. */
export class MovableClock extends JumpingClock implements Clock {
  #offsetMs = 0;
  #passedMs = 0;

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  monotonic(): number {
    return performance.now() + this.#passedMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /**
   * Sets the offset to the system's clock, in milliseconds. With `passedMs` 0 the clock is set without time passing.
   */
  moveTo(offsetMs: number, passedMs: number = Math.max(0, offsetMs - this.#offsetMs)): void {
    if (offsetMs === this.#offsetMs && passedMs === 0) return;
    this.#offsetMs = offsetMs;
    this.#passedMs += passedMs;
    this.tellJump();
  }

  advance(ms: number): void {
    this.moveTo(this.#offsetMs + ms);
  }
}

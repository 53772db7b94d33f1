/**
 * Time that only passes: setting the system's clock changes nothing. For every wait, window, budget and age in memory.
 * Whoever takes this and not a `Clock` can't ask what time it is.
 */
export interface MonotonicClock {
  /** Milliseconds since some instant of this process; of no meaning outside it. */
  monotonic(): number;
}

/**
 * Where the time comes from. Everything that asks "what time is it" takes one, so that tests and the playground can
 * move it. What it says may jump: operators and time servers set clocks. Timers stay real.
 */
export interface Clock extends MonotonicClock {
  /** Milliseconds since 1970-01-01T00:00:00Z. For what people read, and for what other programs or a later start read. */
  now(): number;
  /**
   * Calls `listener` soon after each jump of the clock, until the function it gives is called: whoever waits for a
   * time looks again. A clock that can't be set has none.
   */
  readonly onJump?: (listener: () => void) => () => void;
}

/** How far the two clocks may drift apart between two looks; time servers that only nudge stay far below. */
const JUMP_MS = 1_000;
const LOOK_EVERY_MS = 5_000;

/** Notices that the system's clock was set: its distance to the monotonic one is another than before. */
export class JumpDetector {
  #apartMs = Date.now() - performance.now();

  /** Whether it was set since the last look. */
  hasJumped(): boolean {
    const before = this.#apartMs;
    this.#apartMs = Date.now() - performance.now();
    return Math.abs(this.#apartMs - before) > JUMP_MS;
  }
}

/** A clock whose listeners hear of its jumps. */
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

/** The system's clock. While somebody listens it is compared with the monotonic one every few seconds. */
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

/** A clock that runs with the system's, shifted by an offset that can be moved. Moved forward, time has passed. */
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

  /** Sets the distance to the system's clock, in milliseconds. With `passedMs` 0 the clock is set and no time passes. */
  moveTo(offsetMs: number, passedMs: number = Math.max(0, offsetMs - this.#offsetMs)): void {
    if (offsetMs === this.#offsetMs) return;
    this.#offsetMs = offsetMs;
    this.#passedMs += passedMs;
    this.tellJump();
  }

  advance(ms: number): void {
    this.moveTo(this.#offsetMs + ms);
  }
}

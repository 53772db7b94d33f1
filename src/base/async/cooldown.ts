import { backoffMs } from "./backoff.ts";
import type { MonotonicClock } from "../clock.ts";
import { HOUR_MS, MINUTE_MS } from "../duration.ts";
import { isMilepostError } from "../errors.ts";

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

import type { Clock } from "../clock.ts";
import { HOUR_MS } from "../duration.ts";
import { isMilepostError } from "../errors.ts";

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = HOUR_MS;
const MAINTENANCE_WAIT_MS = 60_000;

/** How long background work rests after the n-th failure in a row (1 for the first). It never gives up. */
export function restMs(error: unknown, failures: number): number {
  const asked = isMilepostError(error) ? (error.details.retryAfterMs ?? 0) : 0;
  const least = isMilepostError(error, "platform-maintenance") ? Math.max(asked, MAINTENANCE_WAIT_MS) : asked;
  const doubled = FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20);
  return Math.min(Math.max(doubled, least), LONGEST_WAIT_MS);
}

/** A pause by a clock that may be set back: then the pause begins anew, instead of lasting until the old time. */
export class Cooldown {
  readonly #clock: Clock;
  #ms = 0;
  #until = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  begin(ms: number): void {
    this.#ms = ms;
    this.#until = this.#clock.now() + ms;
  }

  isOver(): boolean {
    const now = this.#clock.now();
    this.#until = Math.min(this.#until, now + this.#ms);
    return now >= this.#until;
  }
}

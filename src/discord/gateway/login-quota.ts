import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";

interface LoginQuotaParts {
  /** How many logins Discord said are left. */
  readonly left: number;
  /** Asks Discord again. */
  readonly ask: () => Promise<number>;
  readonly clock: MonotonicClock;
  readonly log: Log;
}

/** How many logins Discord still accepts today. */
export class LoginQuota {
  readonly #parts: LoginQuotaParts;
  #left: number;
  #askAgainAt = Number.NEGATIVE_INFINITY;

  constructor(parts: LoginQuotaParts) {
    this.#parts = parts;
    this.#left = parts.left;
  }

  get left(): number {
    return this.#left;
  }

  /**
   * Counts one login; returns false where none is left. Then asks Discord again, at most once a minute. Never rejects.
   */
  async take(): Promise<boolean> {
    const { ask, clock, log } = this.#parts;
    if (this.#left <= 0 && clock.monotonic() >= this.#askAgainAt) {
      this.#askAgainAt = clock.monotonic() + MINUTE_MS;
      this.#left = await ask().catch((error: unknown) => {
        log.warn("Discord did not say how many logins are left; asking again in a minute", {}, error);
        return 0;
      });
    }
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }
}

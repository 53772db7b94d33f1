import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";

interface LoginQuotaContext {
  readonly clock: MonotonicClock;
  readonly log: Log;
}

/** How many logins Discord still takes today. */
export class LoginQuota {
  readonly #ask: () => Promise<number>;
  readonly #clock: MonotonicClock;
  readonly #log: Log;
  #left: number;
  #askAgainAt = Number.NEGATIVE_INFINITY;

  /** `ask` returns what Discord says now. */
  constructor(left: number, ask: () => Promise<number>, { clock, log }: LoginQuotaContext) {
    this.#left = left;
    this.#ask = ask;
    this.#clock = clock;
    this.#log = log;
  }

  get left(): number {
    return this.#left;
  }

  /** Counts one login; false where none is left. Then Discord is asked again, once a minute. Never rejects. */
  async take(): Promise<boolean> {
    if (this.#left <= 0 && this.#clock.monotonic() >= this.#askAgainAt) {
      this.#askAgainAt = this.#clock.monotonic() + MINUTE_MS;
      this.#left = await this.#ask().catch((error: unknown) => {
        this.#log.warn("Discord did not say how many logins are left; asking again in a minute", {}, error);
        return 0;
      });
    }
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }
}

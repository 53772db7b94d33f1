import { backoffMs } from "../../base/async/backoff.ts";
import { sleepUnlessAborted } from "../../base/async/sleep.ts";
import { isMilepostError, type MilepostError } from "../../base/errors.ts";

interface Patience {
  readonly signal?: AbortSignal | undefined;
  readonly random: () => number;
  readonly firstMs?: number | undefined;
  /** Called before each wait. */
  readonly onFailure: (error: MilepostError, waitMs: number) => void;
}

const FIRST_MS = 1000;
const LONGEST_MS = 120_000;

/**
 * Repeats the work until it succeeds, doubling the wait up to two minutes: Discord resets the token of a bot that logs
 * in more than 1000 times a day. Throws "bad-settings" and unknown errors at once, and "busy" when the signal aborts.
 */
export async function keepTrying<T>(
  work: () => Promise<T>,
  { signal, random, firstMs = FIRST_MS, onFailure }: Patience,
): Promise<T> {
  const isEnded = () => signal?.aborted === true;
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isMilepostError(error) || error.code === "bad-settings" || isEnded()) throw error;
      const backoff = { firstMs, longestMs: LONGEST_MS, jitter: 0.25, random };
      const waitMs = Math.round(backoffMs(failures, backoff));
      onFailure(error, waitMs);
      await sleepUnlessAborted(waitMs, signal);
      if (isEnded()) throw error;
    }
  }
}

import { backoffMs } from "../../base/async/backoff.ts";
import { sleepUnlessAborted } from "../../base/async/sleep.ts";
import { isMilepostError, type MilepostError } from "../../base/errors.ts";

interface Patience {
  readonly signal?: AbortSignal | undefined;
  readonly random: () => number;
  readonly firstMs?: number | undefined;
  /** Told before each wait. */
  readonly onFailure: (error: MilepostError, waitMs: number) => void;
}

const FIRST_MS = 1000;
const LONGEST_MS = 120_000;

/**
 * Tries until it works, waiting twice as long each time, up to two minutes: Discord resets the token of a bot that
 * logs in more than 1000 times a day. Throws at once what is "bad-settings" or no MilepostError, and "busy" when
 * the signal ends it.
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

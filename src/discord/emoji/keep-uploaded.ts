import { sleepUnlessAborted } from "../../base/async/sleep.ts";
import { HOUR_MS, MINUTE_MS } from "../../base/duration.ts";
import { isMilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { ApplicationEmojis } from "./application-emojis.ts";

/** Names come in the background after a start; later, what is on changes by the day, and what is asked for. */
const PAUSES_MS = [3_000, MINUTE_MS, 10 * MINUTE_MS];
const LATER_MS = HOUR_MS;

interface Upload {
  readonly emojis: ApplicationEmojis;
  readonly applicationId: string;
  /** Addresses of pictures, those that matter most first. */
  readonly wanted: (signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * Does work on one node at a time: two would upload the same twice, and ask the platform for the same names at once.
   * Throws "busy" where another node takes long over it.
   */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly log: Log;
}

/** Uploads icons soon and from time to time, beside everything else. Resolves when the signal aborts; never rejects. */
export async function keepUploaded(
  { emojis, applicationId, wanted, alone, log }: Upload,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    await sleepUnlessAborted(PAUSES_MS[round] ?? LATER_MS, signal);
    if (signal.aborted) return;
    try {
      await alone(async () => emojis.upload(applicationId, await wanted(signal), signal));
    } catch (error) {
      if (signal.aborted) return;
      if (isMilepostError(error, "busy")) log.debug("Icons are being uploaded by another node");
      else log.warn("Icons couldn't be uploaded; replies go without them", {}, error);
    }
  }
}

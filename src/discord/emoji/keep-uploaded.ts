import { sleepUnlessAborted } from "../../base/async/sleep.ts";
import { HOUR_MS, MINUTE_MS } from "../../base/duration.ts";
import type { Clock } from "../../base/clock.ts";
import { isMilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { ApplicationEmojis, WantedIcons } from "./application-emojis.ts";

/** Definitions arrive in the background after a start; later, what is on changes by the day. */
const PAUSES_MS = [3_000, MINUTE_MS, 10 * MINUTE_MS];
const LATER_MS = HOUR_MS;
/** What is new is listed soon after what it follows has ended. */
const SETTLED_MS = 2_000;
/** A page asks for many icons at once; whoever turns to the next one should see them. */
const SOON_MS = 1_000;

interface Upload {
  readonly emojis: ApplicationEmojis;
  readonly applicationId: string;
  readonly wanted: (signal: AbortSignal) => Promise<WantedIcons>;
  readonly clock: Pick<Clock, "now">;
  /**
   * Runs the work on one node at a time, so that nothing is uploaded twice. Throws "busy" where another node holds it
   * for long.
   */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly log: Log;
}

/**
 * Uploads icons soon after the start, as what is on changes, and from time to time; and those a reply lacked shortly
 * after it. Resolves when the signal aborts; never rejects.
 */
export async function keepUploaded(
  { emojis, applicationId, wanted, alone, clock, log }: Upload,
  signal: AbortSignal,
): Promise<void> {
  /** Returns whether it succeeded. */
  const tried = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await alone(work);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (isMilepostError(error, "busy")) log.debug("Icons are being uploaded by another node");
      else log.warn("Icons couldn't be uploaded; replies go without them", {}, error);
      return false;
    }
  };
  let changesAt: number | undefined;
  for (let round = 0; !signal.aborted; round += 1) {
    const usual = PAUSES_MS[round] ?? LATER_MS;
    const untilChange = changesAt === undefined ? LATER_MS : changesAt - clock.now() + SETTLED_MS;
    const isChange = untilChange < usual;
    const due = sleepUnlessAborted(isChange ? Math.max(SETTLED_MS, untilChange) : usual, signal).then(
      () => true,
    );
    // After a refusal, wait for the next round.
    let mayTry = round > 0;
    while (mayTry && !(await Promise.race([due, emojis.lacking]))) {
      await sleepUnlessAborted(SOON_MS, signal);
      mayTry = !signal.aborted && (await tried(() => emojis.uploadMissed(applicationId, signal)));
    }
    await due;
    if (signal.aborted) return;
    if (isChange) round = -1;
    await tried(async () => {
      const { icons, ...change } = await wanted(signal);
      changesAt = change.changesAt;
      await emojis.upload(applicationId, icons, signal);
    });
  }
}

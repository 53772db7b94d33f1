import { setTimeout as sleep } from "node:timers/promises";

/** Waits; rejects with the signal's reason when it aborts. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

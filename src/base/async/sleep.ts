import { setTimeout as wait } from "node:timers/promises";

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, signal && { signal });
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  }
}

/** Resolves after `ms` milliseconds, or earlier when the signal aborts. Never rejects. */
export async function sleepUnlessAborted(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, signal && { signal }).catch(() => {});
}

import { sleepUnlessAborted } from "./sleep.ts";

/**
 * Returns what `work` resolves with, or undefined when that takes longer than `ms` or the signal aborts first. Rejects
 * if the work rejects until then; how it ends later is for the caller to handle.
 */
export async function within<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | undefined> {
  const over = new AbortController();
  const ends = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  try {
    const late = sleepUnlessAborted(ms, ends).then(() => undefined);
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

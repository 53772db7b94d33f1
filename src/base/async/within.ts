import { setTimeout as sleep } from "node:timers/promises";

/**
 * What a promise gives, or undefined when that takes longer than `ms` or the signal ends the wait. Rejects as it does
 * meanwhile; how it ends after that is for the caller to hear.
 */
export async function within<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | undefined> {
  const over = new AbortController();
  const ends = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  try {
    return await Promise.race([work, sleep(ms, undefined, { signal: ends }).catch(() => undefined)]);
  } finally {
    over.abort();
  }
}

import { unlessAborted } from "./unless-aborted.ts";

/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    await unlessAborted(promise, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after `ms` milliseconds, or earlier when the signal aborts. Never rejects. */
export async function sleepUnlessAborted(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, signal).catch(() => {});
}

/**
 * Returns what `work` resolves with, or undefined when that takes longer than `ms` or the signal aborts first. Rejects
 * if the work rejects until then; how it ends later is for the caller to handle.
 */
export async function within<T>(work: Promise<T>, ms: number, signal?: AbortSignal): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const end = () => late.resolve(undefined);
  // A timer of its own: each reply waits so several times, and to abort a signal costs as much as to write a message.
  const timer = setTimeout(end, ms);
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted === true) end();
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

import { unlessAborted } from "./unless-aborted.ts";

interface Deadline {
  readonly ms: number;
  /** Makes the error for work that is not done in time. */
  readonly late: () => unknown;
}

/**
 * Gives `work` a signal that aborts after `ms`, and settles as the work does. Rejects with `late()` as soon as that
 * happens, whether the work heeds its signal or not.
 */
export async function withDeadline<T>(
  { ms, late }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(late()), ms);
  try {
    return await unlessAborted(work(over.signal), over.signal);
  } finally {
    clearTimeout(timer);
  }
}

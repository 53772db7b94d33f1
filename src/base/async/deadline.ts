import { unlessAborted } from "./unless-aborted.ts";

interface Deadline {
  readonly ms: number;
  /** Returns the error for work that is too late. */
  readonly late: () => unknown;
  /** Ends the work early, with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Gives `work` a signal that aborts after `ms`, or with `signal`, and settles as the work does. Rejects with `late()`,
 * or with the signal's reason, as soon as that happens, whether the work heeds its signal or not.
 */
export async function withDeadline<T>(
  { ms, late, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(late()), ms);
  const ends = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  try {
    return await unlessAborted(work(ends), ends);
  } finally {
    clearTimeout(timer);
  }
}

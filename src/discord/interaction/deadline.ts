import { within } from "../../base/async/within.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";

/** Tracks the runs under way, so that a shutdown can end them. */
export class Deadlines {
  readonly #running = new Set<AbortController>();

  /**
   * Runs `work` for at most `ms`, then aborts its signal and rejects with `late()`, whether or not the work listens.
   * Aborting `controller` ends it, too.
   */
  async within<T>(
    ms: number,
    late: () => Error,
    work: (signal: AbortSignal) => Promise<T>,
    controller = new AbortController(),
  ): Promise<T> {
    const timer = setTimeout(() => controller.abort(late()), ms);
    this.#running.add(controller);
    try {
      return await unlessAborted(work(controller.signal), controller.signal);
    } finally {
      clearTimeout(timer);
      this.#running.delete(controller);
    }
  }

  /** Ends all runs under way with this error. */
  abortAll(reason: Error): void {
    for (const controller of this.#running) controller.abort(reason);
  }
}

/** Returns whether the work ends within this time; it goes on if not. */
export async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const ended = within(
    work.then(() => true),
    Math.max(0, ms),
  );
  return (await ended) ?? false;
}

import { within } from "../../base/async/within.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";

/** Runs under way, so that a shutdown can end them. */
export class Deadlines {
  readonly #running = new Set<AbortController>();

  /**
   * Gives `work` a signal and at most `ms`; then rejects with `late()`. Work that ignores its signal is left
   * behind. Aborting `controller` ends it too.
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

  /** Ends everything under way with this error. */
  abortAll(reason: Error): void {
    for (const controller of this.#running) controller.abort(reason);
  }
}

/** Gives whether work ends within this time; it goes on where it doesn't. */
export async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const ended = within(
    work.then(() => true),
    Math.max(0, ms),
  );
  return (await ended) ?? false;
}

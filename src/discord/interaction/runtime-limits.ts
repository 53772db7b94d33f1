import type { BucketRule } from "../../base/limit.ts";
import { LIVES_MS } from "./interaction-response.ts";
import { within } from "../../base/async/within.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";

/** How much may run at once, and for how long. Tests set their own. */
export interface RuntimeLimits {
  /** Per member. */
  readonly commands: BucketRule;
  readonly presses: BucketRule;
  readonly suggestions: BucketRule;
  readonly runs: { readonly running: number; readonly waiting: number };
  readonly suggestingAtOnce: number;
  readonly runWithinMs: number;
  /** How long the database may take to say whether this process acts first. */
  readonly firstWithinMs: number;
  /**
   * How long a read-only run may take for its reply to be the first response. Past that an acknowledgment is sent,
   * early enough for the member to see "thinking" and for most of Discord's three seconds to be left.
   */
  readonly answerAtOnceWithinMs: number;
  readonly suggestWithinMs: number;
  /** How long a reply waits for its pictures before it is sent without them. */
  readonly drawWithinMs: number;
  /** How long a late picture may take before it is given up. */
  readonly pictureWithinMs: number;
}

export const DEFAULT_LIMITS: RuntimeLimits = {
  commands: { capacity: 5, refillMs: 20_000 },
  presses: { capacity: 15, refillMs: 20_000 },
  suggestions: { capacity: 40, refillMs: 20_000 },
  runs: { running: 64, waiting: 256 },
  suggestingAtOnce: 64,
  runWithinMs: 30_000,
  firstWithinMs: 5_000,
  answerAtOnceWithinMs: 200,
  suggestWithinMs: 2200,
  drawWithinMs: 1500,
  pictureWithinMs: LIVES_MS,
};

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

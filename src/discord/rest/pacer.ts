import { sleep } from "../../base/async/sleep.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";

/** Timers are late by a little; more than this is not caught up with. */
const CAUGHT_UP_MS = 40;

/**
 * Lets one pass after the other, so long apart. Windows that are counted from their first request let twice as many
 * through around their edge; evenly spaced, no second has more than its share, wherever Discord begins to count.
 * After a standstill nothing is caught up with.
 */
export class Pacer {
  readonly #perSecond: () => number;
  readonly #now: () => number;
  readonly #turns = new SerialQueue();
  #passedAt = -Infinity;

  /** A rate may change. `now` gives milliseconds of a clock that is never set. */
  constructor(perSecond: number | (() => number), now: () => number = () => performance.now()) {
    this.#perSecond = typeof perSecond === "number" ? () => perSecond : perSecond;
    this.#now = now;
  }

  /** Resolves when it is this one's turn. Rejects when the signal ends the waiting; its turn is the next one's then. */
  turn(signal?: AbortSignal): Promise<void> {
    return this.#turns.take(() => this.#pass(signal));
  }

  async #pass(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const dueAt = this.#passedAt + 1_000 / this.#perSecond();
    for (let ms = dueAt - this.#now(); ms > 0; ms = dueAt - this.#now()) {
      await sleep(Math.ceil(ms), signal);
    }
    this.#passedAt = Math.max(dueAt, this.#now() - CAUGHT_UP_MS);
  }
}

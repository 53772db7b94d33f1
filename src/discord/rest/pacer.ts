import { sleep } from "../../base/async/sleep.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";

/** How far behind schedule a pass may be and still be made up for: timers are a little late. */
const CAUGHT_UP_MS = 40;

/**
 * Spaces requests evenly. Counting windows from their first request would allow twice as many around a window's edge;
 * evenly spaced, no second exceeds the rate, wherever Discord's window begins. After a pause nothing is made up for.
 */
export class Pacer {
  readonly #perSecond: () => number;
  readonly #now: () => number;
  readonly #turns = new SerialQueue();
  #passedAt = -Infinity;

  /** `perSecond` may change over time. `now` returns milliseconds of a monotonic clock. */
  constructor(perSecond: number | (() => number), now: () => number = () => performance.now()) {
    this.#perSecond = typeof perSecond === "number" ? () => perSecond : perSecond;
    this.#now = now;
  }

  /** Resolves when it is the caller's turn. Rejects when the signal aborts; the turn then goes to the next. */
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

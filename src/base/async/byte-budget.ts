import { unlessAborted } from "./unless-aborted.ts";

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/** Limits how many bytes are in memory at once; first come, first served. */
export class ByteBudget {
  readonly #limit: number;
  readonly #line: Waiting[] = [];
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs the work while this many bytes are reserved. More than the limit runs alone. */
  async hold<T>(bytes: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#reserve(bytes, signal);
    try {
      return await work();
    } finally {
      this.#held -= bytes;
      this.#startNext();
    }
  }

  async #reserve(bytes: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { bytes, start: resolve };
    this.#line.push(waiting);
    this.#startNext();
    try {
      await unlessAborted(promise, signal);
    } catch (error) {
      const at = this.#line.indexOf(waiting);
      // It was started at the same moment.
      if (at < 0) this.#held -= bytes;
      else this.#line.splice(at, 1);
      this.#startNext();
      throw error;
    }
  }

  #startNext(): void {
    for (let [next] = this.#line; next !== undefined; [next] = this.#line) {
      if (this.#held > 0 && this.#held + next.bytes > this.#limit) return;
      this.#held += next.bytes;
      this.#line.shift();
      next.start();
    }
  }
}

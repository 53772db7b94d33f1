import { unlessAborted } from "./unless-aborted.ts";

interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
  /** Whether it goes on when nobody waits any more. */
  isKept: boolean;
}

/** Shares one call per key: whoever asks for a call under way waits for that one. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  get size(): number {
    return this.#flights.size;
  }

  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Joins or starts the call for `key`. A caller's `signal` ends only its own wait; the call is aborted when its last
   * caller is gone.
   */
  async join(
    key: string,
    start: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    signal?.throwIfAborted();
    const flight = this.#flight(key, start);
    flight.waiting += 1;
    try {
      return await unlessAborted(flight.result, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0 && !flight.isKept) this.#abort(key, flight, signal?.reason);
    }
  }

  /** Joins or starts the call for `key`, and lets it finish even if nobody waits. */
  keep(key: string, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const flight = this.#flight(key, start);
    flight.isKept = true;
    return flight.result;
  }

  /** Resolves when all calls under way have ended, successfully or not. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#flights.values()].map(({ result }) => result));
  }

  /** Aborts all calls under way. */
  abortAll(reason: unknown): void {
    for (const [key, flight] of this.#flights) this.#abort(key, flight, reason);
  }

  #flight(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const known = this.#flights.get(key);
    if (known !== undefined) return known;
    const stop = new AbortController();
    const result = start(stop.signal);
    const flight: Flight<T> = { result, stop, waiting: 0, isKept: false };
    this.#flights.set(key, flight);
    const forget = () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    result.then(forget, forget);
    return flight;
  }

  #abort(key: string, flight: Flight<T>, reason: unknown): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
    flight.stop.abort(reason);
  }
}

import { unlessAborted } from "./unless-aborted.ts";

interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  /** How many callers wait for it. */
  waiting: number;
  /** Whether it goes on when nobody waits any more. */
  isKept: boolean;
}

/** One call per key at a time: whoever asks for what is already under way waits for that. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  get size(): number {
    return this.#flights.size;
  }

  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Joins the flight of `key`, or starts it. A caller's `signal` ends that caller's waiting; the flight itself
   * is aborted when its last caller is gone.
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

  /** Starts the flight of `key` unless it is under way, and lets it go on without anybody waiting. */
  keep(key: string, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const flight = this.#flight(key, start);
    flight.isKept = true;
    return flight.result;
  }

  /** Resolves when all that is under way now has ended, one way or another. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#flights.values()].map(({ result }) => result));
  }

  /** Aborts all that is under way. */
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

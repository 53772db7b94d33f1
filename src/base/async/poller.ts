import type { Clock } from "../clock.ts";

export interface PollerOptions {
  /** When it jumps, the loop looks at once. */
  readonly clock: Clock;
  /** Looks, and gives how long to wait until the next look. */
  readonly poll: () => Promise<number>;
  /** The same when a look failed. */
  readonly onFailure: (error: unknown) => number;
}

/** One that looks by itself between `start` and `stop`. */
export abstract class PollingWorker {
  readonly #loop: Poller;
  readonly #abort = new AbortController();

  constructor(clock: Clock) {
    this.#loop = new Poller({
      clock,
      poll: () => this.next(),
      onFailure: (error) => this.failed(error),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks at once. */
  wake(): void {
    this.#loop.wake();
  }

  /** Ends what it is at. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#loop.stop();
  }

  /** Looks, and gives how long to wait until the next look. */
  protected abstract next(): Promise<number>;

  /** The same when a look failed. */
  protected abstract failed(error: unknown): number;

  /** Aborted by its stop, or when so much time is over. */
  protected within(ms: number): AbortSignal {
    return AbortSignal.any([this.#abort.signal, AbortSignal.timeout(ms)]);
  }

  protected get isStopped(): boolean {
    return this.#abort.signal.aborted;
  }
}

/** Looks again and again, one look at a time, until it is stopped. */
export class Poller {
  readonly #parts: PollerOptions;
  #stopHearing: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #isAwake = false;
  #wake: () => void = () => {};

  constructor(parts: PollerOptions) {
    this.#parts = parts;
  }

  start(): void {
    this.#stopHearing ??= this.#parts.clock.onJump?.(() => this.wake());
    this.#running ??= this.#run();
  }

  /** Looks at once. */
  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }

  /** Lets the look that is under way end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopHearing?.();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#isAwake = false;
      await this.#pause(await this.#parts.poll().catch(this.#parts.onFailure));
    }
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isAwake) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}

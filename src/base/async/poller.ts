import type { Clock } from "../clock.ts";

export interface PollerOptions {
  /** When it jumps, the next poll comes at once. */
  readonly clock: Clock;
  /** Does the work and returns for how many milliseconds to wait until the next poll. */
  readonly poll: () => Promise<number>;
  /** Returns the same after a poll that failed. */
  readonly onFailure: (error: unknown) => number;
  /** Lets the process end while it waits. */
  readonly isUnref?: boolean;
}

/** A `Poller` to inherit from, which ends its poll under way when it is stopped. */
export abstract class PollingWorker {
  readonly #poller: Poller;
  #abort = new AbortController();

  constructor(clock: Clock) {
    this.#poller = new Poller({
      clock,
      poll: () => this.next(),
      onFailure: (error) => this.failed(error),
    });
  }

  start(): void {
    if (this.isStopped) this.#abort = new AbortController();
    this.#poller.start();
  }

  /** Polls at once, or once more after the poll under way. */
  wake(): void {
    this.#poller.wake();
  }

  /** Aborts the poll under way; resolves when that has ended. */
  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#poller.stop();
  }

  /** Does the work and returns for how many milliseconds to wait until the next poll. */
  protected abstract next(): Promise<number>;

  /** Returns the same after a poll that failed. */
  protected abstract failed(error: unknown): number;

  /** Returns a signal that aborts after `ms`, or when the worker is stopped. */
  protected within(ms: number): AbortSignal {
    return AbortSignal.any([this.#abort.signal, AbortSignal.timeout(ms)]);
  }

  protected get isStopped(): boolean {
    return this.#abort.signal.aborted;
  }
}

/** Polls again and again, one poll at a time, from `start` to `stop`, which may come more than once. */
export class Poller {
  readonly #options: PollerOptions;
  #stopListening: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #isAwake = false;
  #wake: () => void = () => {};

  constructor(options: PollerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#stopListening ??= this.#options.clock.onJump?.(() => this.wake());
    this.#running ??= this.#run();
  }

  /** Polls at once, or once more after the poll under way. */
  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }

  /** Resolves when the poll under way has ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopListening?.();
    this.wake();
    await this.#running;
    this.#stopListening = undefined;
    this.#running = undefined;
    this.#isStopping = false;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#isAwake = false;
      await this.#pause(await this.#options.poll().catch(this.#options.onFailure));
    }
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isAwake) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      if (this.#options.isUnref === true) timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}

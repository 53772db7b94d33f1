import type { Clock } from "../clock.ts";

export interface PollerOptions {
  /** When it jumps, the next poll runs at once. */
  readonly clock: Clock;
  /** Does the work. Returns the wait until the next poll, in milliseconds. */
  readonly poll: () => Promise<number>;
  /** Returns the wait after a failed poll. */
  readonly onFailure: (error: unknown) => number;
  /** Whether the process may exit while it waits. */
  readonly isUnref?: boolean;
}

/** A base class around a `Poller`, which aborts the poll under way when stopped. */
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

  /** Does the work. Returns the wait until the next poll, in milliseconds. */
  protected abstract next(): Promise<number>;

  /** Returns the wait after a failed poll. */
  protected abstract failed(error: unknown): number;

  /** Returns a signal that aborts after `ms`, or when the worker is stopped. */
  protected within(ms: number): AbortSignal {
    return AbortSignal.any([this.#abort.signal, AbortSignal.timeout(ms)]);
  }

  protected get isStopped(): boolean {
    return this.#abort.signal.aborted;
  }
}

/** Polls repeatedly, one poll at a time, from `start` until `stop`; both may be called more than once. */
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

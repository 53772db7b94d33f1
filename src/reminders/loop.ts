import type { Clock } from "../base/clock.ts";

export interface LoopParts {
  /** When it jumps, the loop looks at once. */
  readonly clock: Clock;
  /** Looks, and gives how long to wait until the next look. */
  readonly look: () => Promise<number>;
  /** The same when a look failed. */
  readonly onFailure: (error: unknown) => number;
}

/** Looks again and again, one look at a time, until it is stopped. */
export class Loop {
  readonly #parts: LoopParts;
  #stopHearing: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #isStopping = false;
  #isAwake = false;
  #wake: () => void = () => {};

  constructor(parts: LoopParts) {
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
      await this.#pause(await this.#parts.look().catch(this.#parts.onFailure));
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

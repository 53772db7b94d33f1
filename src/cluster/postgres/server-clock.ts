import { JumpingClock, type Clock } from "../../base/clock.ts";

/** Smaller differences between answers don't mean that the server's clock was set. */
const TOLERATED_MS = 20;
/** Larger differences mean that someone set a clock. */
const JUMP_MS = 1_000;

/**
 * The database server's time, which processes on several machines share. It runs on this process's monotonic clock and
 * is compared at each `sync`. Small corrections never turn it back.
 */
export class ServerClock extends JumpingClock implements Clock {
  #aheadMs = Date.now() - performance.now();
  #last = 0;

  now(): number {
    this.#last = Math.max(this.#last, Math.floor(performance.now() + this.#aheadMs));
    return this.#last;
  }

  monotonic(): number {
    return performance.now();
  }

  /** Notes what the server's clock said between two instants of `monotonic`, all in milliseconds. */
  sync(serverMs: number, { from, to }: { readonly from: number; readonly to: number }): void {
    const aheadMs = serverMs - (from + to) / 2;
    const difference = Math.abs(aheadMs - this.#aheadMs);
    if (difference <= (to - from) / 2 + TOLERATED_MS) return;
    this.#aheadMs = aheadMs;
    if (difference <= JUMP_MS) return;
    this.#last = 0;
    this.tellJump();
  }
}

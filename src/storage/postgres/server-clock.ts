import { JumpingClock, type Clock } from "../../base/clock.ts";

/** Answers differ by less than this without the server's clock having been set. */
const TOLERATED_MS = 20;
/** More than this is no drift: somebody set a clock. */
const JUMP_MS = 1_000;

/**
 * The database server's time: what processes on several machines have in common. It runs with this process's monotonic
 * clock and is compared with the server's at each `sync`. Small corrections never turn it back.
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

  /** What the server's clock said between two instants of `monotonic`, all in milliseconds. */
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

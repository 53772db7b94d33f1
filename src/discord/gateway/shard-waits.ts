import type { MonotonicClock } from "../../base/clock.ts";

/** Who has its share leaves what became free to others: shortly where a session waits to be gone on with. */
const LEAVE_SESSION_MS = 300;
const LEAVE_NEW_MS = 10_000;
const LEAVE_GIVEN_MS = 3_000;

/** For how long a node keeps its hands off shards that it does not run. */
export class ShardWaits {
  readonly #clock: MonotonicClock;
  readonly #heldUntil = new Map<number, number>();
  readonly #givenUntil = new Map<number, number>();
  #changedAt: number;

  constructor(clock: MonotonicClock) {
    this.#clock = clock;
    this.#changedAt = clock.monotonic();
  }

  /** Another node has it, for so long at least. */
  isHeld(id: number, ms: number): void {
    this.#heldUntil.set(id, this.#clock.monotonic() + ms);
  }

  /** Another node let go of it. */
  isFree(id: number): void {
    this.#heldUntil.delete(id);
    this.#changedAt = this.#clock.monotonic();
  }

  /** Nodes have come or gone: any may be free. */
  areFree(): void {
    this.#heldUntil.clear();
    this.#changedAt = this.#clock.monotonic();
  }

  /** This node hands it to another one. */
  isGiven(id: number): void {
    this.#givenUntil.set(id, this.#clock.monotonic() + LEAVE_GIVEN_MS);
  }

  /** Returns for how long it is left to others; 0: it can be asked for. */
  leftMs(id: number, { hasShare, hasSession }: { readonly hasShare: boolean; readonly hasSession: boolean }) {
    const leaveMs = hasSession ? LEAVE_SESSION_MS : LEAVE_NEW_MS;
    const until = Math.max(
      hasShare ? this.#changedAt + leaveMs : 0,
      this.#heldUntil.get(id) ?? 0,
      this.#givenUntil.get(id) ?? 0,
    );
    return Math.max(0, until - this.#clock.monotonic());
  }
}

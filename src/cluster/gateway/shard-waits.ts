import type { MonotonicClock } from "../../base/clock.ts";

/** A node that has its share waits this long for others before it takes a shard that can be resumed. */
const LEAVE_SESSION_MS = 300;
const LEAVE_NEW_MS = 10_000;
const LEAVE_GIVEN_MS = 3_000;

/** How long a node waits before it takes a shard that it doesn't run. */
export class ShardWaits {
  readonly #clock: MonotonicClock;
  readonly #heldUntil = new Map<number, number>();
  readonly #givenUntil = new Map<number, number>();
  #changedAt: number;

  constructor(clock: MonotonicClock) {
    this.#clock = clock;
    this.#changedAt = clock.monotonic();
  }

  /** Another node holds it, for at least this long. */
  isHeld(id: number, ms: number): void {
    this.#heldUntil.set(id, this.#clock.monotonic() + ms);
  }

  /** Another node released it. */
  isFree(id: number): void {
    this.#heldUntil.delete(id);
    this.#changedAt = this.#clock.monotonic();
  }

  /** The number of nodes changed: any shard may be free. */
  areFree(): void {
    this.#heldUntil.clear();
    this.#changedAt = this.#clock.monotonic();
  }

  /** This node hands it over. */
  isGiven(id: number): void {
    this.#givenUntil.set(id, this.#clock.monotonic() + LEAVE_GIVEN_MS);
  }

  /** Returns for how many milliseconds the shard is left to others; 0: it can be taken. */
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

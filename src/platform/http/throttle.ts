import { sleep } from "../../base/async/sleep.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { PlatformRequest, Send } from "./request.ts";

export interface ThrottleLimits {
  /** Requests a second, averaged over `windowSeconds`. */
  readonly rate: number;
  readonly windowSeconds: number;
  /** Requests under way at once. */
  readonly concurrency: number;
}

/** Requests that may wait for their turn, so that memory is bounded; their deadlines bound them sooner. */
const LONGEST_QUEUE = 4_096;
const LOOK_AGAIN_MS = 1_000;

/**
 * Keeps to the profile's limits, per origin, first come first served: never more than `rate * windowSeconds` in
 * any window, nor `concurrency` at once. When the platform asks everybody to slow down, everybody waits. Who
 * can't have a turn before the deadline is refused at once, and told when there will be one.
 */
export function throttle(send: Send, limits: ThrottleLimits, clock: MonotonicClock): Send {
  const gates = new Map<string, Gate>();
  return async (request) => {
    const gate = gates.get(request.url.origin) ?? new Gate(limits, clock);
    gates.set(request.url.origin, gate);
    await gate.enter(request);
    try {
      return await send(request);
    } catch (error) {
      if (isMilepostError(error, "platform-throttled")) gate.pause(error.details.retryAfterMs ?? 0);
      throw error;
    } finally {
      gate.leave();
    }
  };
}

class Gate {
  readonly #limits: ThrottleLimits;
  readonly #clock: MonotonicClock;
  /** Starts of the last requests, oldest first; as many as a window may hold. */
  readonly #starts: number[] = [];
  #running = 0;
  #queued = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** The turn of whoever came last; the next waits for it. */
  #turn: Promise<void> = Promise.resolve();
  #freed = Promise.withResolvers<void>();

  constructor(limits: ThrottleLimits, clock: MonotonicClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  async enter(request: PlatformRequest): Promise<void> {
    const waitMs = this.#waitMs(this.#clock.monotonic(), this.#queued);
    if (this.#queued >= LONGEST_QUEUE || this.#isTooLate(request, waitMs)) throw tooMany(request, waitMs);
    const before = this.#turn;
    const done = Promise.withResolvers<void>();
    // Who gives up in the queue leaves at once, yet nobody overtakes those before.
    this.#turn = before.then(() => done.promise);
    this.#queued += 1;
    try {
      await orAborted(before, request.signal);
      await this.#admit(request);
    } finally {
      this.#queued -= 1;
      done.resolve();
    }
  }

  leave(): void {
    this.#running -= 1;
    this.#freed.resolve();
    this.#freed = Promise.withResolvers<void>();
  }

  pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.monotonic() + ms);
  }

  async #admit(request: PlatformRequest): Promise<void> {
    for (;;) {
      if (request.signal.aborted) throw asThrottled(request);
      const waitMs = this.#waitMs(this.#clock.monotonic());
      if (this.#isTooLate(request, waitMs)) throw tooMany(request, waitMs);
      if (waitMs === 0 && this.#running < this.#limits.concurrency) break;
      // In short steps: others may have had the platform ask for a pause meanwhile, or a test moved the clock.
      const next = waitMs === 0 ? this.#freed.promise : sleep(Math.min(waitMs, LOOK_AGAIN_MS));
      await orAborted(next, request.signal);
    }
    this.#running += 1;
    this.#starts.push(this.#clock.monotonic());
    if (this.#starts.length > this.#most()) this.#starts.shift();
  }

  /** The least wait of who has `ahead` before them in the queue. */
  #waitMs(now: number, ahead = 0): number {
    const windowMs = this.#windowMs();
    const most = this.#most();
    // The start, among the last and the coming ones, that has to be a window ago.
    const behind = this.#starts.length + ahead - most;
    if (behind < 0) return this.#pauseLeft(now);
    const start = this.#starts[behind % most] ?? now;
    return Math.max(0, start + windowMs - now + Math.floor(behind / most) * windowMs, this.#pauseLeft(now));
  }

  #pauseLeft(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** Long enough for one start at least. */
  #windowMs(): number {
    return Math.max(this.#limits.windowSeconds, 1 / this.#limits.rate) * 1_000;
  }

  /** Starts in a window. */
  #most(): number {
    return Math.max(1, Math.floor(this.#limits.rate * this.#limits.windowSeconds));
  }

  #isTooLate({ deadlineAt = Infinity }: PlatformRequest, waitMs: number): boolean {
    return this.#clock.monotonic() + waitMs > deadlineAt;
  }
}

/** Until either comes; whoever waited looks which. */
async function orAborted(next: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await unlessAborted(next, signal).catch(() => {});
}

/** A deadline that passed in our own queue is no fault of the platform. */
function asThrottled(request: PlatformRequest): unknown {
  const { reason } = request.signal as { reason: unknown };
  return isMilepostError(reason, "platform-timeout") ? tooMany(request, 0) : reason;
}

function tooMany(request: PlatformRequest, retryAfterMs: number): MilepostError {
  const reason = "our own queue to the platform is full";
  return new MilepostError("platform-throttled", { operation: request.operation, reason, retryAfterMs });
}

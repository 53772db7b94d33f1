import { sleep } from "../../base/async/sleep.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { Profile } from "../profile/schema.ts";
import type { PlatformRequest, Send } from "./request.ts";

/** `rate`: requests per second, averaged over `windowSeconds`. */
type ThrottleLimits = Pick<Profile["limits"], "rate" | "windowSeconds" | "concurrency">;

/** How processes share the limits. */
export interface LimitSharing {
  /** Returns this process's share of the limits, from 0 to 1. */
  part(): number;
  /** Announces that the platform asked for a pause. */
  pause(origin: string, ms: number): void;
  /** Calls the listener for each pause another process was asked for. */
  onPause(listener: (origin: string, ms: number) => void): void;
}

const ALONE: LimitSharing = { part: () => 1, pause: () => {}, onPause: () => {} };

/** How many requests may wait; their deadlines usually end them sooner. */
const LONGEST_QUEUE = 4_096;
const LOOK_AGAIN_MS = 1_000;
/** What is left of the pace after a window in which the platform asked to slow down, and the least of it. */
const SLOWER = 0.75;
const LEAST_PACE = 1 / 16;
/** How long the pace takes from nothing to all of it. */
const RECOVERS_IN_MS = 30 * MINUTE_MS;

/**
 * Keeps the profile's limits per origin, first come, first served: at most `rate * windowSeconds` requests per window
 * and `concurrency` at once. When the platform asks to slow down, everyone waits, and fewer are sent for a while, as it
 * may allow less than it says. A request that can't be sent before
 * its deadline is refused at once, with the time when it could be.
 */
export function throttle(
  send: Send,
  limits: ThrottleLimits,
  clock: MonotonicClock,
  sharing: LimitSharing = ALONE,
): Send {
  const gates = new Map<string, Gate>();
  const gateOf = (origin: string) => {
    const gate = gates.get(origin) ?? new Gate(limits, clock, () => sharing.part());
    gates.set(origin, gate);
    return gate;
  };
  sharing.onPause((origin, ms) => gateOf(origin).pause(ms));
  return async (request) => {
    const { origin } = request.url;
    const gate = gateOf(origin);
    await gate.enter(request);
    try {
      return await send(request);
    } catch (error) {
      if (isMilepostError(error, "platform-throttled")) {
        const ms = error.details.retryAfterMs ?? 0;
        gate.pause(ms);
        sharing.pause(origin, ms);
      }
      throw error;
    } finally {
      gate.leave();
    }
  };
}

interface Lane {
  /** Its share of a window. */
  readonly part: number;
  queued: number;
  /** The turn of the last in line; the next waits for it. */
  turn: Promise<void>;
}

/** Names and pictures requested one by one leave room for everything else. */
const PART_OF_SMALL = 1 / 2;

function isSmall({ operation, class: kind }: PlatformRequest): boolean {
  return kind === "picture" || operation === "definitions.one";
}

class Gate {
  readonly #limits: ThrottleLimits;
  readonly #clock: MonotonicClock;
  readonly #part: () => number;
  /** When the last requests started, oldest first; as many as a window allows. */
  readonly #starts: number[] = [];
  #running = 0;
  /** The share of the rate that is used, as it was at `#pacedAt`. */
  #pace = 1;
  #pacedAt = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  readonly #small: Lane = { part: PART_OF_SMALL, queued: 0, turn: Promise.resolve() };
  readonly #others: Lane = { part: 1, queued: 0, turn: Promise.resolve() };
  #freed = Promise.withResolvers<void>();

  constructor(limits: ThrottleLimits, clock: MonotonicClock, part: () => number) {
    this.#limits = limits;
    this.#clock = clock;
    this.#part = part;
  }

  async enter(request: PlatformRequest): Promise<void> {
    const lane = isSmall(request) ? this.#small : this.#others;
    const waitMs = this.#waitMs(this.#clock.monotonic(), lane, lane.queued);
    if (lane.queued >= LONGEST_QUEUE || this.#isTooLate(request, waitMs)) throw tooMany(request, waitMs);
    if (waitMs > 0) request.onWait?.(tooMany(request, waitMs), waitMs);
    const before = lane.turn;
    const done = Promise.withResolvers<void>();
    // A request that is aborted leaves the queue at once, without letting others overtake.
    lane.turn = before.then(() => done.promise);
    lane.queued += 1;
    try {
      await orAborted(before, request.signal);
      await this.#admit(request, lane);
    } finally {
      lane.queued -= 1;
      done.resolve();
    }
  }

  leave(): void {
    this.#running -= 1;
    this.#freed.resolve();
    this.#freed = Promise.withResolvers<void>();
  }

  pause(ms: number): void {
    const now = this.#clock.monotonic();
    // Those of one window are refused together.
    const isFirst = this.#pace === 1 || now - this.#pacedAt >= this.#windowMs();
    if (isFirst) {
      this.#pace = Math.max(LEAST_PACE, this.#paceAt(now) * SLOWER);
      this.#pacedAt = now;
    }
    this.#pausedUntil = Math.max(this.#pausedUntil, now + ms);
  }

  #paceAt(now: number): number {
    return Math.min(1, this.#pace + (now - this.#pacedAt) / RECOVERS_IN_MS);
  }

  async #admit(request: PlatformRequest, lane: Lane): Promise<void> {
    for (;;) {
      if (request.signal.aborted) throw asThrottled(request);
      const waitMs = this.#waitMs(this.#clock.monotonic(), lane);
      if (this.#isTooLate(request, waitMs)) throw tooMany(request, waitMs);
      if (waitMs === 0 && this.#running < this.#mostAtOnce()) break;
      // In short steps, since another process may announce a pause, or a test may move the clock.
      const next = waitMs === 0 ? this.#freed.promise : sleep(Math.min(waitMs, LOOK_AGAIN_MS));
      await orAborted(next, request.signal);
    }
    this.#running += 1;
    this.#starts.push(this.#clock.monotonic());
    if (this.#starts.length > Math.max(1, this.#rate(1) * this.#limits.windowSeconds)) this.#starts.shift();
  }

  /** Returns the least wait for a request with `ahead` others before it. */
  #waitMs(now: number, lane: Lane, ahead = 0): number {
    const windowMs = this.#windowMs();
    const most = Math.max(1, Math.floor(this.#most() * lane.part));
    const unseen = Math.max(0, this.#starts.length - most);
    // The start that has to be a window ago, among the last and the coming ones.
    const behind = this.#starts.length - unseen + ahead - most;
    if (behind < 0) return this.#pauseLeft(now);
    const start = this.#starts[unseen + (behind % most)] ?? now;
    return Math.max(0, start + windowMs - now + Math.floor(behind / most) * windowMs, this.#pauseLeft(now));
  }

  #pauseLeft(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** Long enough for at least one start. */
  #windowMs(): number {
    return Math.max(this.#limits.windowSeconds, 1 / this.#rate()) * 1_000;
  }

  /** How many starts a window allows. */
  #most(): number {
    return Math.max(1, Math.floor(this.#rate() * this.#limits.windowSeconds));
  }

  #rate(part = this.#part() * this.#paceAt(this.#clock.monotonic())): number {
    return this.#limits.rate * part;
  }

  #mostAtOnce(): number {
    return Math.max(1, Math.floor(this.#limits.concurrency * this.#part()));
  }

  #isTooLate({ deadlineAt = Infinity }: PlatformRequest, waitMs: number): boolean {
    return this.#clock.monotonic() + waitMs > deadlineAt;
  }
}

/** Resolves at either; the caller checks which. */
async function orAborted(next: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await unlessAborted(next, signal).catch(() => {});
}

/** A deadline that passed in our own queue is not the platform's fault. */
function asThrottled(request: PlatformRequest): unknown {
  const { reason } = request.signal as { reason: unknown };
  return isMilepostError(reason, "platform-timeout") ? tooMany(request, 0) : reason;
}

function tooMany(request: PlatformRequest, retryAfterMs: number): MilepostError {
  const reason = "our own queue to the platform is full";
  return new MilepostError("platform-throttled", { operation: request.operation, reason, retryAfterMs });
}

import { sleep } from "../../base/async/sleep.ts";
import { unlessAborted } from "../../base/async/unless-aborted.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { isMilepostError, MilepostError } from "../../base/errors.ts";
import type { Profile } from "../profile/schema.ts";
import type { PlatformRequest, Send } from "./request.ts";

/** `rate` is requests a second, averaged over `windowSeconds`. */
type ThrottleLimits = Pick<Profile["limits"], "rate" | "windowSeconds" | "concurrency">;

/** What processes that keep to the same limits together know of each other. */
export interface LimitSharing {
  /** This process's part of the limits, from 0 to 1. */
  part(): number;
  /** Says that the platform asked for a pause. */
  pause(origin: string, ms: number): void;
  /** Calls the listener with each pause another process was asked for. */
  onPause(listener: (origin: string, ms: number) => void): void;
}

const ALONE: LimitSharing = { part: () => 1, pause: () => {}, onPause: () => {} };

/** Requests that may wait for their turn, so that memory is bounded; their deadlines bound them sooner. */
const LONGEST_QUEUE = 4_096;
const LOOK_AGAIN_MS = 1_000;

/**
 * Keeps to the profile's limits, per origin, first come first served: never more than `rate * windowSeconds` in
 * any window, nor `concurrency` at once. When the platform asks everybody to slow down, everybody waits. Who
 * can't have a turn before the deadline is refused at once, and told when there will be one.
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

/** Those who wait for their turn in the same line. */
interface Lane {
  /** Of what a window may hold. */
  readonly part: number;
  queued: number;
  /** The turn of whoever came last; the next waits for it. */
  turn: Promise<void>;
}

/** Names, while there is no file of them yet, and pictures are asked for one by one: they leave room for the rest. */
const PART_OF_SMALL = 1 / 2;

function isSmall({ operation, class: kind }: PlatformRequest): boolean {
  return kind === "picture" || operation === "definitions.one";
}

class Gate {
  readonly #limits: ThrottleLimits;
  readonly #clock: MonotonicClock;
  readonly #part: () => number;
  /** Starts of the last requests, oldest first; as many as a window may hold without others. */
  readonly #starts: number[] = [];
  #running = 0;
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
    const before = lane.turn;
    const done = Promise.withResolvers<void>();
    // Who gives up in the queue leaves at once, yet nobody overtakes those before.
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
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.monotonic() + ms);
  }

  async #admit(request: PlatformRequest, lane: Lane): Promise<void> {
    for (;;) {
      if (request.signal.aborted) throw asThrottled(request);
      const waitMs = this.#waitMs(this.#clock.monotonic(), lane);
      if (this.#isTooLate(request, waitMs)) throw tooMany(request, waitMs);
      if (waitMs === 0 && this.#running < this.#mostAtOnce()) break;
      // In short steps: others may have had the platform ask for a pause meanwhile, or a test moved the clock.
      const next = waitMs === 0 ? this.#freed.promise : sleep(Math.min(waitMs, LOOK_AGAIN_MS));
      await orAborted(next, request.signal);
    }
    this.#running += 1;
    this.#starts.push(this.#clock.monotonic());
    if (this.#starts.length > Math.max(1, this.#rate(1) * this.#limits.windowSeconds)) this.#starts.shift();
  }

  /** The least wait of who has `ahead` before them in the line. */
  #waitMs(now: number, lane: Lane, ahead = 0): number {
    const windowMs = this.#windowMs();
    const most = Math.max(1, Math.floor(this.#most() * lane.part));
    const unseen = Math.max(0, this.#starts.length - most);
    // The start, among the last and the coming ones, that has to be a window ago.
    const behind = this.#starts.length - unseen + ahead - most;
    if (behind < 0) return this.#pauseLeft(now);
    const start = this.#starts[unseen + (behind % most)] ?? now;
    return Math.max(0, start + windowMs - now + Math.floor(behind / most) * windowMs, this.#pauseLeft(now));
  }

  #pauseLeft(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** Long enough for one start at least. */
  #windowMs(): number {
    return Math.max(this.#limits.windowSeconds, 1 / this.#rate()) * 1_000;
  }

  /** Starts in a window. */
  #most(): number {
    return Math.max(1, Math.floor(this.#rate() * this.#limits.windowSeconds));
  }

  #rate(part = this.#part()): number {
    return this.#limits.rate * part;
  }

  #mostAtOnce(): number {
    return Math.max(1, Math.floor(this.#limits.concurrency * this.#part()));
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

import { backoffMs } from "../../base/async/backoff.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { type ErrorCode, isMilepostError, MilepostError } from "../../base/errors.ts";
import type { PlatformRequest, Send } from "./request.ts";

/** How long a thing that failed is taken for broken. */
const BROKEN_FOR_MS = 10 * MINUTE_MS;
const MOST = 1_000;

/**
 * What the platform says, in its own words, that it can't answer about, though it is up: a player may be broken for
 * ever, while all others work.
 */
export class BrokenThings {
  readonly #clock: MonotonicClock;
  readonly #until = new Map<string, number>();

  constructor(clock: MonotonicClock) {
    this.#clock = clock;
  }

  has(request: PlatformRequest): boolean {
    return (this.#until.get(keyOf(request)) ?? -Infinity) > this.#clock.monotonic();
  }

  /** Adds what a request was about, if this failure says so. */
  note(request: PlatformRequest, failure: unknown): void {
    const isSaid =
      isMilepostError(failure, "platform-unavailable") && failure.details.platformCode !== undefined;
    if (!isSaid) return;
    if (this.#until.size >= MOST) this.#until.clear();
    this.#until.set(keyOf(request), this.#clock.monotonic() + BROKEN_FOR_MS);
  }

  delete(request: PlatformRequest): void {
    this.#until.delete(keyOf(request));
  }
}

function keyOf({ method, url, body = "", session }: PlatformRequest): string {
  return `${method} ${url.href} ${body} ${session?.account?.()?.membershipId ?? ""}`;
}

/** How many failures in a row open it. */
const FAILURES = 5;
const OPEN = { firstMs: 5_000, longestMs: MINUTE_MS };

interface State {
  failures: number;
  openings: number;
  /** Nothing is sent until then; after that one request tries. */
  openUntil: number;
  isTrying: boolean;
  /** Why it opened, which refused requests repeat. */
  because: ErrorCode;
}

/**
 * A circuit breaker per origin and class: after five failures in a row, requests fail at once for a while, then one at
 * a time tries. Expected errors (not found, private) are no failures, and one broken thing is no more than one. `failing`: the circuits whose last answer was a
 * failure.
 */
export function breaker(send: Send, clock: MonotonicClock, failing: Set<string> = new Set()): Send {
  const states = new Map<string, State>();
  const broken = new BrokenThings(clock);
  return async (request) => {
    const key = circuitOf(request);
    const state = states.get(key) ?? closed();
    states.set(key, state);
    refuseWhenOpen(state, request.operation, clock.monotonic());
    const isTrial = state.openings > 0;
    state.isTrying ||= isTrial;
    try {
      const answer = await send(request);
      Object.assign(state, closed());
      broken.delete(request);
      return answer;
    } catch (error) {
      const isAgain = broken.has(request);
      broken.note(request, error);
      if (isTrial || !isAgain) note(state, error, { now: clock.monotonic(), isTrial });
      throw error;
    } finally {
      if (isTrial) state.isTrying = false;
      if (state.failures > 0) failing.add(key);
      else failing.delete(key);
    }
  };
}

/** Returns the key of a circuit: one class of requests to one origin. */
export function circuitOf({ class: kind, url }: Pick<PlatformRequest, "class" | "url">): string {
  return `${kind} ${url.origin}`;
}

function closed(): State {
  return {
    failures: 0,
    openings: 0,
    openUntil: Number.NEGATIVE_INFINITY,
    isTrying: false,
    because: "platform-unavailable",
  };
}

function refuseWhenOpen(state: State, operation: string, now: number): void {
  const left = state.openUntil - now;
  if (left <= 0 && !state.isTrying) return;
  const retryAfterMs = Math.max(left, 1_000);
  throw new MilepostError(state.because, { operation, reason: "the breaker is open", retryAfterMs });
}

function note(
  state: State,
  error: unknown,
  { now, isTrial }: { readonly now: number; readonly isTrial: boolean },
): void {
  if (!isMilepostError(error)) return;
  if (ORDERLY.has(error.code)) Object.assign(state, closed());
  if (!FAILING.has(error.code)) return;
  state.failures += 1;
  if (state.failures < FAILURES) return;
  // Many may be under way when it opens: only a failed trial prolongs it.
  if (state.openings > 0 && !isTrial) return;
  state.openUntil = now + backoffMs(state.openings, OPEN);
  state.openings += 1;
  state.because = error.code === "platform-timeout" ? "platform-unavailable" : error.code;
}

const FAILING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "platform-unavailable",
  "platform-timeout",
  "platform-maintenance",
]);

/** Errors by which the platform shows that it is up. */
const ORDERLY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "not-found",
  "private",
  "sign-in-needed",
  "platform-key",
  "platform-error",
]);

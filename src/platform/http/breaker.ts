import { backoffMs } from "../../base/async/backoff.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { type ErrorCode, isMilepostError, MilepostError } from "../../base/errors.ts";
import type { PlatformRequest, Send } from "./request.ts";

/** Failures in a row that open it. */
const FAILURES = 5;
const OPEN = { firstMs: 5_000, longestMs: MINUTE_MS };

interface State {
  failures: number;
  openings: number;
  /** Until then nothing is sent; then one request tries. */
  openUntil: number;
  isTrying: boolean;
  /** What closed doors answer: why it opened. */
  because: ErrorCode;
}

/**
 * Spares a platform that is down, and the members who would wait for it: after five failures in a row of one
 * origin and class, requests fail at once for a while; then one at a time tries. An answer that is an error in
 * good order (not found, private) is no failure. `failing` holds the circuits whose last answer was a failure.
 */
export function breaker(send: Send, clock: MonotonicClock, failing: Set<string> = new Set()): Send {
  const states = new Map<string, State>();
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
      return answer;
    } catch (error) {
      note(state, error, { now: clock.monotonic(), isTrial });
      throw error;
    } finally {
      if (isTrial) state.isTrying = false;
      if (state.failures > 0) failing.add(key);
      else failing.delete(key);
    }
  };
}

/** What fails together: one class of requests to one origin. */
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
  // Many may be under way when it opens: only a trial that failed makes it longer.
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

/** The platform is up and said no. */
const ORDERLY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "not-found",
  "private",
  "sign-in-needed",
  "platform-key",
  "platform-error",
]);

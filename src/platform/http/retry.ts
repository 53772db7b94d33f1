import { backoffMs } from "../../base/async/backoff.ts";
import { sleep } from "../../base/async/sleep.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import { type ErrorCode, isMilepostError } from "../../base/errors.ts";
import { BrokenThings } from "./breaker.ts";
import type { PlatformRequest, Send } from "./request.ts";

const RETRIES = 2;
const BACKOFF = { firstMs: 200, longestMs: 2_000, jitter: 1 };
const BACKGROUND_BACKOFF = { firstMs: 2_000, longestMs: 5 * MINUTE_MS, jitter: 1 };
/** The share of all requests that may be retries, after the first few. */
const BUDGET_SHARE = 0.1;
const BUDGET_MOST = 5;

/**
 * The only retry layer: GET only, at most twice, full jitter, at most a tenth of all requests, and none for what was
 * broken lately. The platform's Retry-After or ThrottleSeconds is a minimum.
 */
export function retry(send: Send, random: () => number, clock: MonotonicClock): Send {
  let budget = BUDGET_MOST;
  const broken = new BrokenThings(clock);
  return async (request) => {
    budget = Math.min(BUDGET_MOST, budget + BUDGET_SHARE);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await send(request);
        broken.delete(request);
        return answer;
      } catch (error) {
        const mayRetry = budget >= 1 && attempt < RETRIES && !broken.has(request);
        const waitMs = mayRetry ? waitBefore(request, error, attempt, random) : undefined;
        if (waitMs === undefined || !fits(waitMs, request, clock)) {
          broken.note(request, error);
          throw error;
        }
        budget -= 1;
        if (isMilepostError(error)) request.onWait?.(error, waitMs);
        await sleep(waitMs, request.signal);
      }
    }
  };
}

/**
 * Repeats background requests after every failure that may pass, ever further apart, without a limit. Other requests
 * pass through.
 */
export function retryForever(send: Send, random: () => number): Send {
  return async (request) => {
    if (request.isBackground !== true) return send(request);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await send(request);
      } catch (error) {
        if (request.signal.aborted || !isMilepostError(error) || !PASSING.has(error.code)) throw error;
        const jittered = backoffMs(attempt, { ...BACKGROUND_BACKOFF, random });
        await sleep(Math.max(jittered, error.details.retryAfterMs ?? 0), request.signal);
      }
    }
  };
}

function waitBefore(
  request: PlatformRequest,
  error: unknown,
  attempt: number,
  random: () => number,
): number | undefined {
  // A card is drawn without its image rather than waiting for a retry.
  if (request.method !== "GET" || request.class === "picture" || request.signal.aborted) return undefined;
  const isPassing =
    isMilepostError(error, "platform-unavailable") || isMilepostError(error, "platform-throttled");
  if (!isPassing) return undefined;
  const asked = error.details.retryAfterMs ?? 0;
  return Math.max(asked, backoffMs(attempt, { ...BACKOFF, random }));
}

/** Waits beyond the deadline are not begun. */
function fits(waitMs: number, { deadlineAt = Infinity }: PlatformRequest, clock: MonotonicClock): boolean {
  return clock.monotonic() + waitMs < deadlineAt;
}

const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "platform-unavailable",
  "platform-maintenance",
  "platform-timeout",
  "platform-throttled",
]);

import { backoffMs } from "../../base/async/backoff.ts";
import { HOUR_MS, MINUTE_MS } from "../../base/duration.ts";
import type { Refusal, RefusalName } from "../../discord/rest/refusal.ts";

const SECOND_MS = 1000;
const BACKOFF = { firstMs: SECOND_MS, longestMs: 15 * MINUTE_MS, jitter: 0.5 };
/** The first wait after a refusal for a reason that somebody may fix. */
const REFUSED_FIRST_MS = 10 * SECOND_MS;
const HELD_TRY_MS = 10 * MINUTE_MS;
const GONE_TRY_MS = HOUR_MS;
const GONE_AFTER_MS = 24 * HOUR_MS;
/** How often a body that Discord rejects is tried: then it is a bug of ours. */
const MOST_BAD_BODIES = 3;

type Class = "retry" | "hold" | "gone" | "closed" | "bad";

const CLASSES: Readonly<Record<RefusalName, Class>> = {
  "channel-gone": "gone",
  "server-gone": "gone",
  "message-gone": "bad",
  "role-gone": "bad",
  "event-gone": "bad",
  "event-over": "bad",
  "calendar-full": "bad",
  "pins-full": "bad",
  "member-gone": "closed",
  "missing-access": "hold",
  "missing-permission": "hold",
  "dm-closed": "closed",
  "no-mutual-server": "closed",
  "takes-no-messages": "hold",
  "takes-threads-alone": "hold",
  "needs-tag": "hold",
  "thread-archived": "hold",
  "thread-locked": "hold",
  "needs-two-factor": "hold",
  "blocked-by-automod": "bad",
  "blocked-link": "bad",
  "published-already": "bad",
  "message-invalid": "bad",
  "too-fast": "retry",
  unavailable: "retry",
  "token-refused": "retry",
  refused: "bad",
};

/** The result of an attempt that posted nothing; `held` waits until somebody fixes it. */
export type NotSent =
  | {
      readonly state: "failed";
      readonly code: string;
      readonly nextTry: number;
      /** Whether it may have been posted after all. */
      readonly isDoubtful: boolean;
    }
  | { readonly state: "held"; readonly code: string; readonly nextTry: number }
  | { readonly state: "skipped"; readonly code: string };

export interface RefusalOutcome {
  readonly settled: NotSent;
  /** What the owner is told. */
  readonly notify?: "missing-permission" | "channel-gone" | "dm-closed" | "refused";
  /** What becomes of the destination. */
  readonly destination?: "gone" | "paused" | "disabled";
}

export interface Attempt {
  readonly now: number;
  /** Counting this one. */
  readonly tries: number;
  readonly heldSince: number | null;
  /** Since when the destination has been gone, for all its occurrences. */
  readonly goneSince?: number | undefined;
  /** Like Math.random. */
  readonly random: () => number;
}

/** Returns what follows from a refusal. */
export function outcomeOf(refused: Refusal, tried: Attempt): RefusalOutcome {
  const { now, tries, heldSince, goneSince } = tried;
  const { name: code } = refused;
  switch (classOf(refused)) {
    case "hold":
      return {
        settled: { state: "held", code, nextTry: now + HELD_TRY_MS },
        ...(heldSince === null && { notify: "missing-permission" }),
      };
    case "gone": {
      if (goneSince === undefined || now - goneSince < GONE_AFTER_MS) {
        return { settled: { state: "held", code, nextTry: now + GONE_TRY_MS }, destination: "gone" };
      }
      return { settled: { state: "skipped", code }, notify: "channel-gone", destination: "disabled" };
    }
    case "closed":
      return { settled: { state: "skipped", code }, notify: "dm-closed", destination: "paused" };
    case "bad":
      if (tries >= MOST_BAD_BODIES) return { settled: { state: "skipped", code }, notify: "refused" };
      return { settled: failed(code, refused, tried, REFUSED_FIRST_MS) };
    case "retry":
      return { settled: failed(code, refused, tried) };
  }
}

/** Returns whether a retry may succeed without anybody doing anything. */
export function mayPass(refused: Refusal): boolean {
  return classOf(refused) === "retry";
}

/** Returns the time of the next attempt: a doubling wait, half of it random, never before the server asked for. */
export function nextTryAt(
  { now, tries, random }: Attempt,
  { leastMs = 0, firstMs = BACKOFF.firstMs }: { readonly leastMs?: number; readonly firstMs?: number } = {},
): number {
  return now + Math.ceil(leastMs + backoffMs(tries - 1, { ...BACKOFF, firstMs, random }));
}

function failed(
  code: string,
  { isCertain, retryAfterMs }: Refusal,
  tried: Attempt,
  firstMs?: number,
): NotSent {
  const nextTry = nextTryAt(tried, {
    ...(retryAfterMs !== undefined && { leastMs: retryAfterMs }),
    ...(firstMs !== undefined && { firstMs }),
  });
  return { state: "failed", code, nextTry, isDoubtful: !isCertain };
}

/** A refusal whose outcome is unknown says nothing about the post. */
function classOf({ name, isCertain }: Refusal): Class {
  const known = CLASSES[name];
  return known === "bad" && !isCertain ? "retry" : known;
}

import { HOUR_MS, MINUTE_MS } from "../../base/duration.ts";
import type { Refusal } from "../../discord/rest/refusal.ts";

const SECOND_MS = 1000;
const FIRST_WAIT_MS = 5 * SECOND_MS;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
const HELD_TRY_MS = 10 * MINUTE_MS;
const GONE_TRY_MS = HOUR_MS;
const GONE_AFTER_MS = 24 * HOUR_MS;
/** A body Discord won't take is tried this often: then it is ours to mend. */
const MOST_BAD_BODIES = 3;

type Class = "retry" | "hold" | "gone" | "closed" | "bad";

/** Discord's codes. https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const CLASSES: Readonly<Record<number, Class>> = {
  10_003: "gone",
  10_004: "gone",
  10_013: "closed",
  20_028: "retry",
  20_029: "retry",
  30_046: "retry",
  40_003: "retry",
  40_004: "retry",
  40_006: "retry",
  40_062: "retry",
  40_333: "retry",
  50_001: "hold",
  50_007: "closed",
  50_008: "hold",
  50_013: "hold",
  50_083: "hold",
  50_278: "closed",
  60_003: "hold",
  110_001: "retry",
  130_000: "retry",
  160_005: "hold",
};

/** How a try ends that did not post. `held` waits for somebody to mend it. */
export type NotSent =
  | {
      readonly state: "failed";
      readonly code: string;
      readonly nextTry: number;
      /** It may have been posted all the same. */
      readonly isDoubtful: boolean;
    }
  | { readonly state: "held"; readonly code: string; readonly nextTry: number }
  | { readonly state: "skipped"; readonly code: string };

export interface RefusalOutcome {
  readonly settled: NotSent;
  /** What the owner has to know. */
  readonly notify?: "missing-permission" | "channel-gone" | "closed-dm" | "refused";
  /** What becomes of the place for the times to come. */
  readonly destination?: "gone" | "paused" | "disabled";
}

export interface Attempt {
  readonly now: number;
  /** Counting this one. */
  readonly tries: number;
  readonly heldSince: number | null;
  /** Since when the place is not there, over all its occurrences. */
  readonly goneSince?: number | undefined;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** What follows from a refusal. */
export function outcomeOf(refused: Refusal, tried: Attempt): RefusalOutcome {
  const { now, tries, heldSince, goneSince } = tried;
  const code = refused.code === 0 ? `http-${refused.status}` : String(refused.code);
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
      return { settled: { state: "skipped", code }, notify: "closed-dm", destination: "paused" };
    case "bad":
      if (tries >= MOST_BAD_BODIES) return { settled: { state: "skipped", code }, notify: "refused" };
      return { settled: failed(code, refused, tried) };
    case "retry":
      return { settled: failed(code, refused, tried) };
  }
}

/** Whether the same may be taken later, with nobody doing anything about it. */
export function mayPass(refused: Refusal): boolean {
  return classOf(refused) === "retry";
}

/** When to try again: full jitter below a doubling wait, never before what was asked for. */
export function nextTryAt({ now, tries, random }: Attempt, leastMs = SECOND_MS): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 12), LONGEST_WAIT_MS);
  return now + leastMs + Math.floor(random() * wait);
}

function failed(code: string, { isCertain, retryAfterMs }: Refusal, tried: Attempt): NotSent {
  return { state: "failed", code, nextTry: nextTryAt(tried, retryAfterMs), isDoubtful: !isCertain };
}

function classOf({ code, status, isCertain }: Refusal): Class {
  const known = CLASSES[code];
  if (known !== undefined) return known;
  // A broken Discord says nothing about the post, also where only the looking for it failed; nor does what has no
  // code of Discord's, as a page of something on the way to it.
  const isAnswered = code !== 0 || status === 400 || status === 413;
  const isPassing = !isCertain || status >= 500 || status === 429 || status === 401;
  return isPassing || !isAnswered ? "retry" : "bad";
}

import { HOUR_MS } from "../../base/duration.ts";
import { readTime } from "../resources/dates.ts";
import { linesOf, type RawAnswer } from "./request.ts";

/** An answer, and when it arrived. */
export interface Arrived {
  readonly raw: Pick<RawAnswer, "headers">;
  readonly now: number;
}

/** Headers that say when a limit resets, the most exact first. */
const RESETS = [
  "ratelimit",
  "ratelimit-reset",
  "x-ratelimit-reset-after",
  "x-ratelimit-reset",
  "x-rate-limit-reset",
] as const;
/** Larger numbers are a time since 1970, in seconds or milliseconds. */
const TIME_FROM = 1e9;
const MILLISECONDS_FROM = 1e11;

/** Longer waits are not believed: a wrong date would silence a service for good. */
export const LONGEST_ASKED_MS = HOUR_MS;

/**
 * Returns the Retry-After of RFC 9110, 10.2.3, seconds or a date by the sender's own clock, in milliseconds; an hour at
 * most. Some services send a fraction, or a time since 1970.
 */
export function retryAfterMs(arrived: Arrived): number {
  const [text] = linesOf(arrived.raw.headers["retry-after"]);
  if (text === undefined) return 0;
  return Math.min(waitOf(text.trim(), arrived), LONGEST_ASKED_MS);
}

/**
 * Returns how long a throttled answer asks to wait by its headers: Retry-After, or else when a limit resets
 * (draft-ietf-httpapi-ratelimit-headers, old and new form, and its predecessors).
 */
export function throttledForMs(arrived: Arrived): number {
  const asked = retryAfterMs(arrived);
  if (asked > 0) return asked;
  for (const name of RESETS) {
    const waits = linesOf(arrived.raw.headers[name]).flatMap((line) => resetsIn(line, arrived));
    if (waits.length > 0) return Math.min(Math.max(...waits), LONGEST_ASKED_MS);
  }
  return 0;
}

/** Reads `30`, `1768478420`, a date, `"default";r=0;t=30` and `limit=10, remaining=0, reset=30`. */
function resetsIn(line: string, arrived: Arrived): readonly number[] {
  // Of several limits the exhausted ones count; in the header's older form commas separate the parts of one limit.
  const policies = /;\s*t=/i.test(line) ? line.split(",") : [line];
  const usedUp = policies.filter((policy) => /;\s*r=0(?!\d)/i.test(policy));
  return (usedUp.length > 0 ? usedUp : policies).flatMap((policy) => waitsIn(policy, arrived));
}

function waitsIn(line: string, arrived: Arrived): readonly number[] {
  const named = [...line.matchAll(/(?:^|[;,\s])(?:t|reset)=(?<seconds>\d{1,13}(?:\.\d{1,9})?)/gi)];
  const texts = named.length > 0 ? named.map(({ groups }) => groups?.["seconds"] ?? "") : [line.trim()];
  return texts.map((text) => waitOf(text, arrived)).filter((ms) => ms > 0);
}

function waitOf(text: string, arrived: Arrived): number {
  if (!/^\d{1,30}(?:\.\d{1,9})?$/.test(text)) return untilDate(text, arrived);
  const number = Number(text);
  if (number < TIME_FROM) return number * 1_000;
  return Math.max(0, (number < MILLISECONDS_FROM ? number * 1_000 : number) - theirNow(arrived));
}

function untilDate(text: string, arrived: Arrived): number {
  return Math.max(0, (readTime(text) ?? 0) - theirNow(arrived));
}

/** Returns the sender's own time. */
export function theirNow({ raw, now }: Arrived): number {
  const [theirs = ""] = linesOf(raw.headers["date"]);
  return readTime(theirs) ?? now;
}

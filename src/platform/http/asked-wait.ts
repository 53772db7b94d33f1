import { HOUR_MS } from "../../base/duration.ts";
import { linesOf, type RawAnswer } from "./request.ts";

/** An answer, and when it came. */
interface Arrived {
  readonly raw: Pick<RawAnswer, "headers">;
  readonly now: number;
}

/** Where a limit says when it begins anew, the most exact first. */
const RESETS = [
  "ratelimit",
  "ratelimit-reset",
  "x-ratelimit-reset-after",
  "x-ratelimit-reset",
  "x-rate-limit-reset",
] as const;
/** From here on a number is a time since 1970, in seconds or milliseconds, and no length. */
const TIME_FROM = 1e9;
const MILLISECONDS_FROM = 1e11;

/** Longer than this nobody is believed: a wrong date would silence a service for good. */
export const LONGEST_ASKED_MS = HOUR_MS;

/** RFC 9110, 10.2.3: seconds, or a date, by the clock of whoever says it where they tell its time; an hour at most. */
export function retryAfterMs(arrived: Arrived): number {
  const [text] = linesOf(arrived.raw.headers["retry-after"]);
  if (text === undefined) return 0;
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1_000 : untilDate(text, arrived);
  return Math.min(ms, LONGEST_ASKED_MS);
}

/**
 * Returns for how long an answer that throttles asks to wait by its headers: Retry-After, or without one what tells when
 * a limit begins anew (draft-ietf-httpapi-ratelimit-headers in its older and newer form, and what came before it).
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

/** `30`, `1768478420`, a date, or `"default";r=0;t=30` and `limit=10, remaining=0, reset=30`. */
function resetsIn(line: string, arrived: Arrived): readonly number[] {
  // Of several limits those that are used up count; in the older form of the header commas part members of one.
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
  if (!/^\d{1,13}(?:\.\d{1,9})?$/.test(text)) return untilDate(text, arrived);
  const number = Number(text);
  if (number < TIME_FROM) return number * 1_000;
  return Math.max(0, (number < MILLISECONDS_FROM ? number * 1_000 : number) - theirNow(arrived));
}

function untilDate(text: string, arrived: Arrived): number {
  const date = Date.parse(text);
  return Number.isNaN(date) ? 0 : Math.max(0, date - theirNow(arrived));
}

function theirNow({ raw, now }: Arrived): number {
  const [theirs = ""] = linesOf(raw.headers["date"]);
  const saidAt = Date.parse(theirs);
  return Number.isNaN(saidAt) ? now : saidAt;
}

import { isCookieValue, LONGEST_COOKIE_VALUE } from "../../platform/cookie-rules.ts";
import type { MissingWhy } from "./reading.ts";

/** A value that may be a wanted cookie's. */
export interface Candidate {
  readonly value: string;
  readonly flaw: Flaw | undefined;
  readonly host: string | undefined;
  readonly endsAt: number | undefined;
  readonly isRenewal: boolean;
  /** Those of one browser's bear the same number, as far as it can be told; later ones a higher. */
  readonly source: number;
}

/** Why a value can't be used. */
export interface Flaw {
  readonly why: MissingWhy;
  readonly placeholder?: string;
}

/** Words that stand where a value should: programs print them for what they can't or won't show. */
const PLACEHOLDERS = new Map(
  [
    "undefined",
    "null",
    "NaN",
    "None",
    "nil",
    "[object Object]",
    "(null)",
    "(empty)",
    "n/a",
    "<empty>",
    "[secret]",
    "[redacted]",
    "<redacted>",
    "REDACTED",
    "HIDDEN",
  ].map((word) => [word.toLowerCase(), word]),
);

/** Whether a text is a word that stands for a value. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDERS.has(text.toLowerCase());
}

/** What keeps a value from being a cookie's; undefined when nothing does. */
export function flawOf(value: string): Flaw | undefined {
  if (!/[A-Za-z0-9]/.test(value)) return { why: "empty" };
  const placeholder = PLACEHOLDERS.get(value.toLowerCase());
  if (placeholder !== undefined) return { why: "placeholder", placeholder };
  if (value.includes("\u2026") || value.endsWith("...")) return { why: "shortened" };
  if (value.length > LONGEST_COOKIE_VALUE) return { why: "too-long" };
  return isCookieValue(value) ? undefined : { why: "characters" };
}

const HOST = /^(?=.{1,253}$)\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/** A host from a domain or a host with a port; a domain from an address, whose cookies may be of either; or undefined. */
export function hostName(text: string | undefined): string | undefined {
  const start = text?.slice(0, 300).trim().toLowerCase() ?? "";
  const [scheme = ""] = /^[a-z.+-]+:\/\/\.?/.exec(start) ?? [];
  const [host = ""] = start.slice(scheme.length).split(/[/?#:]/, 1);
  if (!HOST.test(host)) return undefined;
  return scheme === "" ? host : `.${host}`;
}

/** Seconds or milliseconds: which of them a bare number is, by its size. This is 2286 in seconds. */
const MOST_SECONDS = 1e10;
const NUMBER = /^[1-9]\d{9,12}(?:\.\d{1,9})?$/;
/** `2037-01-01T00:00:00.000Z`, or `Thu, 01 Jan 2037 00:00:00 GMT` as cookies say it. */
const DATE = /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2}, \d\d[ -][A-Z][a-z]{2}[ -]\d{4} )/;

/**
 * When a cookie ends, milliseconds since 1970, as browsers and extensions write it down. Undefined for anything
 * else: `Session`, `-1`, words of a language.
 */
export function readEnd(text: string | undefined): number | undefined {
  const trimmed = text?.slice(0, 60).trim() ?? "";
  if (NUMBER.test(trimmed)) {
    const number = Number(trimmed);
    return Math.round(number < MOST_SECONDS ? number * 1000 : number);
  }
  const at = DATE.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

import { isCookieValue, LONGEST_COOKIE_VALUE } from "../../platform/cookie-rules.ts";
import { readDate } from "../../platform/resources/dates.ts";
import type { MissingWhy } from "./reading.ts";

/** A value that may be a wanted cookie's. */
export interface Candidate {
  readonly value: string;
  readonly flaw: Flaw | undefined;
  readonly host: string | undefined;
  readonly endsAt: number | undefined;
  readonly isRenewal: boolean;
  /** The browser it is from, as far as can be told; later ones have higher numbers. */
  readonly source: number;
}

/** Why a value can't be used. */
export interface Flaw {
  readonly why: MissingWhy;
  readonly placeholder?: string;
}

/** Words that programs print for values they can't or won't show. */
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
    "string",
    "<string>",
    "<value>",
  ].map((word) => [word.toLowerCase(), word]),
);

/** Returns whether a text is such a word. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDERS.has(text.toLowerCase());
}

/** An ellipsis, a word for one, a long row of stars, or what spreadsheets make of a long number. */
const SHORTENED =
  /\u2026|\.\.\.$|[[(<](?:\.{2,3}|snip(?:ped)?|truncated|redacted|masked|more)[\])>]|\*{6}|^\d[.,]\d{1,14}E\+\d\d$/i;

/** Returns what keeps a text from being a cookie's value; undefined when nothing does. */
export function flawOf(value: string): Flaw | undefined {
  if (!/[A-Za-z0-9]/.test(value)) return { why: "empty" };
  const placeholder = PLACEHOLDERS.get(value.toLowerCase());
  if (placeholder !== undefined) return { why: "placeholder", placeholder };
  if (SHORTENED.test(value)) return { why: "shortened" };
  if (value.length > LONGEST_COOKIE_VALUE) return { why: "too-long" };
  return isCookieValue(value) ? undefined : { why: "characters" };
}

const HOST = /^(?=.{1,253}$)\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * Returns the host of a domain or host with port; of a URL its domain, since its cookies may be of either; else
 * undefined.
 */
export function hostName(text: string | undefined): string | undefined {
  const start = text?.slice(0, 300).trim().toLowerCase() ?? "";
  const [scheme = ""] = /^[a-z.+-]+:\/\/\.?/.exec(start) ?? [];
  const [host = ""] = start.slice(scheme.length).split(/[/?#:]/, 1);
  if (!HOST.test(host)) return undefined;
  return scheme === "" ? host : `.${host}`;
}

/**
 * Returns a cookie's expiry in milliseconds since 1970, in the formats of browsers and extensions. Undefined for
 * anything else: `Session`, `-1`, words.
 */
export function readEnd(text: string | undefined): number | undefined {
  const end = Date.parse(readDate(text?.slice(0, 80).trim() ?? "") ?? "");
  return Number.isNaN(end) ? undefined : end;
}

import type { Candidates } from "./candidates.ts";
import { endOfRun } from "./clean.ts";
import { withoutBracket } from "./pairs.ts";

const NAME_CHARACTER = /[A-Za-z0-9_-]/;
const MAY_STAND_BEFORE = " \t\n\"'`;,.:*|>+({[<-";
const COOKIE_OCTET = /[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]/;
const MAY_STAND_AFTER = " \t\n\"'`;,)}]>|\\\u2026";
const LONGEST = 4_096;

/**
 * The last resort: wanted names anywhere in a text, each followed by `=` or `:` and a value. A value is skipped as a
 * whole, so that nothing inside it counts as a cookie.
 */
export function addNamedValues(text: string, found: Candidates): void {
  let at = 0;
  while (at < text.length) {
    if (!NAME_CHARACTER.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const end = endOfRun(text, at, (character) => NAME_CHARACTER.test(character));
    const value = found.isWanted(text.slice(at, end)) && mayStart(text, at) ? valueAt(text, end) : undefined;
    if (value?.text !== undefined) found.add(text.slice(at, end), value.text);
    at = value?.end ?? end;
  }
}

function mayStart(text: string, at: number): boolean {
  return at === 0 || MAY_STAND_BEFORE.includes(text.charAt(at - 1));
}

interface Found {
  /** Undefined where it is no value; it is skipped all the same. */
  readonly text: string | undefined;
  readonly end: number;
}

function valueAt(text: string, nameEnd: number): Found | undefined {
  const before = skip(text, nameEnd, "\"'`*\\ \t])");
  const separator = ["=>", ":=", "->", "=", ":"].find((one) => text.startsWith(one, before));
  if (separator === undefined) return undefined;
  const start = skip(text, before + separator.length, " \t\\");
  const quote = text.charAt(start);
  const isQuoted = "\"'`".includes(quote);
  return read(text, isQuoted ? start + 1 : start, isQuoted ? quote : "");
}

function read(text: string, start: number, quote: string): Found | undefined {
  let end = start;
  while (end < text.length && end - start <= LONGEST) {
    const character = text.charAt(end);
    if (character === quote || !COOKIE_OCTET.test(character)) break;
    end += 1;
  }
  const next = text.charAt(end);
  if (end === start) return undefined;
  const isWhole = next === "" || next === quote || MAY_STAND_AFTER.includes(next);
  const value = text.slice(start, next === "\u2026" ? end + 1 : end);
  return { text: isWhole ? withoutBracket(value) : undefined, end };
}

/** Skips only a few characters: a larger gap separates no name from its value. */
function skip(text: string, from: number, characters: string): number {
  let at = from;
  while (at < from + 16 && at < text.length && characters.includes(text.charAt(at))) at += 1;
  return at;
}

import type { Candidates } from "./candidates.ts";
import { addPairs, addSetCookie, joinedLines, withoutBracket } from "./pairs.ts";
import type { PasteForm } from "./reading.ts";
import { endOfRun } from "./clean.ts";

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

/** Prefixes of lines that programs and people write. */
const MARKS = /^[ \t>*\u2022-]{0,20}/;
const SET_COOKIE = /^set-cookie[23]?[ \t]*(?::|$)/i;
const COOKIE = /^(?:request )?cookies?[ \t]*(?::|=|\t|$)/i;
const HOST = /^(?:host|:authority)[ \t]*:/i;
const REQUEST = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+(\S{1,280})|^:method[: \t]/;
/** A program's comment, which may hold an older value. */
const NOTE = /^(?:#|\/\/)[ \t]/;
const ATTRIBUTES = /;[ \t]{0,20}(?:path|domain|expires|max-age|samesite)=/i;

/**
 * Reads headers, pairs and whole requests, line by line: `Cookie: a=1; b=2`, `Set-Cookie: a=1; Path=/`, `a=1`, `a: 1`.
 * Returns the form when it had a wanted name or a cookie header.
 */
export function addLines(text: string, found: Candidates): PasteForm | undefined {
  const lines = sorted(joinedLines(breakEscapedLines(text), found));
  const of = (kind: Kind) => lines.filter((line) => line.kind === kind);
  const [notes, headers, others, setCookies] = [of("note"), of("header"), of("other"), of("set-cookie")];
  for (const { text: note, request } of notes) addPairs(note, found, request);
  for (const { text: header, request } of headers) {
    found.begin();
    addPairs(header, found, request);
  }
  found.begin();
  for (const { text: line, request } of others) addPairs(line, found, request);
  // An answer is newer than its request, in whatever order programs show them.
  for (const { text: line, request } of setCookies) addSetCookie(line, found, request);
  if (setCookies.length > 0) return "set-cookie";
  if (headers.length > 0) return "cookie-header";
  if (found.score === 0) return undefined;
  return [...notes, ...others].filter((line) => line.text.trim() !== "").length > 1
    ? "lines"
    : "header-value";
}

type Kind = "note" | "header" | "other" | "set-cookie";

/** A request, whose host may be named below its cookies. */
interface Request {
  host?: string;
}

interface Line {
  readonly kind: Kind;
  readonly text: string;
  readonly request: Request;
}

/** Returns the lines by what they are. A request begins with its first line, or with another Host header. */
function sorted(lines: readonly string[]): readonly Line[] {
  let request: Request = {};
  let isBelowSetCookie = false;
  return lines.map((line) => {
    const bare = line.slice((MARKS.exec(line)?.[0] ?? "").length);
    const start = bare.slice(0, 40);
    const [, address] = REQUEST.exec(bare.slice(0, 300)) ?? [];
    const host = HOST.test(start) ? `https://${bare.slice(bare.indexOf(":", 1) + 1).trim()}` : undefined;
    if (address !== undefined || (host !== undefined && request.host !== undefined)) request = {};
    const ofRequest = host ?? (address?.includes("://") === true ? address : undefined);
    if (ofRequest !== undefined) request.host = ofRequest;
    const isSetCookie = SET_COOKIE.test(start);
    const isUnnamed = (isBelowSetCookie && bare.includes("=")) || ATTRIBUTES.test(bare.slice(0, 8_192));
    if (bare !== "") isBelowSetCookie = isSetCookie && afterLabel(bare) === "";
    if (isSetCookie || isUnnamed)
      return { kind: "set-cookie", text: isSetCookie ? afterLabel(bare) : bare, request };
    if (COOKIE.test(start)) return { kind: "header", text: afterLabel(bare), request };
    return { kind: NOTE.test(start) ? "note" : "other", text: line, request };
  });
}

/** Text copied from a program's string has escaped line ends. */
function breakEscapedLines(text: string): string {
  return text.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

function afterLabel(line: string): string {
  return line.slice(line.search(/[:=\t]|$/) + 1).trim();
}

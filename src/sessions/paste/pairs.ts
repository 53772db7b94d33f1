import type { Candidates, CookiePlace } from "./candidates.ts";
import { LONGEST_COOKIE_VALUE } from "../../platform/cookie-rules.ts";
import { endOfRun, withoutTrailing } from "./clean.ts";

/** What may stand before a name at the start of a line or after a `;`. */
const BEFORE_NAME = " \t\n\"'`.*|>+,({[<\u2022\u00B7\u25CF\u25AA-";
const QUOTES = "\"'`";

/** A name and its value, split at the FIRST separator; the value as it stands, without quotes around it. */
interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Text in a Cookie header: `a=1; b=2`. Lines count as ends of pairs, unless they break one in the middle. */
export function addCookieText(text: string, found: Candidates, place: CookiePlace = {}): void {
  found.begin();
  for (const line of joinedLines(text, found, text.includes(";") ? 0 : LEAST_WRAPPED))
    addPairs(line, found, place);
}

/** The pairs of one line. What a program's quotes hold is read by itself: they end no value. */
export function addPairs(line: string, found: Candidates, place: CookiePlace = {}): void {
  const holdsPair = (text: string) => text.split(";").some((one) => pairOf(one, found) !== undefined);
  const { outside, inside } = quotedPairs(line, holdsPair);
  for (const text of [...inside, outside]) addSegments(text, found, place);
}

function addSegments(text: string, found: Candidates, place: CookiePlace): void {
  for (const segment of text.split(";")) {
    const pair = pairOf(segment, found);
    if (pair !== undefined) found.add(pair.name, pair.value, place);
  }
}

/** The value of a Set-Cookie header. Attributes say whose it is; a cookie that is being deleted is none. */
export function addSetCookie(text: string, found: Candidates, place: CookiePlace = {}): void {
  const [first = "", ...rest] = text.split(";");
  const pair = pairOf(first, found);
  if (pair === undefined) return;
  const attributes = rest.map(attributeOf);
  if (attributes.some(isDeletion)) return;
  const last = (wanted: string) =>
    attributes.findLast(({ name, value }) => name === wanted && value !== "")?.value;
  const domain = last("domain");
  // Nobody knows when it was received: a Max-Age says nothing.
  const end = last("max-age") === undefined ? last("expires") : undefined;
  const host = domain === undefined ? place.host : withDot(domain);
  found.add(pair.name, pair.value, { host, end, isRenewal: true });
}

function attributeOf(segment: string): Pair {
  const at = segment.search(/=|$/);
  return { name: segment.slice(0, at).trim().toLowerCase(), value: unquoted(segment.slice(at + 1)) };
}

function isDeletion({ name, value }: Pair): boolean {
  if (name === "max-age") return value.startsWith("-") || value === "0";
  return name === "expires" && value.includes("1970");
}

const withDot = (domain: string) => domain.replace(/^\.?/, ".");

/** `name=value` or `name: value` with whatever people have before the name. Only wanted names count. */
function pairOf(segment: string, found: Candidates): Pair | undefined {
  const start = nameStart(segment);
  const end = nameEnd(segment, start);
  const name = segment.slice(start, end);
  if (!found.isWanted(name)) return undefined;
  const separator = separatorEnd(segment, end);
  return separator === undefined ? undefined : { name, value: valueOf(segment.slice(separator), found) };
}

function nameStart(segment: string): number {
  const at = endOfRun(segment, 0, (character) => BEFORE_NAME.includes(character));
  const numbering = /^\d{1,2}[.)][ \t]+/.exec(segment.slice(at));
  return numbering === null ? at : at + numbering[0].length;
}

const NAME_CHARACTER = /[A-Za-z0-9!#$%&+^_~.-]/;

function nameEnd(segment: string, start: number): number {
  return endOfRun(segment, start, (character) => NAME_CHARACTER.test(character));
}

/** Behind `=`, `:`, `=>`, `:=`, `->` or `is`, with quotes and spaces before it. */
function separatorEnd(segment: string, from: number): number | undefined {
  const at = endOfRun(segment, from, (character) => (QUOTES + " \t*").includes(character));
  for (const separator of ["=>", ":=", "->", "=", ":"]) {
    if (segment.startsWith(separator, at)) return at + separator.length;
  }
  // `portalatk is missing` says something else.
  const said = segment.startsWith("is ", at) ? segment.slice(at + 3, at + LONGEST_COOKIE_VALUE).trim() : "";
  const isValue = /[^A-Za-z]/.test(withoutTrailing(said, ".,!?")) && !/[ \t]/.test(said);
  return isValue ? at + "is ".length : undefined;
}

/** What follows a value on its line when line ends were lost: the next header. */
const NEXT_HEADER = /^[A-Za-z][A-Za-z0-9-]{1,40}:(?: |$)/;
/** What people put between two pairs on one line. */
const BETWEEN_PAIRS = /^(?:[,|&/]|and\b|und\b|et\b|y\b)?[ \t]{0,8}/;

/** A text in quotes with more of its list or map behind it. */
const LISTED = /^[ \t]*(["'`])([^"'`\\]*)\1[ \t]*[,}\])]/;

function valueOf(text: string, found: Candidates): string {
  const [, , listed] = LISTED.exec(text) ?? [];
  if (listed !== undefined) return listed;
  const value = unquoted(text);
  const gap = value.search(/[ \t]|$/);
  const rest = value.slice(gap, gap + 200).trimStart();
  const isOver = NEXT_HEADER.test(rest) || startsPair(rest.replace(BETWEEN_PAIRS, ""), found);
  return isOver ? unquoted(value.slice(0, gap)) : value;
}

function startsPair(text: string, found: Candidates): boolean {
  const start = nameStart(text);
  const end = nameEnd(text, start);
  return found.isWanted(text.slice(start, end)) && separatorEnd(text, end) !== undefined;
}

/** Without spaces, a trailing comma, and quotes on both sides. */
export function unquoted(text: string): string {
  const bare = withoutTrailing(text.trim(), ", \t\n");
  const quote = bare.charAt(0);
  const isQuoted = QUOTES.includes(quote) && bare.endsWith(quote);
  // No cookie holds a backslash: one before a mark was put there by markdown or by code.
  return (isQuoted ? bare.slice(1, -1) : bare).replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "");
}

/** Of a whole line. A header's line begins before its text does. */
const LEAST_WRAPPED = 40;
const HEADER_LINE = /^[ \t]*[A-Za-z:][A-Za-z0-9-]{1,40}:/;

/**
 * Lines, with those joined that a terminal or a mail broke in the middle of a value: a long line with several
 * pairs and no `;` at its end goes on in a next line that begins with no wanted name and no header.
 */
export function joinedLines(
  text: string,
  found: Candidates,
  leastWrapped = LEAST_WRAPPED,
): readonly string[] {
  const joined: string[][] = [];
  let isOpen = false;
  let hasPairs = false;
  let hasMore = false;
  let lacksValue = false;
  for (const line of text.split("\n")) {
    const current = joined.at(-1);
    const goesOn: boolean = (isOpen || (lacksValue && !hasGap(line))) && isContinuation(line, found);
    if (goesOn) current?.push(line.trimStart());
    else joined.push([line]);
    hasPairs = leastWrapped === 0 || (hasPairs && (goesOn || hasMore)) || line.includes(";");
    hasMore = line.slice(-20).trimEnd().endsWith(";");
    isOpen = hasPairs && (goesOn || line.length >= leastWrapped) && !/[;\s]/.test(line.slice(-1));
    lacksValue = endsInSeparator(line, found);
  }
  return joined.map((parts) => parts.join(""));
}

/** `a=1; portald=`, and the value on the next line. */
function endsInSeparator(line: string, found: Candidates): boolean {
  const end = line.slice(-200);
  return pairOf(end.slice(end.lastIndexOf(";") + 1), found)?.value === "";
}

function hasGap(line: string): boolean {
  const [first = ""] = line.trim().split(";", 1);
  return /[ \t]/.test(first);
}

function isContinuation(line: string, found: Candidates): boolean {
  const start = line.slice(0, 200);
  return /^\S/.test(start) && !HEADER_LINE.test(start) && pairOf(start, found) === undefined;
}

/** A program's string begins behind one of these and ends before one; an apostrophe does not. */
const BEFORE = " \t([{=:,<>+|";
const AFTER = " \t)]},;+:.<>|";

/** Takes out of a line what stands in quotes as a whole and `isWanted`: `setCookie('a=1; b=2')`. */
function quotedPairs(line: string, isWanted: (text: string) => boolean) {
  const lastEnds = new Map(Array.from(QUOTES, (quote) => [quote, lastEnd(line, quote)]));
  const inside: string[] = [];
  const outside: string[] = [];
  let taken = 0;
  for (let at = 0; at < line.length; at += 1) {
    const quote = line.charAt(at);
    // Where one opens it is also closed: nothing is looked through twice.
    if (!opens(line, at) || (lastEnds.get(quote) ?? -1) <= at) continue;
    let end = at + 1;
    while (!closes(line, end, quote)) end += 1;
    const text = line.slice(at + 1, end);
    if (isWanted(text)) {
      inside.push(text);
      outside.push(line.slice(taken, at));
      taken = end + 1;
    }
    at = end;
  }
  return { outside: [...outside, line.slice(taken)].join(" "), inside };
}

function opens(line: string, at: number): boolean {
  return QUOTES.includes(line.charAt(at)) && (at === 0 || BEFORE.includes(line.charAt(at - 1)));
}

function closes(line: string, at: number, quote: string): boolean {
  if (line.charAt(at) !== quote || line.charAt(at - 1) === "\\") return false;
  return at + 1 === line.length || AFTER.includes(line.charAt(at + 1));
}

function lastEnd(line: string, quote: string): number {
  let at = line.lastIndexOf(quote);
  while (at > 0 && !closes(line, at, quote)) at = line.lastIndexOf(quote, at - 1);
  return at;
}

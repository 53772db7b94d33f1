import type { Candidates, CookiePlace } from "./candidates.ts";
import { LONGEST_COOKIE_VALUE } from "../../platform/cookie-rules.ts";
import { endOfRun, withoutTrailing } from "./clean.ts";

/** Characters before a name at the start of a line or after a `;`. */
const BEFORE_NAME = " \t\n\"'`.*|>+,({[<\u2022\u00B7\u25CF\u25AA-";
const QUOTES = "\"'`";

/** A name and its value, split at the first separator; the value unchanged, without quotes around it. */
interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Reads a Cookie header's text: `a=1; b=2`. Line ends also end pairs, unless they wrap one. */
export function addCookieText(text: string, found: Candidates, place: CookiePlace = {}): void {
  found.begin();
  for (const line of joinedLines(text, found, text.includes(";") ? 0 : LEAST_WRAPPED))
    addPairs(line, found, place);
}

/** Reads the pairs of one line. Quoted texts are read separately and end no value. */
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

/** Reads a Set-Cookie header's value with its attributes; a cookie being deleted has none. */
export function addSetCookie(text: string, found: Candidates, place: CookiePlace = {}): void {
  const [first = "", ...rest] = text.split(";");
  const pair = pairOf(first, found);
  if (pair === undefined) return;
  const attributes = rest.map(attributeOf);
  // A deleted cookie has no value, whatever else says so.
  if (attributes.some(isDeletion)) return found.add(pair.name, "", { isRenewal: true });
  const last = (wanted: string) =>
    attributes.findLast(({ name, value }) => name === wanted && value !== "")?.value;
  const domain = last("domain");
  // A Max-Age says nothing without the time it was received.
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

/** `main: portald=1`: a label. */
const LABEL = /^[^=;:]{1,40}:[ \t]+/;

/** Reads `name=value` or `name: value` with anything before the name. Only wanted names count. */
function pairOf(segment: string, found: Candidates): Pair | undefined {
  const [label = ""] = LABEL.exec(segment.slice(0, 60)) ?? [];
  const named = nameAt(segment, 0, found) ?? nameAt(segment, label.length, found);
  return named && { name: named.name, value: valueOf(segment.slice(named.end), found) };
}

const NAME_CHARACTER = /[A-Za-z0-9!#$%&+^_~.-]/;

/** Returns a wanted name, and where its separator ends. */
function nameAt(segment: string, from: number, found: Candidates) {
  const start = nameStart(segment, from);
  const nameEnd = endOfRun(segment, start, (character) => NAME_CHARACTER.test(character));
  // A dot may belong to the name.
  const name = [start, start - 1].map((at) => segment.slice(at, nameEnd)).find((one) => found.isWanted(one));
  const end = name === undefined ? undefined : separatorEnd(segment, nameEnd);
  return name === undefined || end === undefined ? undefined : { name, end };
}

const MOST_BRACKETS = 4;

/** Removes closing brackets that were opened before the value, such as those of nested lists. */
export function withoutBracket(value: string): string {
  let end = value.length;
  for (; end > value.length - MOST_BRACKETS; end -= 1) {
    const opening = "([{<".charAt(")]}>".indexOf(value.charAt(end - 1)));
    if (opening === "" || value.includes(opening)) break;
  }
  return value.slice(0, end);
}

/** Returns where a name begins, after list marks and numbers. */
export function nameStart(segment: string, from = 0): number {
  const at = endOfRun(segment, from, (character) => BEFORE_NAME.includes(character));
  const numbering = /^\d{1,2}[.)][ \t]+/.exec(segment.slice(at));
  return numbering === null ? at : at + numbering[0].length;
}

const SAID = /^(?:is|ist|est|es|-{1,2})[ \t]+/;

/** Returns the end of `=`, `:`, `=>`, `:=`, `->`, `-` or `is`, with quotes and spaces before it. */
function separatorEnd(segment: string, from: number): number | undefined {
  const at = endOfRun(segment, from, (character) => (QUOTES + " \t*").includes(character));
  for (const separator of ["=>", ":=", "->", "=", ":"]) {
    if (segment.startsWith(separator, at)) return at + separator.length;
  }
  // `portalatk is missing` is no value.
  const [word = ""] = at === from ? [] : (SAID.exec(segment.slice(at, at + 10)) ?? []);
  const said = word === "" ? "" : segment.slice(at + word.length, at + LONGEST_COOKIE_VALUE).trim();
  const gap = said.search(/[ \t]|$/);
  const isAlone = gap === said.length || COMMENT.test(said.slice(gap).trimStart());
  const words = word.startsWith("-") ? /^[A-Za-z-]*$/ : /^[A-Za-z]*$/;
  return isAlone && !words.test(withoutTrailing(said.slice(0, gap), ".,!?")) ? at + word.length : undefined;
}

/** The next header, where line ends were lost. */
const NEXT_HEADER = /^[A-Za-z][A-Za-z0-9-]{1,40}:(?: |$)/;
/** Comments that people write after a value. */
const COMMENT = /^(?:#|\/\/|\(|<-|--|[^\t-~])/;
/** Separators between two pairs on one line. */
const BETWEEN_PAIRS = /^(?:[,|&/]|and\b|und\b|et\b|y\b)?[ \t]{0,8}/;

/** A quoted text with more of its list or map after it. */
const LISTED = /^[ \t]*(["'`])([^"'`\\]*)\1[ \t]*[,}\])]/;

function valueOf(text: string, found: Candidates): string {
  const [, , listed] = LISTED.exec(text) ?? [];
  if (listed !== undefined) return listed;
  const value = unquoted(text);
  const gap = value.search(/[ \t]|$/);
  const first = unquoted(value.slice(0, gap));
  const rest = value.slice(gap, gap + 200).trimStart();
  const isSaid = COMMENT.test(rest) || withoutBracket(first) !== first;
  const isOver =
    isSaid || NEXT_HEADER.test(rest) || nameAt(rest.replace(BETWEEN_PAIRS, ""), 0, found) !== undefined;
  return withoutBracket(isOver ? first : value);
}

/** Returns the value without spaces, a trailing comma, quotes or Markdown stars. */
export function unquoted(text: string): string {
  let bare = withoutTrailing(text.trim().replace(/^(?:\*{1,3}[ \t]+|\|\|)/, ""), ", \t\n");
  const encloses = (mark: string) => mark !== "" && `${QUOTES}*`.includes(mark) && bare.endsWith(mark);
  while (encloses(bare.charAt(0))) bare = bare.slice(1, -1).trim();
  // Cookies contain no backslash: one before punctuation comes from Markdown or code.
  return bare.replaceAll(/\\(?=[!-/:-@[-`{-~])|\*{2,3}$/g, "");
}

/** For a whole line. A header's line begins before its text. */
const LEAST_WRAPPED = 40;
/** For a line that is a cookie header, or more than one pair. */
const LEAST_OF_PAIRS = 20;
const OF_PAIRS = /;|cookie:/i;
/** Nothing wraps lines later than that. */
const MOST_WRAPPED = 250;
const HEADER_LINE = /^[ \t]*[A-Za-z:][A-Za-z0-9-]{1,40}:/;
/** A header's name alone on its line, with its value on the next: what follows that is another name. */
const COOKIE_NAME_LINE = /^[ \t>]{0,8}(?:set-)?cookies?[ \t]*:?[ \t]*$/i;
const NAME_LINE = /^[ \t>]{0,8}:?[A-Za-z][A-Za-z0-9-]{0,40}[ \t]*$/;

/**
 * Joins lines that a terminal or mail wrapped inside a value: a long line of pairs without a final `;` continues in a
 * line that begins with no wanted name or header.
 */
export function joinedLines(
  text: string,
  found: Candidates,
  leastWrapped = LEAST_WRAPPED,
): readonly string[] {
  const mostWrapped = leastWrapped === 0 ? Infinity : MOST_WRAPPED;
  const joined: string[][] = [];
  let isOpen = false;
  let hasPairs = false;
  let hasMore = false;
  let last: Pair | undefined;
  let isBelowName = false;
  for (const written of text.split("\n")) {
    // A header's lines may be indented below its first.
    const line: string = isOpen ? written.trimStart() : written;
    const isRest: boolean = leastWrapped === 0 || last === undefined || isRemainder(line);
    const isNextName: boolean = isBelowName && NAME_LINE.test(line);
    const goesOn: boolean =
      !isNextName && (last?.value === "" || (isOpen && isRest)) && isContinuation(line, found);
    isBelowName = COOKIE_NAME_LINE.test(line) || (isBelowName && !isNextName);
    if (goesOn) joined.at(-1)?.push(line.trimStart());
    else joined.push([line]);
    hasPairs = leastWrapped === 0 || (hasPairs && (goesOn || hasMore)) || line.includes(";");
    hasMore = line.slice(-20).trimEnd().endsWith(";");
    if (!goesOn || last?.value === "" || line.includes(";")) last = lastPair(line, found);
    const least = OF_PAIRS.test(line.slice(0, MOST_WRAPPED)) ? LEAST_OF_PAIRS : LEAST_WRAPPED;
    const isWrapped = line.length >= Math.min(least, leastWrapped) && line.length <= mostWrapped;
    isOpen = (hasPairs || last !== undefined) && isWrapped && !/[;\s]/.test(line.slice(-1));
  }
  return joined.map((parts) => parts.join(""));
}

/** A name at the end of a line, `a=1; portald=`, with its value on the next. */
function lastPair(line: string, found: Candidates): Pair | undefined {
  const end = line.slice(-MOST_WRAPPED);
  return pairOf(end.slice(end.lastIndexOf(";") + 1), found);
}

/** A word, a host, another pair, or characters no value has. */
const NO_REMAINDER =
  /^(?!=)(?:\W*|\W?[A-Za-z][a-z]+[^\w=]*|[A-Za-z][a-z]*(?:-[A-Za-z][a-z]*)+|\.?[a-z\d-]+(?:\.[a-z]+)+|[\w.-]{1,28}=[^=;][^;]*|[^;]*[\s"'`,].*)$/;

/** Returns whether a line can be the rest of a wrapped value. */
export function isRemainder(line: string): boolean {
  return !NO_REMAINDER.test(line.slice(0, MOST_WRAPPED));
}

function isContinuation(line: string, found: Candidates): boolean {
  const start = line.slice(0, MOST_WRAPPED);
  const [first = ""] = start.split(";", 1);
  return /^\S+$/.test(first) && !HEADER_LINE.test(start) && pairOf(start, found) === undefined;
}

/** A program's string begins after one of these and ends before one; an apostrophe does not. */
const BEFORE = " \t([{=:,<>+|";
const AFTER = " \t)]},;+:.<>|";

/** Takes quoted texts that `isWanted` out of a line: `setCookie('a=1; b=2')`. */
function quotedPairs(line: string, isWanted: (text: string) => boolean) {
  const lastEnds = new Map(Array.from(QUOTES, (quote) => [quote, lastEnd(line, quote)]));
  const inside: string[] = [];
  const outside: string[] = [];
  let taken = 0;
  for (let at = 0; at < line.length; at += 1) {
    const quote = line.charAt(at);
    // Only if it is also closed, so that nothing is scanned twice.
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

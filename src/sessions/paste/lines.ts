import type { Candidates } from "./candidates.ts";
import { addPairs, addSetCookie, joinedLines } from "./pairs.ts";
import type { PasteForm } from "./reading.ts";

/** What a program that shows a request puts before a line, and what a person does. */
const MARKS = /^[ \t>*\u2022-]{0,20}/;
const SET_COOKIE = /^set-cookie[23]?[ \t]*(?::|$)/i;
const COOKIE = /^(?:request )?cookies?[ \t]*(?::|=|\t|$)/i;
const HOST = /^(?:host|:authority)[ \t]*:/i;
/** A comment of a program: it may hold what its code held before. */
const NOTE = /^(?:#|\/\/)[ \t]/;
const ATTRIBUTES = /;[ \t]{0,20}(?:path|domain|expires|max-age|samesite)=/i;

/**
 * Headers, pairs and whole requests, line by line: `Cookie: a=1; b=2`, `Set-Cookie: a=1; Path=/`, `a=1`,
 * `a: 1`. Gives the form when a wanted name was in it, or a header of cookies.
 */
export function addLines(text: string, found: Candidates): PasteForm | undefined {
  const { host, setCookies, headers, notes, others } = sorted(joinedLines(breakEscapedLines(text), found));
  for (const note of notes) addPairs(note, found, { host });
  for (const header of headers) {
    found.begin();
    addPairs(header, found, { host });
  }
  found.begin();
  for (const line of others) addPairs(line, found, { host });
  // An answer is newer than its request, wherever programs show it.
  for (const line of setCookies) addSetCookie(line, found, { host });
  if (setCookies.length > 0) return "set-cookie";
  if (headers.length > 0) return "cookie-header";
  if (found.score === 0) return undefined;
  return [...notes, ...others].filter((line) => line.trim() !== "").length > 1 ? "lines" : "header-value";
}

interface Sorted {
  /** What the first header of that name says. */
  host?: string;
  readonly setCookies: string[];
  readonly headers: string[];
  readonly notes: string[];
  readonly others: string[];
}

function sorted(lines: readonly string[]): Sorted {
  const all: Sorted = { setCookies: [], headers: [], notes: [], others: [] };
  let isBelowSetCookie = false;
  for (const line of lines) {
    const bare = line.slice((MARKS.exec(line)?.[0] ?? "").length);
    const start = bare.slice(0, 40);
    if (HOST.test(start)) all.host ??= `https://${bare.slice(bare.indexOf(":", 1) + 1).trim()}`;
    const isSetCookie = SET_COOKIE.test(start);
    const isUnnamed = (isBelowSetCookie && bare.includes("=")) || ATTRIBUTES.test(bare.slice(0, 8_192));
    if (isSetCookie || isUnnamed) all.setCookies.push(isSetCookie ? afterLabel(bare) : bare);
    else if (COOKIE.test(start)) all.headers.push(afterLabel(bare));
    else if (NOTE.test(start)) all.notes.push(line);
    else all.others.push(line);
    if (bare !== "") isBelowSetCookie = isSetCookie && afterLabel(bare) === "";
  }
  return all;
}

/** Text that was copied out of a program's string has its line ends written out. */
function breakEscapedLines(text: string): string {
  return text.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

function afterLabel(line: string): string {
  return line.slice(line.search(/[:=\t]|$/) + 1).trim();
}

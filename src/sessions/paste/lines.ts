import type { Candidates } from "./candidates.ts";
import { addPairs, addSetCookie, joinedLines } from "./pairs.ts";
import type { PasteForm } from "./reading.ts";

/** Prefixes of lines that programs and people write. */
const MARKS = /^[ \t>*\u2022-]{0,20}/;
const SET_COOKIE = /^set-cookie[23]?[ \t]*(?::|$)/i;
const COOKIE = /^(?:request )?cookies?[ \t]*(?::|=|\t|$)/i;
const HOST = /^(?:host|:authority)[ \t]*:/i;
/** A program's comment, which may hold an older value. */
const NOTE = /^(?:#|\/\/)[ \t]/;
const ATTRIBUTES = /;[ \t]{0,20}(?:path|domain|expires|max-age|samesite)=/i;

/**
 * Reads headers, pairs and whole requests, line by line: `Cookie: a=1; b=2`, `Set-Cookie: a=1; Path=/`, `a=1`, `a: 1`.
 * Returns the form when it had a wanted name or a cookie header.
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
  // An answer is newer than its request, in whatever order programs show them.
  for (const line of setCookies) addSetCookie(line, found, { host });
  if (setCookies.length > 0) return "set-cookie";
  if (headers.length > 0) return "cookie-header";
  if (found.score === 0) return undefined;
  return [...notes, ...others].filter((line) => line.trim() !== "").length > 1 ? "lines" : "header-value";
}

interface Sorted {
  /** The first Host header. */
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

/** Text copied from a program's string has escaped line ends. */
function breakEscapedLines(text: string): string {
  return text.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

function afterLabel(line: string): string {
  return line.slice(line.search(/[:=\t]|$/) + 1).trim();
}

import type { Candidates } from "./candidates.ts";
import { addPairs, addSetCookie, joinedLines } from "./pairs.ts";
import type { PasteForm } from "./reading.ts";

/** What a program that shows a request puts before a line, and what a person does. */
const MARKS = /^[ \t>*\u2022-]{0,20}/;
const SET_COOKIE = /^set-cookie[23]?[ \t]*(?::|$)/i;
const COOKIE = /^(?:request )?cookies?[ \t]*(?::|=|\t|$)/i;
const HOST = /^(?:host|:authority)[ \t]*:/i;
const ATTRIBUTES = /;[ \t]{0,20}(?:path|domain|expires|max-age|samesite)=/i;

/**
 * Headers, pairs and whole requests, line by line: `Cookie: a=1; b=2`, `Set-Cookie: a=1; Path=/`, `a=1`,
 * `a: 1`. Gives the form when a wanted name was in it, or a header of cookies.
 */
export function addLines(text: string, found: Candidates): PasteForm | undefined {
  const lines = joinedLines(breakEscapedLines(text), found);
  const headers: string[] = [];
  const others: string[] = [];
  let setCookies = 0;
  let host: string | undefined;
  let label: "cookie" | "set-cookie" | undefined;
  for (const line of lines) {
    const bare = line.slice((MARKS.exec(line)?.[0] ?? "").length);
    const start = bare.slice(0, 40);
    if (HOST.test(start)) host ??= bare.slice(bare.indexOf(":", 1) + 1).trim();
    const isSetCookie = SET_COOKIE.test(start);
    if (
      isSetCookie ||
      (label === "set-cookie" && bare.includes("=")) ||
      ATTRIBUTES.test(bare.slice(0, 8_192))
    ) {
      addSetCookie(isSetCookie ? afterLabel(bare) : bare, found, { host });
      setCookies += 1;
    } else if (COOKIE.test(start)) headers.push(afterLabel(bare));
    else others.push(line);
    if (bare !== "") label = isSetCookie && afterLabel(bare) === "" ? "set-cookie" : undefined;
  }
  for (const header of headers) addPairs(header, found, { host });
  for (const line of others) addPairs(line, found, { host });
  if (setCookies > 0) return "set-cookie";
  if (headers.length > 0) return "cookie-header";
  if (found.score === 0) return undefined;
  return others.filter((line) => line.trim() !== "").length > 1 ? "lines" : "header-value";
}

/** Text that was copied out of a program's string has its line ends written out. */
function breakEscapedLines(text: string): string {
  return text.includes("\n") ? text : text.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

function afterLabel(line: string): string {
  const at = line.search(/[:=\t]/);
  return at === -1 ? "" : line.slice(at + 1).trim();
}

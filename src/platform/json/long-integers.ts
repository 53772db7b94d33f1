import { outsideStrings } from "./strings.ts";

const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Fewer digits are always a safe integer. */
const LONG_DIGITS = 16;
/** A long run around a digit goes on for so many characters, one way or the other. */
const HALF = LONG_DIGITS / 2;

/** Returns a JSON text with its integers of 16 or more digits between quotes, which `JSON.parse` would round. */
export function quoteLongIntegers(text: string): string {
  const isOutside = outsideStrings(text);
  const pieces: string[] = [];
  let done = 0;
  // Every so long run of digits has one of these places.
  for (let at = LONG_DIGITS - 1; at < text.length; at += LONG_DIGITS) {
    if (!isDigit(text, at) || !(isDigit(text, at - HALF) || isDigit(text, at + HALF))) continue;
    const { digits, end } = runAround(text, at);
    at = end;
    if (end - digits < LONG_DIGITS) continue;
    const start = text.charCodeAt(digits - 1) === MINUS ? digits - 1 : digits;
    // JSON has no leading zeros: left for JSON.parse to reject.
    if (text.charCodeAt(digits) === ZERO || !startsValue(text, start) || !endsValue(text, end)) continue;
    if (!isOutside(start)) continue;
    pieces.push(text.slice(done, start), text.slice(start, end));
    done = end;
  }
  if (done === 0) return text;
  pieces.push(text.slice(done));
  return pieces.join('"');
}

/** Returns where a run of digits begins and ends. */
function runAround(text: string, at: number): { readonly digits: number; readonly end: number } {
  let digits = at;
  while (isDigit(text, digits - 1)) digits -= 1;
  let end = at + 1;
  while (isDigit(text, end)) end += 1;
  return { digits, end };
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= ZERO && code <= NINE;
}

function startsValue(text: string, start: number): boolean {
  return start === 0 || " \n\r\t:,[".includes(text.charAt(start - 1));
}

/** A fraction or exponent makes it an ordinary number. */
function endsValue(text: string, end: number): boolean {
  return end === text.length || " \n\r\t,]}".includes(text.charAt(end));
}

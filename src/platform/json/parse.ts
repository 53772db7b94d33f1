import { limitShape, ShapeError } from "./limit-shape.ts";

/**
 * JSON.parse that loses no 64-bit integer: a whole number of 16 digits and more comes out as its decimal text.
 * Own `__proto__` members are dropped. Throws a SyntaxError like JSON.parse, and for what is nested too deep or holds
 * too many values.
 *
 * How it is fast: a run of 16 digits covers one index that is a multiple of 16, so only every 16th character is
 * looked at. A run that stands where a value may stand is put in quotes. Inside a string that can only break
 * the text (the string ends before a digit), so when the quoted text doesn't parse, the slow and exact way
 * decides.
 */
export function parseJson(text: string): unknown {
  const source = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  limitShape(source);
  const quoted = quoteLongIntegers(source, candidateRuns);
  const value = quoted === source ? parse(source) : parseQuoted(quoted, source);
  if (mayHoldProto(source)) dropProto(value);
  return value;
}

/** What is wrong with a text that `parseJson` threw for, in words that hold nothing of it. */
export function parseFault(error: unknown): string {
  return error instanceof ShapeError ? error.message : "not JSON";
}

const STRIDE = 16;
const BYTE_ORDER_MARK = 0xfeff;
const QUOTE = 34;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;

function parse(text: string): unknown {
  return JSON.parse(text) as unknown;
}

function parseQuoted(quoted: string, source: string): unknown {
  try {
    return parse(quoted);
  } catch {
    return parse(quoteLongIntegers(source, exactRuns));
  }
}

/** `_`, `o`, `p`, `r` or `t` as an escape: any of them may be, so that the name itself stands nowhere. */
const LETTER_OF_PROTO = /\\u00(?:5f|6f|7[024])/i;

type Runs = (text: string, found: (start: number, end: number) => void) => void;

function quoteLongIntegers(text: string, runs: Runs): string {
  const pieces: string[] = [];
  let done = 0;
  runs(text, (start, end) => {
    pieces.push(text.slice(done, start), text.slice(start, end));
    done = end;
  });
  if (pieces.length === 0) return text;
  pieces.push(text.slice(done));
  return pieces.join('"');
}

/** Runs of digits that stand where a value may stand, strings not told apart. */
const candidateRuns: Runs = (text, found) => {
  const { length } = text;
  for (let index = STRIDE - 1; index < length; index += STRIDE) {
    if (!isDigit(text.charCodeAt(index))) continue;
    let start = index;
    while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
    const end = endOfDigits(text, index);
    // After a quote it is a string of digits: the common case where ids are sent as text.
    if (end - start >= STRIDE && text.charCodeAt(start - 1) !== QUOTE) reportValue(text, start, end, found);
    // Past the run, or a text of nothing but digits would be walked again and again.
    index += Math.floor((end - 1 - index) / STRIDE) * STRIDE;
  }
};

/** The same with the state of strings kept: exact, and slower. */
const exactRuns: Runs = (text, found) => {
  const { length } = text;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (isDigit(code)) {
      const end = endOfDigits(text, index);
      if (end - index >= STRIDE) reportValue(text, index, end, found);
      index = end - 1;
    }
  }
};

/** Index of the closing quote. */
function endOfString(text: string, open: number): number {
  for (let index = open + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index;
  }
  return text.length;
}

function endOfDigits(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

function reportValue(
  text: string,
  digits: number,
  end: number,
  found: (start: number, end: number) => void,
): void {
  // A leading zero is no JSON number: left as it is, for JSON.parse to refuse.
  if (text.charCodeAt(digits) === ZERO) return;
  const start = digits > 0 && text.charCodeAt(digits - 1) === MINUS ? digits - 1 : digits;
  if (startsValue(text, start) && endsValue(text, end)) found(start, end);
}

function startsValue(text: string, start: number): boolean {
  return start === 0 || " \n\r\t:,[".includes(text.charAt(start - 1));
}

/** Not a fraction or an exponent, which make it a number like any other. */
function endsValue(text: string, end: number): boolean {
  return end === text.length || " \n\r\t,]}".includes(text.charAt(end));
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function mayHoldProto(text: string): boolean {
  // The expression takes thirty times as long as a search for its first letters.
  return text.includes("__proto__") || (text.includes(String.raw`\u00`) && LETTER_OF_PROTO.test(text));
}

/** Without recursion: the text decides how deep it goes. */
function dropProto(value: unknown): void {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null) continue;
    if (Object.hasOwn(next, "__proto__")) Reflect.deleteProperty(next, "__proto__");
    for (const member of Object.values(next)) left.push(member);
  }
}

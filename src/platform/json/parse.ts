const BACKSLASH = 0x5c;

/** Returns the index of the quote that closes the string opened at `open`, or the end of the text. */
function endOfString(text: string, open: number): number {
  let end = text.indexOf('"', open + 1);
  while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end))
    end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}

/** A quote opens a string only behind one of these, or at the start; behind a backslash it may be neither end. */
const BEFORE_OPENING = ' \n\r\t{[,:"\\';

/**
 * Returns a function that tells whether a place in a JSON text is outside of its strings. It takes ever later places,
 * and mostly needs the last quote before each alone.
 */
function outsideStrings(text: string): (place: number) => boolean {
  // Everything from `from` to `to`, the next quote, is outside of strings.
  const outside = { from: 0, to: text.indexOf('"') };
  const goOn = (from: number) => {
    outside.from = from;
    outside.to = text.indexOf('"', from);
  };
  return (place) => {
    if (place < outside.from) return false;
    if (place <= outside.to || outside.to < 0) return true;
    const last = text.lastIndexOf('"', place);
    if (last > 0 && !BEFORE_OPENING.includes(text.charAt(last - 1))) goOn(last + 1);
    while (outside.to >= 0 && outside.to < place) goOn(endOfString(text, outside.to) + 1);
    return outside.from <= place;
  };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The limit of arrays and objects, each of which takes up to 30 times the memory of its two characters. */
const MOST_CONTAINERS = 500_000;
/** The least length of a text that isn't large for each of them; answers have twenty characters and more. */
const LEAST_LENGTH_EACH = 6;
const MOST_VALUES = 1_500_000;

/** The limit of arrays and objects within each other: parsing takes far more time and memory for deep ones. */
const MOST_DEPTH = 1_000;

/** Shorter texts take little, whatever they hold. */
const SMALL = 100_000;
/** Longer texts are walked through, which costs half of what parsing does; others where samples say that it's worth it. */
const LARGE = 1_000_000;
const SAMPLE_EVERY = 1_024;
/** Below the share of brackets in a text that has too many. */
const BRACKETS_SHARE = 0.2;

/** Thrown for a text that would cost too much to parse, whether it is JSON or not. */
class ShapeError extends SyntaxError {}

/**
 * Throws a ShapeError for a JSON text that would take far more memory than its size, judged by brackets and commas
 * outside of strings.
 */
function limitShape(text: string): void {
  if (text.length <= SMALL || (text.length <= LARGE && !isMostlyBrackets(text))) return;
  const most = text.length > LARGE ? MOST_CONTAINERS : text.length / LEAST_LENGTH_EACH;
  let depth = 0;
  let containers = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values += 1;
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      containers += 1;
      depth += 1;
      if (depth > MOST_DEPTH) throw new ShapeError("nested too deep");
      if (containers > most) throw new ShapeError("too many lists and objects");
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1;
  }
  if (values > MOST_VALUES) throw new ShapeError("too many values");
}

/** Looks at a few characters, at random, so that a text can't keep brackets where nobody looks. */
function isMostlyBrackets(text: string): boolean {
  let brackets = 0;
  for (let start = 0; start < text.length; start += SAMPLE_EVERY) {
    const code = text.charCodeAt(start + Math.floor(Math.random() * SAMPLE_EVERY));
    if (code === OPEN_BRACKET || code === CLOSE_BRACKET || code === OPEN_BRACE || code === CLOSE_BRACE)
      brackets += 1;
  }
  return brackets * SAMPLE_EVERY > text.length * BRACKETS_SHARE;
}

const MINUS = 45;
const ZERO = 48;
const NINE = 57;

/** Fewer digits are always a safe integer. */
const LONG_DIGITS = 16;
/** A long run around a digit goes on for so many characters, one way or the other. */
const HALF = LONG_DIGITS / 2;

/** Returns a JSON text with its integers of 16 or more digits between quotes, which `JSON.parse` would round. */
function quoteLongIntegers(text: string): string {
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

/**
 * Parses JSON without losing 64-bit integers: integers of 16 or more digits become decimal text. Own `__proto__`
 * members are dropped. Throws a SyntaxError like JSON.parse, and for a text of too many lists, objects or values.
 */
export function parseJson(text: string): unknown {
  const source = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  limitShape(source);
  const value = JSON.parse(quoteLongIntegers(source)) as unknown;
  if (mayHoldProto(source)) dropProto(value);
  return value;
}

/** Returns what is wrong with a text that `parseJson` rejected, without quoting it. */
export function parseFault(error: unknown): string {
  return error instanceof ShapeError ? error.message : "not JSON";
}

const BYTE_ORDER_MARK = 0xfeff;
/** An escape of one of the letters of `__proto__`, which would hide the name. */
const LETTER_OF_PROTO = /\\u00(?:5f|6f|7[024])/i;

function mayHoldProto(text: string): boolean {
  // The regular expression takes thirty times as long as searching its first letters.
  return text.includes("__proto__") || (text.includes(String.raw`\u00`) && LETTER_OF_PROTO.test(text));
}

/** Without recursion, since the text decides how deep it is. */
function dropProto(value: unknown): void {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null) continue;
    if (Object.hasOwn(next, "__proto__")) Reflect.deleteProperty(next, "__proto__");
    for (const member of Object.values(next)) left.push(member);
  }
}

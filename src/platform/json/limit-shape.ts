const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/** Deeper than any sensible answer. */
const DEEPEST = 100;
/** The limit of arrays and objects, each of which takes up to 30 times the memory of its two characters. */
const MOST_CONTAINERS = 250_000;
const MOST_VALUES = 1_500_000;

/** Thrown for a text that would cost too much to parse, whether it is JSON or not. */
export class ShapeError extends SyntaxError {}

/** Fewer digits are always a safe integer. */
const LONG_DIGITS = 16;

/**
 * Throws a ShapeError for a JSON text that would take far more memory than its size, judged by brackets and commas
 * outside of strings. Also returns where runs of 16 or more digits outside of strings begin and end.
 */
export function limitShape(text: string): readonly number[] {
  const longRuns: number[] = [];
  let depth = 0;
  let containers = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Digits, quotes and commas come before the brackets.
    if (code < BRACKET) {
      if (code === QUOTE) at = endOfString(text, at);
      else if (code === COMMA) values += 1;
      else if (isDigit(code)) at = noteDigits(text, at, longRuns) - 1;
    } else if (code === BRACKET || code === BRACE) {
      depth += 1;
      containers += 1;
      if (depth > DEEPEST || containers > MOST_CONTAINERS)
        throw new ShapeError("nested too deep, or too often");
    } else if (code === BRACKET_END || code === BRACE_END) depth -= 1;
  }
  if (values > MOST_VALUES) throw new ShapeError("too many values");
  return longRuns;
}

/** Returns where a run of digits ends, and records a long one. */
function noteDigits(text: string, from: number, longRuns: number[]): number {
  let end = from + 1;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  if (end - from >= LONG_DIGITS) longRuns.push(from, end);
  return end;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Returns the index of the closing quote, or the end of the text. */
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

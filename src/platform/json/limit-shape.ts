const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;

/** Deeper than any answer of a service that means well. */
const DEEPEST = 100;
/** Arrays and objects. One takes up to 30 times the room of its two characters. */
const MOST_CONTAINERS = 250_000;
const MOST_VALUES = 1_500_000;

/** A text that would cost too much to be parsed, be it JSON or not. */
export class ShapeError extends SyntaxError {}

/**
 * Throws a ShapeError for a JSON text that would cost far more memory than it has characters. Only what decides
 * that is looked at: brackets and commas outside of strings.
 */
export function limitShape(text: string): void {
  let depth = 0;
  let containers = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Digits, quotes and commas come before the brackets.
    if (code < BRACKET) {
      if (code === QUOTE) at = endOfString(text, at);
      else if (code === COMMA) values += 1;
    } else if (code === BRACKET || code === BRACE) {
      depth += 1;
      containers += 1;
      if (depth > DEEPEST || containers > MOST_CONTAINERS)
        throw new ShapeError("nested too deep, or too often");
    } else if (code === BRACKET_END || code === BRACE_END) depth -= 1;
  }
  if (values > MOST_VALUES) throw new ShapeError("too many values");
}

/** Index of the closing quote; the end of a text that has none. */
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

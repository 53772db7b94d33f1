import { endOfString } from "./strings.ts";

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
export class ShapeError extends SyntaxError {}

/**
 * Throws a ShapeError for a JSON text that would take far more memory than its size, judged by brackets and commas
 * outside of strings.
 */
export function limitShape(text: string): void {
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

import { endOfString } from "./strings.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The limit of arrays and objects, each of which takes up to 30 times the memory of its two characters. */
const MOST_CONTAINERS = 500_000;
const MOST_VALUES = 1_500_000;

/** The limit of arrays and objects within each other: parsing takes far more time and memory for deep ones. */
const MOST_DEPTH = 1_000;

/** A text of this length can't hold more than the first two limits, and is parsed in a quarter of a second however deep. */
const HARMLESS_LENGTH = 2 * MOST_CONTAINERS;

/** Thrown for a text that would cost too much to parse, whether it is JSON or not. */
export class ShapeError extends SyntaxError {}

/**
 * Throws a ShapeError for a JSON text that would take far more memory than its size, judged by brackets and commas
 * outside of strings.
 */
export function limitShape(text: string): void {
  if (text.length <= HARMLESS_LENGTH) return;
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
      if (containers > MOST_CONTAINERS) throw new ShapeError("too many lists and objects");
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth -= 1;
  }
  if (values > MOST_VALUES) throw new ShapeError("too many values");
}

import { endOfString } from "./strings.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** The limit of arrays and objects, each of which takes up to 30 times the memory of its two characters. */
const MOST_CONTAINERS = 500_000;
const MOST_VALUES = 1_500_000;

/** A text of this length can't hold more than either limit. */
const HARMLESS_LENGTH = 2 * MOST_CONTAINERS;

/** Thrown for a text that would cost too much to parse, whether it is JSON or not. */
export class ShapeError extends SyntaxError {}

/**
 * Throws a ShapeError for a JSON text that would take far more memory than its size, judged by brackets and commas
 * outside of strings.
 */
export function limitShape(text: string): void {
  if (text.length <= HARMLESS_LENGTH) return;
  let containers = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values += 1;
    else if (code === BRACKET || code === BRACE) {
      containers += 1;
      if (containers > MOST_CONTAINERS) throw new ShapeError("too many lists and objects");
    }
  }
  if (values > MOST_VALUES) throw new ShapeError("too many values");
}

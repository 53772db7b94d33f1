import { limitShape, ShapeError } from "./limit-shape.ts";
import { quoteLongIntegers } from "./long-integers.ts";

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

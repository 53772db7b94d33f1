import { limitShape, ShapeError } from "./limit-shape.ts";

/**
 * Parses JSON without losing 64-bit integers: integers of 16 or more digits become decimal text. Own `__proto__`
 * members are dropped. Throws a SyntaxError like JSON.parse, and for text that is nested too deep or has too many
 * values.
 */
export function parseJson(text: string): unknown {
  const source = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
  const value = JSON.parse(quoteLongIntegers(source, limitShape(source))) as unknown;
  if (mayHoldProto(source)) dropProto(value);
  return value;
}

/** Returns what is wrong with a text that `parseJson` rejected, without quoting it. */
export function parseFault(error: unknown): string {
  return error instanceof ShapeError ? error.message : "not JSON";
}

const BYTE_ORDER_MARK = 0xfeff;
const MINUS = 45;
const ZERO = 48;

/** An escape of one of the letters of `__proto__`, which would hide the name. */
const LETTER_OF_PROTO = /\\u00(?:5f|6f|7[024])/i;

/** Quotes integers among the runs of digits; `runs` holds where each begins and ends. */
function quoteLongIntegers(text: string, runs: readonly number[]): string {
  if (runs.length === 0) return text;
  const pieces: string[] = [];
  let done = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const [digits = 0, end = 0] = [runs[index], runs[index + 1]];
    const start = digits > 0 && text.charCodeAt(digits - 1) === MINUS ? digits - 1 : digits;
    // JSON has no leading zeros: left for JSON.parse to reject.
    if (text.charCodeAt(digits) === ZERO || !startsValue(text, start) || !endsValue(text, end)) continue;
    pieces.push(text.slice(done, start), text.slice(start, end));
    done = end;
  }
  pieces.push(text.slice(done));
  return pieces.join('"');
}

function startsValue(text: string, start: number): boolean {
  return start === 0 || " \n\r\t:,[".includes(text.charAt(start - 1));
}

/** A fraction or exponent makes it an ordinary number. */
function endsValue(text: string, end: number): boolean {
  return end === text.length || " \n\r\t,]}".includes(text.charAt(end));
}

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

/** A JSON object or list too large to parse at once; it may turn out to be neither. */
export class LargeJson {
  readonly body: Buffer;

  constructor(body: Buffer) {
    this.body = body;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
const BRACE_END = 0x7d;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;

/**
 * Yields the members of a JSON object, or the entries of a list, one by one with their values as text, so that the
 * reader can pause in between. Throws a SyntaxError where the outermost structure is broken.
 */
export function* membersOf({
  body,
}: LargeJson): Generator<readonly [key: string | undefined, value: string]> {
  let at = skipSpace(body, 0);
  const isList = body[at] === BRACKET;
  const close = isList ? BRACKET_END : BRACE_END;
  at = skipSpace(body, expect(body, at, isList ? BRACKET : BRACE));
  if (body[at] === close) return;
  for (;;) {
    const { key, start } = isList ? { key: undefined, start: at } : keyAt(body, at);
    const end = endOfValue(body, start);
    if (end === start) throw new SyntaxError("no value");
    yield [key, body.toString("utf8", start, end)];
    at = skipSpace(body, end);
    if (body[at] === close) return;
    at = skipSpace(body, expect(body, at, COMMA));
  }
}

/** Returns a member's key, and where its value begins. */
function keyAt(body: Buffer, at: number): { readonly key: string; readonly start: number } {
  const end = endOfValue(body, at);
  const key: unknown = JSON.parse(body.toString("utf8", at, end));
  if (typeof key !== "string") throw new SyntaxError("a key that is no string");
  return { key, start: skipSpace(body, expect(body, skipSpace(body, end), COLON)) };
}

function expect(body: Buffer, at: number, byte: number): number {
  if (body[at] !== byte) throw new SyntaxError("a broken object or list");
  return at + 1;
}

function skipSpace(body: Buffer, from: number): number {
  let at = from;
  while (isSpace(body[at])) at += 1;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endOfValue(body: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfString(body, at);
      if (depth === 0) return at + 1;
    } else if (byte === BRACE || byte === BRACKET) depth += 1;
    else if (byte === BRACE_END || byte === BRACKET_END) {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (byte === COMMA || isSpace(byte))) return at;
  }
  throw new SyntaxError("a cut object or list");
}

/** Returns the index of the closing quote. */
function endOfString(body: Buffer, open: number): number {
  for (let at = open + 1; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) return at;
  }
  throw new SyntaxError("a cut string");
}

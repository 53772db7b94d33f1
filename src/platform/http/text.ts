import { linesOf, type RawAnswer } from "./request.ts";

type Encoded = Pick<RawAnswer, "headers" | "body">;

/** JSON is UTF-8 (RFC 8259, 8.1); what is not says so by a byte order mark or in its type. */
export function textOf({ headers, body }: Encoded): string {
  return decoded(body, markOf(body) ?? charsetOf(headers["content-type"]));
}

/** Of XML the mark counts, then the type, then what it declares itself (RFC 7303, 3). */
export function feedTextOf({ headers, body }: Encoded): string {
  return decoded(body, markOf(body) ?? charsetOf(headers["content-type"]) ?? declaredIn(body));
}

/** A byte order mark is no letter of the text. */
function decoded(body: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // A charset nobody knows.
    return new TextDecoder().decode(body);
  }
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : undefined;
}

function charsetOf(type: string | string[] | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?(?<charset>[\w.:-]{1,40})/i.exec(linesOf(type)[0] ?? "")?.groups?.["charset"];
}

/** A declaration is at the very beginning, before anything that isn't ASCII. */
const DECLARATION_BYTES = 200;
const DECLARED = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["'](?<charset>[\w.:-]{1,40})["']/;

function declaredIn(body: Buffer): string | undefined {
  const charset = DECLARED.exec(body.toString("latin1", 0, DECLARATION_BYTES))?.groups?.["charset"];
  // Whoever can read that in single bytes doesn't read UTF-16.
  return charset === undefined || /^utf-?16/i.test(charset) ? undefined : charset;
}

import { isUtf8 } from "node:buffer";

import { linesOf, type RawAnswer } from "./request.ts";

type Encoded = Pick<RawAnswer, "headers" | "body">;

/** Decodes JSON: UTF-8 (RFC 8259, 8.1), unless a byte order mark or the type says otherwise. */
export function textOf({ headers, body }: Encoded): string {
  return decoded(body, markOf(body) ?? charsetOf(headers["content-type"], body));
}

/** Decodes XML by its byte order mark, then its type, then its declaration (RFC 7303, 3). */
export function feedTextOf({ headers, body }: Encoded): string {
  return decoded(body, markOf(body) ?? charsetOf(headers["content-type"], body) ?? declaredIn(body));
}

/** A byte order mark is not part of the text. */
function decoded(body: Buffer, charset = "utf-8"): string {
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // An unknown charset.
    return new TextDecoder().decode(body);
  }
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : undefined;
}

/** Servers label everything as Latin-1, also UTF-8; Latin-1 text is hardly ever valid UTF-8. */
function charsetOf(type: string | string[] | undefined, body: Buffer): string | undefined {
  const said = /;\s*charset\s*=\s*"?(?<charset>[\w.:-]{1,40})/i.exec(linesOf(type)[0] ?? "")?.groups;
  const charset = said?.["charset"];
  return LATIN_1.test(charset ?? "") && isUtf8(body) ? "utf-8" : charset;
}

const LATIN_1 = /^(?:iso-?8859-?1|latin-?1|windows-1252|cp1252|us-ascii|ascii)$/i;

/** A declaration is at the very beginning and in ASCII. */
const DECLARATION_BYTES = 200;
const DECLARED = /^\s*<\?xml\s[^>]*?\sencoding\s*=\s*["'](?<charset>[\w.:-]{1,40})["']/;

function declaredIn(body: Buffer): string | undefined {
  const charset = DECLARED.exec(body.toString("latin1", 0, DECLARATION_BYTES))?.groups?.["charset"];
  // A declaration readable as single bytes is not UTF-16.
  return charset === undefined || /^utf-?16/i.test(charset) ? undefined : charset;
}

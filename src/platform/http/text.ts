import type { RawAnswer } from "./request.ts";

/** JSON is UTF-8 (RFC 8259, 8.1); what is not says so by a byte order mark or in its type. */
export function textOf({ headers, body }: Pick<RawAnswer, "headers" | "body">): string {
  const charset = markOf(body) ?? charsetOf(headers["content-type"]);
  if (charset === undefined || /^utf-?8$/i.test(charset)) return body.toString("utf8");
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    // A charset nobody knows.
    return body.toString("utf8");
  }
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return body[0] === 0xfe && body[1] === 0xff ? "utf-16be" : undefined;
}

function charsetOf(type: string | string[] | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?(?<charset>[\w.:-]{1,40})/i.exec([type].flat()[0] ?? "")?.groups?.["charset"];
}

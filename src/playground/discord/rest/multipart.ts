import { refusal } from "../validation/api-error.ts";
import { safeName, type Upload } from "../message/write-message.ts";

export interface Multipart {
  readonly payload: string | undefined;
  readonly uploads: readonly Upload[];
}

const HEADERS_END = Buffer.from("\r\n\r\n");

/** Reads `payload_json` and `files[n]` of a multipart body. Throws 50109's like when it isn't one. */
export function readMultipart(body: Buffer, contentType: string): Multipart {
  const boundary = /boundary="?([^";]{1,70})"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw refusal("RequestBodyContainsInvalidJSON");
  const mark = Buffer.from(`--${boundary}`);
  const uploads: Upload[] = [];
  let payload: string | undefined;
  for (const part of partsOf(body, mark)) {
    const at = part.indexOf(HEADERS_END);
    if (at < 0) throw refusal("RequestBodyContainsInvalidJSON");
    const head = part.toString("utf8", 0, at);
    const held = part.subarray(at + HEADERS_END.length);
    const name = /name="([^"]*)"/i.exec(head)?.[1] ?? "";
    const filename = /filename="([^"]*)"/i.exec(head)?.[1];
    const key = /^files?\[(\d+)\]$/.exec(name)?.[1] ?? (name === "file" ? "0" : undefined);
    if (name === "payload_json") payload = held.toString("utf8");
    // A copy, so that the whole body isn't kept alive by one file.
    else if (key !== undefined)
      uploads.push({ key, name: safeName(filename ?? "file"), bytes: Uint8Array.from(held) });
  }
  return { payload, uploads };
}

function partsOf(body: Buffer, mark: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  let from = body.indexOf(mark);
  while (from >= 0) {
    const start = from + mark.length;
    const isLast = body.toString("latin1", start, start + 2) === "--";
    const next = isLast ? -1 : body.indexOf(mark, start);
    // Between the line break after a mark and the one before the next.
    if (next >= 0) parts.push(body.subarray(start + 2, next - 2));
    from = next;
  }
  return parts;
}

import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

import { MilepostError } from "../../base/errors.ts";

/** Reads a body to its end, inflated, never more than `maxBytes` of it on the wire nor after inflation. */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  { maxBytes, operation, signal }: { maxBytes: number; operation: string; signal: AbortSignal },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const keep = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of capped(source, maxBytes, operation)) chunks.push(chunk);
  };
  const inflate = inflaterFor(encoding, operation);
  const wire = (source: AsyncIterable<Buffer>) => capped(source, maxBytes, operation);
  if (inflate === undefined) await pipeline(body, keep, { signal });
  else await pipeline(body, wire, inflate, keep, { signal });
  return Buffer.concat(chunks);
}

async function* capped(
  source: AsyncIterable<Buffer>,
  maxBytes: number,
  operation: string,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw refused(operation, "the body is over its cap");
    yield chunk;
  }
}

/** undefined: nothing to inflate. Encodings on top of one another are refused. */
function inflaterFor(encoding: string | undefined, operation: string) {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      throw refused(operation, "a content encoding that was not asked for");
  }
}

function refused(operation: string, reason: string): MilepostError {
  return new MilepostError("platform-refused", { operation, reason });
}

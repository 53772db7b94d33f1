import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

import { MilepostError } from "../../base/errors.ts";

interface BodyLimits {
  readonly maxBytes: number;
  readonly operation: string;
  readonly signal: AbortSignal;
}

/** Reads and inflates a body, never more than `maxBytes` of it before or after inflation. */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  limits: BodyLimits,
): Promise<Buffer> {
  try {
    return await read(body, encoding, limits);
  } catch (error) {
    // An unread body would keep its connection.
    body.on("error", () => {}).destroy();
    throw error;
  }
}

async function read(
  body: Readable,
  encoding: string | undefined,
  { maxBytes, operation, signal }: BodyLimits,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const keep = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of capped(source, maxBytes, operation)) chunks.push(chunk);
  };
  const inflaterOf = inflaterFor(encoding, operation);
  if (inflaterOf === undefined) await pipeline(body, keep, { signal });
  else {
    const wire = capped(body, maxBytes, operation);
    const first = await wire.next();
    // An empty body is not a valid compressed stream, but the status says it all.
    if (first.done === true) return Buffer.alloc(0);
    await pipeline(joined(first.value, wire), inflaterOf(first.value), keep, { signal });
  }
  return Buffer.concat(chunks);
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
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

/** Decides by the first bytes; undefined: nothing to inflate. Stacked encodings are refused. */
function inflaterFor(
  encoding: string | undefined,
  operation: string,
): ((first: Buffer) => Transform) | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return () => createGunzip();
    case "deflate":
      // Many servers send it without zlib's wrapper, whose first byte has 8 in its lower half (RFC 1950, 2.2).
      return ([byte = 0]) => ((byte & 0x0f) === 8 ? createInflate() : createInflateRaw());
    case "br":
      return () => createBrotliDecompress();
    default:
      throw refused(operation, "a content encoding that was not asked for");
  }
}

function refused(operation: string, reason: string): MilepostError {
  return new MilepostError("platform-refused", { operation, reason });
}

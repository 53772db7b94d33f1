import type { IncomingMessage } from "node:http";

const LARGEST_BODY = 64 * 1024;

/** Reads a JSON body. What is no JSON counts as no body; too large a one is not read on. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ readonly value?: unknown; readonly isTooLarge: boolean }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= LARGEST_BODY) parts.push(part);
  }
  if (size > LARGEST_BODY) return { isTooLarge: true };
  if (size === 0) return { isTooLarge: false };
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    return { value, isTooLarge: false };
  } catch {
    return { isTooLarge: false };
  }
}

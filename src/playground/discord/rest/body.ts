import type { IncomingMessage, ServerResponse } from "node:http";

import { refusal } from "../validation/api-error.ts";

/** Less than ten files of 10 MiB: such a body is refused for its size first. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Returns the whole body; throws 40005 when it is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    total += chunk.length;
    if (total <= MOST_BYTES) chunks.push(chunk);
  }
  if (total > MOST_BYTES) throw refusal("RequestEntityTooLarge");
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, { ...headers, "content-type": "application/json", "content-length": length });
  response.end(text);
}

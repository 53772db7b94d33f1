import type { IncomingMessage, ServerResponse } from "node:http";

/** Returns a whole body; undefined if it has more bytes, and then the rest is not read. */
export async function readUpTo(mostBytes: number, message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" });
  response.end(`${text}\n`);
}

/** Sends JSON. Refusals have the local Discord's shape: `{code, message}`. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

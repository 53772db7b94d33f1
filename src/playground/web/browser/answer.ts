import type { IncomingMessage, ServerResponse } from "node:http";

import type { Browsers } from "./browsers.ts";

const ASK_BYTES = 64 * 1024;

/** Answers one call of the page's browser window. */
export async function answerBrowser(
  browsers: Browsers,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ask = await readJson(request);
  const view = ask === undefined ? undefined : await browsers.call(name, ask);
  const body = view ?? { code: "bad-input", message: "The browser did not understand that." };
  response.writeHead(view === undefined ? 400 : 200, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

/** Undefined: too much, or no JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > ASK_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}

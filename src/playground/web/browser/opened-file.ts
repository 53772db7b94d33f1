import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";

import { readUpTo, sendText } from "../http.ts";

const FILE_BYTES = 4 * 1024 * 1024;
const FETCH_WITHIN_MS = 20_000;

/**
 * Isolates a file opened from a message: it has an opaque origin and may run its own scripts, but can't reach the
 * network, the page, or any other address. `allow-forms` lets its script handle submissions; `form-action` blocks
 * sending them.
 */
const ALONE = [
  "sandbox allow-scripts allow-forms",
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** Sends an attached page, but only into a frame: as a top-level page it could read the address, with the token. */
export function openFile(
  discordUrl: string,
  address: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = address !== null && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !isAttachedPage(url, discordUrl)) {
    return sendText(response, 403, "Only files of the playground's messages are opened.");
  }
  if (request.headers["sec-fetch-dest"] !== "iframe") {
    return sendText(response, 403, "This file opens inside of the playground only.");
  }
  const upstream = ask(url, { signal: AbortSignal.timeout(FETCH_WITHIN_MS) });
  response.on("close", () => upstream.destroy());
  upstream.on("error", () => failed(response));
  upstream.on("response", (answer) => {
    passOn(answer, response).catch((error: unknown) => {
      // Errors of streams have a code; others are bugs.
      if (!(error instanceof Error && "code" in error)) throw error;
      failed(response);
    });
  });
  upstream.end();
}

function isAttachedPage(url: URL, discordUrl: string): boolean {
  const isAttached = url.origin === new URL(discordUrl).origin && url.pathname.startsWith("/attachments/");
  return isAttached && /\.html?$/i.test(url.pathname) && url.username === "" && url.password === "";
}

async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  if (answer.statusCode !== 200) {
    answer.resume();
    return sendText(response, 404, "This file is gone.");
  }
  const bytes = await readUpTo(FILE_BYTES, answer);
  if (bytes === undefined) return sendText(response, 502, "This file is too large to open here.");
  response.writeHead(200, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": ALONE,
    "x-frame-options": "SAMEORIGIN",
  });
  response.end(bytes);
}

function failed(response: ServerResponse): void {
  if (!response.headersSent && !response.destroyed) sendText(response, 502, "The file didn't load.");
}

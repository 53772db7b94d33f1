import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";

import { sendText } from "./http.ts";

/** Formats browsers show without running anything: in `<img>` even SVG runs no script. */
const PICTURES = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/svg+xml",
  "image/x-icon",
]);
const FETCH_WITHIN_MS = 20_000;

/**
 * Relays a file through the page's own origin, only from the `allowed` origins and without following redirects.
 * Anything but a picture is sent as a download, never as a page.
 */
export function relayFile(
  allowed: readonly string[],
  address: string | null,
  response: ServerResponse,
): void {
  const origins = new Set(allowed.map((each) => new URL(each).origin));
  const url = address !== null && URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !origins.has(url.origin) || url.username !== "" || url.password !== "") {
    return sendText(response, 403, "Only pictures of the playground are shown.");
  }
  const upstream = ask(url, { signal: AbortSignal.timeout(FETCH_WITHIN_MS) });
  response.on("close", () => upstream.destroy());
  upstream.on("error", () => {
    if (!response.headersSent && !response.destroyed) sendText(response, 502, "The picture didn't load.");
  });
  upstream.on("response", (answer) => passOn(answer, url, response));
  upstream.end();
}

function passOn(answer: IncomingMessage, url: URL, response: ServerResponse): void {
  if (answer.statusCode !== 200) {
    answer.resume();
    return sendText(response, answer.statusCode === 404 ? 404 : 502, "The picture didn't load.");
  }
  const type = (answer.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isPicture = PICTURES.has(type);
  response.writeHead(200, {
    "content-type": isPicture ? type : "application/octet-stream",
    "cache-control": "private, max-age=300",
    ...(isPicture ? {} : { "content-disposition": `attachment; filename*=UTF-8''${fileName(url)}` }),
  });
  answer.on("error", () => response.destroy());
  answer.pipe(response);
}

function fileName(url: URL): string {
  const last = url.pathname.split("/").at(-1) ?? "";
  return /^[\w.%-]{1,200}$/.test(last) ? last : "file";
}

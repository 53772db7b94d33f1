import { type IncomingMessage, request as ask, type ServerResponse } from "node:http";

import { readUpTo, sendJson, sendText } from "./http.ts";

/** The local Discord's methods the page may call. */
const METHODS = new Set([
  "people",
  "home",
  "history",
  "upload",
  "message",
  "commands",
  "runCommand",
  "autocomplete",
  "runMenu",
  "press",
  "choose",
  "submitModal",
  "answer",
  "dismiss",
  "openDm",
  "say",
  "clock",
  "installOnServer",
  "removeFromServer",
  "installForPerson",
  "removeFromPerson",
  "setOverwrite",
  "setLocale",
  "setDms",
  "setThread",
  "setAgeRestricted",
  "deleteChannel",
  "deleteMessage",
  "addFault",
  "faults",
  "clearFaults",
  "moveClock",
  "traffic",
  "state",
]);

export const BODY_BYTES = 256 * 1024;
/** A file of 10 MiB in base64, and some more. */
const UPLOAD_BYTES = 14 * 1024 * 1024 + BODY_BYTES;
/** The longest call is `answer`, which ends when the interaction fails after 3 s. */
const ANSWER_WITHIN_MS = 30_000;

/** Relays a call; status and JSON are the local Discord's. */
export async function relayCall(
  discordUrl: string,
  method: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!METHODS.has(method))
    return sendJson(response, 404, { code: "unknown-method", message: "No such call." });
  const body = await readUpTo(method === "upload" ? UPLOAD_BYTES : BODY_BYTES, request);
  if (body === undefined) return sendJson(response, 413, { code: "bad-input", message: "Too much at once." });
  passOn(response, body, { url: `${discordUrl}/local/${method}`, method: "POST", who: "The local Discord" });
}

/** Sends a request to one of the playground's services and streams its answer back. */
export function passOn(
  response: ServerResponse,
  body: Buffer | undefined,
  to: { readonly url: string; readonly method: string; readonly who: string },
): void {
  const upstream = ask(to.url, {
    method: to.method,
    headers:
      body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": String(body.byteLength) },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  response.on("close", () => upstream.destroy());
  upstream.on("error", () => {
    if (!response.headersSent && !response.destroyed)
      sendJson(response, 502, { code: "unreachable", message: `${to.who} isn't responding.` });
  });
  upstream.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, { "content-type": "application/json; charset=utf-8" });
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  upstream.end(body);
}

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
  upstream.on("response", (answer) => passPicture(answer, url, response));
  upstream.end();
}

function passPicture(answer: IncomingMessage, url: URL, response: ServerResponse): void {
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

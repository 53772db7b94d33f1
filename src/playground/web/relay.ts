import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";

/** What the page may ask of the local Discord: to look and act as a person, to change the world, to play faults. */
const METHODS = new Set([
  "people",
  "home",
  "history",
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

/** What the page may ask of the embedded platform, and how its control side is asked. */
const CONTROLS: ReadonlyMap<string, { readonly method: string; readonly path: string }> = new Map([
  ["state", { method: "GET", path: "state" }],
  ["addFault", { method: "POST", path: "faults" }],
  ["clearFaults", { method: "DELETE", path: "faults" }],
  ["shape", { method: "POST", path: "shape" }],
  ["sessions", { method: "GET", path: "sessions" }],
  ["signIn", { method: "POST", path: "sessions" }],
  ["endSessions", { method: "DELETE", path: "sessions" }],
]);
const BODY_BYTES = 256 * 1024;
/** Longer than any answer is waited for: `answer` holds its request until the bot did something. */
const ANSWER_WITHIN_MS = 30_000;

/** Relays one call. The answer's status and JSON are the local Discord's own. */
export async function relayCall(
  discordUrl: string,
  method: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!METHODS.has(method)) return sendJson(response, 404, "unknown-method", "There is no such call.");
  const body = await readBody(request);
  if (body === undefined) return sendJson(response, 413, "bad-input", "That is too much at once.");
  passOn(response, body, { url: `${discordUrl}/local/${method}`, method: "POST", who: "The local Discord" });
}

/** Relays one call to the control side of the embedded platform. */
export async function relayControl(
  platformUrl: string,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const control = CONTROLS.get(name);
  if (control === undefined) return sendJson(response, 404, "unknown-method", "There is no such call.");
  const body = await readBody(request);
  if (body === undefined) return sendJson(response, 413, "bad-input", "That is too much at once.");
  const { method, path } = control;
  const url = `${platformUrl}/_control/${path}`;
  passOn(response, method === "POST" ? body : undefined, { url, method, who: "The platform" });
}

function passOn(
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
      sendJson(response, 502, "unreachable", `${to.who} did not answer.`);
  });
  upstream.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, { "content-type": "application/json; charset=utf-8" });
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  upstream.end(body);
}

function sendJson(response: ServerResponse, status: number, code: string, message: string): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify({ code, message }));
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

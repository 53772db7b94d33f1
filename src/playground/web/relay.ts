import { request as ask, type IncomingMessage, type ServerResponse } from "node:http";

/** What the page may ask of the local Discord's people side. Settings and faults are not among them. */
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
]);
const BODY_BYTES = 256 * 1024;
/** Longer than any answer is waited for: `answer` holds its request until the bot did something. */
const ANSWER_WITHIN_MS = 30_000;
const PING_EVERY_MS = 15_000;

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
  const upstream = ask(`${discordUrl}/local/${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.byteLength },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  response.on("close", () => upstream.destroy());
  upstream.on("error", () => {
    if (!response.headersSent && !response.destroyed)
      sendJson(response, 502, "unreachable", "The local Discord did not answer.");
  });
  upstream.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, { "content-type": "application/json; charset=utf-8" });
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  upstream.end(body);
}

/** Relays the events one person sees, for as long as the page listens. */
export function relayEvents(discordUrl: string, person: string, response: ServerResponse): void {
  const upstream = ask(`${discordUrl}/local/events?as=${encodeURIComponent(person)}`, {
    headers: { accept: "text/event-stream" },
  });
  const ping = setInterval(() => response.write(": still here\n\n"), PING_EVERY_MS).unref();
  response.on("close", () => {
    clearInterval(ping);
    upstream.destroy();
  });
  upstream.on("error", () => response.destroy());
  upstream.on("response", (answer) => {
    const isStream = answer.statusCode === 200;
    response.writeHead(answer.statusCode ?? 502, {
      "content-type": isStream ? "text/event-stream; charset=utf-8" : "application/json; charset=utf-8",
    });
    if (isStream) response.write("retry: 1000\n\n");
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  upstream.end();
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

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { Log } from "../../base/log.ts";
import { answerBrowser } from "./browser/browsers.ts";
import { openFile } from "./browser/opened-file.ts";
import { EventSockets } from "./events.ts";
import { type PageAddress, pathBelowToken, refusalOf, sendJson, sendText } from "./http.ts";
import { relayCall, relayFile } from "./proxy-call.ts";
import { answerPlatform, type PlatformSide } from "./platform-calls.ts";
import { readPage, type StaticFile } from "./static-files.ts";

export interface PageOptions {
  readonly port: number;
  /** The base address of the local Discord's `/local`. */
  readonly discordUrl: string;
  /** The embedded platform; absent: the page shows none. */
  readonly platforms?: PlatformSide;
  /** Returns addresses whose origins may serve pictures and files. */
  readonly pictureUrls: () => readonly string[];
  /** Returns when the bot posts next for a person; absent: the page can't know. */
  readonly nextPost?: ((person: string) => Promise<number | undefined>) | undefined;
  readonly log: Log;
  readonly randomBytes: (count: number) => Uint8Array;
}

export interface PageServer {
  /** `http://127.0.0.1:PORT/<token>/`. Whoever knows it may use the page. */
  readonly url: string;
  close(): Promise<void>;
}

const TOKEN_BYTES = 24;

/** Sent with every answer. They allow only the page's own origin, and no text to become markup. */
const GUARDING_HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    // For files opened from messages, which have their own policy; all else forbids frames.
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
} as const;

/** Starts and returns the server of the playground's page on loopback; rejects when the port is taken. */
export async function startPage(options: PageOptions): Promise<PageServer> {
  let files: ReturnType<typeof readPage> | undefined;
  const token = Buffer.from(options.randomBytes(TOKEN_BYTES)).toString("base64url");
  const server = createServer({ requestTimeout: 30_000 });
  server.listen(options.port, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const door: PageAddress = { host, token };
  const serve = handler(door, () => (files ??= readPage()), options);
  const events = new EventSockets(options.discordUrl);
  server.on("upgrade", (request, socket, head) => events.upgrade(door, request, socket, head));
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response).catch((error: unknown) => {
      options.log.warn("the page's server failed a request", {}, error);
      response.destroy();
    });
  });
  return { url: `http://${host}/${token}/`, close: () => close(server, events) };
}

/** Returns the handler. `files` are read at the first request, as stripping types takes a moment. */
function handler(door: PageAddress, files: () => ReturnType<typeof readPage>, options: PageOptions) {
  const { platforms } = options;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    for (const [name, value] of Object.entries(GUARDING_HEADERS)) response.setHeader(name, value);
    const refusal = refusalOf(request, door);
    if (refusal !== undefined) return sendText(response, refusal.status, refusal.reason);
    const path = pathBelowToken(request);
    const query = new URL(request.url ?? "/", `http://${door.host}`).searchParams;
    if (request.method === "POST" && path.startsWith("api/")) {
      return relayCall(options.discordUrl, path.slice("api/".length), request, response);
    }
    if (request.method === "POST" && path === "next-post") {
      return sendJson(response, 200, { at: await options.nextPost?.(query.get("as") ?? "") });
    }
    if (request.method === "POST" && path.startsWith("platform/") && platforms !== undefined) {
      return answerPlatform(platforms, path.slice("platform/".length), request, response);
    }
    if (request.method === "POST" && path.startsWith("browser/") && platforms?.browsers !== undefined) {
      return answerBrowser(platforms.browsers, path.slice("browser/".length), request, response);
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      return sendText(response, 405, "Only GET and the page's own calls are answered.");
    }
    if (path === "opened") return openFile(options.discordUrl, query.get("of"), request, response);
    if (path === "file") return relayFile(options.pictureUrls(), query.get("of"), response);
    if (/^(?:emojis|guild-events)\/\d{1,20}\.png$/.test(path)) {
      return relayFile([options.discordUrl], `${options.discordUrl}/${path}`, response);
    }
    return sendFile(request, response, (await files()).get(path));
  };
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile | undefined): void {
  // Without the final slash relative addresses would lose the token.
  if ((request.url ?? "").split("/").length === 2) {
    response.writeHead(308, { location: `${request.url ?? ""}/` });
    response.end();
    return;
  }
  if (file === undefined) return sendText(response, 404, "There is nothing here.");
  response.writeHead(200, { "content-type": file.type, "content-length": file.bytes.byteLength });
  response.end(request.method === "HEAD" ? undefined : file.bytes);
}

async function close(server: Server, events: EventSockets): Promise<void> {
  events.close();
  server.closeAllConnections();
  await server[Symbol.asyncDispose]();
}

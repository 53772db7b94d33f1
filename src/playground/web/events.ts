import { request as ask, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import { type WebSocket, WebSocketServer } from "ws";

import { type PageAddress, pathBelowToken, refusalOf } from "./http.ts";

const PING_EVERY_MS = 15_000;
/** A page that stopped reading is disconnected; it reads everything again when it reconnects. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;
/** Code "service restart": reconnect soon. */
const TRY_AGAIN = 1012;

/**
 * Sends a person's events: a WebSocket a tab, a message a LocalEvent. Event streams would use up the six HTTP
 * connections that browsers allow an address for all tabs.
 */
export class EventSockets {
  readonly #discordUrl: string;
  /** The page sends nothing, so a small limit is enough. */
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1024 });

  constructor(discordUrl: string) {
    this.#discordUrl = discordUrl;
  }

  /** Accepts an upgrade, or refuses it by the same rules as requests. */
  upgrade(door: PageAddress, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const refusal = refusalOf(request, door);
    if (refusal !== undefined) return refuse(socket, refusal.status);
    if (pathBelowToken(request) !== "events") return refuse(socket, 404);
    const person = new URL(request.url ?? "/", "http://localhost").searchParams.get("as") ?? "";
    const upstream = ask(`${this.#discordUrl}/local/events?as=${encodeURIComponent(person)}`, {
      headers: { accept: "text/event-stream" },
    });
    socket.once("close", () => upstream.destroy());
    upstream.on("error", () => refuse(socket, 502));
    // The page may rely on missing no event once it is open, so first the local Discord must answer.
    upstream.on("response", (stream) => {
      stream.on("error", () => undefined);
      if (stream.statusCode !== 200) return refuse(socket, 400);
      this.#server.handleUpgrade(request, socket, head, (page) => passOn(stream, page));
    });
    upstream.end();
  }

  close(): void {
    for (const page of this.#server.clients) page.terminate();
    this.#server.close();
  }
}

function passOn(stream: IncomingMessage, page: WebSocket): void {
  const ping = setInterval(() => page.ping(), PING_EVERY_MS).unref();
  page.on("error", () => page.terminate());
  page.on("close", () => clearInterval(ping));
  stream.on("close", () => page.close(TRY_AGAIN));
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const parts = (text + chunk).split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) if (part.startsWith("data: ")) page.send(part.slice("data: ".length));
    if (page.bufferedAmount > MOST_UNREAD_BYTES) page.terminate();
  });
}

const REASONS = { 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 502: "Bad Gateway" } as const;

function refuse(socket: Duplex, status: keyof typeof REASONS): void {
  if (socket.destroyed || socket.writableEnded) return;
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

import { request as ask, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

import { type WebSocket, WebSocketServer } from "ws";

import { type PageAddress, pathBelowToken, refusalOf } from "./guard.ts";

const PING_EVERY_MS = 15_000;
/** A page that stopped reading is let go; it asks for everything anew when it comes back. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;
/** "Service restart": come back soon. */
const TRY_AGAIN = 1012;

/**
 * What a person sees happen, one WebSocket a tab, one message a LocalEvent. A WebSocket, because a browser gives
 * one address six HTTP connections for all of its tabs, and an event stream would keep one of them for good.
 */
export class EventSockets {
  readonly #discordUrl: string;
  /** The page says nothing, so hardly a byte is taken. */
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: 1024 });

  constructor(discordUrl: string) {
    this.#discordUrl = discordUrl;
  }

  /** Takes an upgrade of the page's server, or refuses it as the server would refuse a request. */
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
    // Open means that nothing is missed from here on, so the page waits for the local Discord.
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

import type { IncomingMessage, ServerResponse } from "node:http";
import { timingSafeEqual } from "node:crypto";

import { isOwnSite } from "../../base/address.ts";

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

export interface PageAddress {
  /** `127.0.0.1:PORT`: the only Host header accepted, against DNS rebinding. */
  readonly host: string;
  /** The first segment of every path. */
  readonly token: string;
}

export interface Refusal {
  readonly status: 400 | 403;
  readonly reason: string;
}

/** Returns why a request is refused, by Host, Origin, Fetch Metadata, JSON and token; undefined if it isn't. */
export function refusalOf(request: IncomingMessage, door: PageAddress): Refusal | undefined {
  if (request.headers.host !== door.host) return { status: 403, reason: "This address is not served here." };
  const { origin } = request.headers;
  if (origin !== undefined && origin !== `http://${door.host}`) return fromElsewhere;
  if (!isOwnSite(request.headers["sec-fetch-site"])) return fromElsewhere;
  if (request.method === "POST" && !isJson(request)) return { status: 400, reason: "Send JSON." };
  if (!sameText(tokenOf(request), door.token)) {
    return { status: 403, reason: "Open the whole address that the start printed." };
  }
  return undefined;
}

/** Returns the path below the token, without the query: for `/<token>/page/main.ts?x` `page/main.ts`. */
export function pathBelowToken(request: IncomingMessage): string {
  const path = pathOf(request);
  const slash = path.indexOf("/", 1);
  return slash === -1 ? "" : path.slice(slash + 1);
}

const fromElsewhere: Refusal = { status: 403, reason: "Requests from other pages are not answered." };

function isJson(request: IncomingMessage): boolean {
  return /^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "");
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?", 1)[0] ?? "/";
}

function tokenOf(request: IncomingMessage): string {
  return pathOf(request).split("/", 2)[1] ?? "";
}

function sameText(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

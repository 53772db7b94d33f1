import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { limitConnections } from "../base/async/limit-connections.ts";
import { listening } from "../base/async/listening.ts";
import { within } from "../base/async/within.ts";

export interface HttpServerOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** The settings' names for host and port, for error messages. */
  readonly settings: string;
  /** Request bodies are never read. */
  readonly answer: (request: IncomingMessage) => Promise<HttpAnswer>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpServer {
  readonly address: string;
  /** Waits for answers under way. */
  close(): Promise<void>;
}

const MOST_CONNECTIONS = 64;
const REQUEST_WITHIN_MS = 5_000;
/** For answers under way when it is closed. */
const ENDED_WITHIN_MS = 3_000;
/** How often slow clients are looked for: Node's thirty seconds would turn five into thirty-five. */
const LOOK_EVERY_MS = 1_000;

/** Serves small answers to small requests: slow clients are cut off, long headers refused, nothing is cached. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const limits = {
    maxHeaderSize: 8_192,
    requestTimeout: REQUEST_WITHIN_MS,
    headersTimeout: REQUEST_WITHIN_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
  };
  const underWay = new Set<Promise<void>>();
  const server = createServer(limits, (request, response) => {
    // A request that can't be answered must not end the bot.
    const answering = answer(request, response, options).catch(() => void response.destroy());
    underWay.add(answering);
    void answering.then(() => underWay.delete(answering));
  });
  limitConnections(server, MOST_CONNECTIONS);
  return {
    address: await listening(server, options, options.settings),
    async close() {
      const closed = new Promise((resolve) => void server.close(resolve));
      await within(Promise.all(underWay), ENDED_WITHIN_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: HttpServerOptions,
): Promise<void> {
  request.resume();
  const { status, type, body, headers } = await options.answer(request);
  response.writeHead(status, {
    ...headers,
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { listening } from "../base/async/listening.ts";
import type { MetricsRegistry } from "./metrics.ts";

export interface HealthOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Why the bot can't serve members now, in plain clauses; empty: it can. */
  readonly reasons: () => readonly string[];
  readonly metrics: MetricsRegistry;
}

export interface HealthServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves /healthz (the process lives), /readyz (it serves members, else why not) and /metrics. */
export async function startHealthServer({
  host,
  port,
  reasons,
  metrics,
}: HealthOptions): Promise<HealthServer> {
  const server = createServer({ maxHeaderSize: 8_192, requestTimeout: 5_000 }, (request, response) => {
    // A number that can't be read is no reason for the bot to end.
    answer(request, response, { reasons, metrics }).catch(() => void response.destroy());
  });
  server.maxConnections = 64;
  return {
    address: await listening(server, { host, port }, "HEALTH_HOST, HEALTH_PORT"),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

type Sources = Pick<HealthOptions, "reasons" | "metrics">;

async function answer(request: IncomingMessage, response: ServerResponse, sources: Sources): Promise<void> {
  request.resume();
  const { status, type, body } = await choose(request, sources);
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...(status === 405 && { allow: "GET, HEAD" }),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function choose({ method, url = "" }: IncomingMessage, { reasons, metrics }: Sources): Promise<Answer> {
  if (method !== "GET" && method !== "HEAD") return json(405, { error: "only GET and HEAD" });
  const [path = ""] = url.split("?", 1);
  switch (path) {
    case "/healthz":
      return json(200, { status: "live" });
    case "/readyz": {
      const why = reasons();
      return json(why.length === 0 ? 200 : 503, {
        status: why.length === 0 ? "ready" : "not ready",
        reasons: why,
      });
    }
    case "/metrics":
      metrics.metrics.gauge("ready", reasons().length === 0 ? 1 : 0);
      return { status: 200, type: metrics.contentType, body: await metrics.text() };
    default:
      return json(404, { error: "try /healthz, /readyz or /metrics" });
  }
}

function json(status: number, value: unknown): Answer {
  return { status, type: "application/json; charset=utf-8", body: `${JSON.stringify(value)}\n` };
}

import type { IncomingMessage } from "node:http";

import { type HttpAnswer, type HttpServer, startHttpServer } from "../http-server/http-server.ts";
import type { MetricsRegistry } from "./metrics.ts";

interface HealthOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Returns why the bot can't serve members now, in plain clauses; empty: it can. */
  readonly reasons: () => readonly string[];
  readonly metrics: MetricsRegistry;
}

/** Serves /healthz (the process runs), /readyz (it serves members, or why not) and /metrics. */
export async function startHealthServer({ host, port, ...sources }: HealthOptions): Promise<HttpServer> {
  return startHttpServer({
    host,
    port,
    settings: "HEALTH_HOST, HEALTH_PORT",
    answer: (request) => choose(request, sources),
  });
}

type Sources = Pick<HealthOptions, "reasons" | "metrics">;

async function choose(
  { method, url = "" }: IncomingMessage,
  { reasons, metrics }: Sources,
): Promise<HttpAnswer> {
  if (method !== "GET" && method !== "HEAD") {
    return { ...json(405, { error: "only GET and HEAD" }), headers: { allow: "GET, HEAD" } };
  }
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

function json(status: number, value: unknown): HttpAnswer {
  return { status, type: "application/json; charset=utf-8", body: `${JSON.stringify(value)}\n` };
}

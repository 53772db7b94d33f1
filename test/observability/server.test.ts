import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";

import { createMetrics, declaredMetrics, noMetricsRegistry } from "../../src/observability/metrics.ts";
import type { HttpServer } from "../../src/http-server/http-server.ts";
import { startHealthServer } from "../../src/observability/server.ts";

const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options: Partial<Parameters<typeof startHealthServer>[0]> = {}) {
  const server = await startHealthServer({
    host: "127.0.0.1",
    port: 0,
    reasons: () => [],
    metrics: noMetricsRegistry,
    ...options,
  });
  servers.push(server);
  return server.address;
}

async function ask(address: string, method: "GET" | "HEAD" | "POST" = "GET") {
  const { statusCode, headers, body } = await request(address, { method });
  return { status: statusCode, headers, text: await body.text() };
}

describe("startHealthServer", () => {
  it("says that the process lives", async () => {
    const answer = await ask(`${await start()}/healthz`);
    expect(answer).toMatchObject({ status: 200, text: '{"status":"live"}\n' });
  });

  it("says whether it serves members, and why not", async () => {
    const reasons: string[] = ["the gateway is not connected"];
    const address = await start({ reasons: () => reasons });
    const before = await ask(`${address}/readyz?x=1`);
    expect(before.status).toBe(503);
    expect(JSON.parse(before.text)).toEqual({
      status: "not ready",
      reasons: ["the gateway is not connected"],
    });
    reasons.length = 0;
    expect((await ask(`${address}/readyz`)).status).toBe(200);
  });

  it("takes GET and HEAD only, and knows no other address", async () => {
    const address = await start();
    const posted = await ask(`${address}/healthz`, "POST");
    expect(posted.status).toBe(405);
    expect(posted.headers["allow"]).toBe("GET, HEAD");
    expect(await ask(`${address}/healthz`, "HEAD")).toMatchObject({ status: 200, text: "" });
    expect((await ask(`${address}/`)).status).toBe(404);
  });

  it("goes on where the metrics can't be read", async () => {
    const broken = { ...noMetricsRegistry, text: () => Promise.reject(new Error("no /proc")) };
    const address = await start({ metrics: broken });
    await expect(ask(`${address}/metrics`)).rejects.toThrow(/closed|hang up/);
    expect((await ask(`${address}/healthz`)).status).toBe(200);
  });

  it("says which settings to change when the port is taken", async () => {
    const port = Number(new URL(await start()).port);
    await expect(start({ port })).rejects.toThrow(/HEALTH_HOST, HEALTH_PORT: .*EADDRINUSE/);
  });

  it("shows what was counted, in Prometheus' format", async () => {
    const registry = await createMetrics();
    const address = await start({ metrics: registry });
    registry.metrics.count("interactions_total", { kind: "command", name: "trending", outcome: "ok" });
    registry.metrics.count(
      "interactions_total",
      { kind: "command", name: "trending", outcome: "ok", member: "canary" },
      2,
    );
    registry.metrics.observe("interaction_seconds", 0.2, { kind: "command", name: "trending" });
    const { text, headers } = await ask(`${address}/metrics`);
    expect(headers["content-type"]).toContain("text/plain");
    expect(text).toContain('milepost_interactions_total{kind="command",name="trending",outcome="ok"} 3');
    expect(text).toContain("milepost_interaction_seconds_bucket");
    expect(text).toContain("milepost_nodejs_heap_size_used_bytes");
    expect(text).not.toContain("canary");
  });

  it("never fails what it measures: unknown names and wrong kinds are dropped", async () => {
    const { metrics, text } = await createMetrics().then((registry) => ({
      metrics: registry.metrics,
      text: () => registry.text(),
    }));
    metrics.count("no_such_thing");
    metrics.observe("interactions_total", 1);
    metrics.gauge("interaction_seconds", 1);
    expect(await text()).not.toContain("no_such_thing");
  });
});

describe("declaredMetrics", () => {
  it("have names of one form, once each", () => {
    const names = declaredMetrics.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z_]+$/);
  });
});

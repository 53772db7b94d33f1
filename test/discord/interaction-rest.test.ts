import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { InteractionApi } from "../../src/discord/interaction/interaction-api.ts";
import { InteractionRest } from "../../src/discord/rest/interaction-rest.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { turns } from "../support/turns.ts";
import { slash } from "./support.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, index: number) => void;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A Discord that answers as told, and the client that talks to it. */
async function discord(handle: Handler) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    handle(request, response, asked.length);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const breaker = new RefusalBreaker({ clock: new MovableClock(), most: 2 });
  const rest = new InteractionRest({ apiUrl: `http://127.0.0.1:${port}/api`, breaker });
  return { asked, rest, api: new InteractionApi(rest), breaker };
}

const ROUTE = "/webhooks/1/a-secret-token/messages/@original";
const rendered = {
  body: { flags: 0, components: [], attachments: [], allowed_mentions: { parse: [] } },
} as const;

describe("a request for an interaction", () => {
  it("goes to the version's route under the address, as JSON, and says who sends it", async () => {
    const seen = Promise.withResolvers<[IncomingMessage["headers"], string]>();
    const { rest, asked } = await discord((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        seen.resolve([request.headers, body]);
        response.writeHead(204).end();
      });
    });
    await rest.send({
      method: "POST",
      route: "/interactions/1/t/callback",
      body: { type: 5 },
      withinMs: 60_000,
    });
    expect(asked).toEqual(["POST /api/v10/interactions/1/t/callback"]);
    const [headers, body] = await seen.promise;
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": expect.stringContaining("DiscordBot ("),
    });
    expect(headers.authorization).toBeUndefined();
    expect(body).toBe('{"type":5}');
  });

  it("with files is multipart that any reader of forms understands", async () => {
    const form = Promise.withResolvers<FormData>();
    const { rest } = await discord((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const headers = { "content-type": request.headers["content-type"] ?? "" };
        form.resolve(new Response(Buffer.concat(chunks), { headers }).formData());
        response.writeHead(200).end("{}");
      });
    });
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
    const files = [{ id: "0", name: "rank.png", bytes }];
    await rest.send({ method: "PATCH", route: ROUTE, body: { flags: 1 }, files, withinMs: 60_000 });
    const given = await form.promise;
    expect(given.get("payload_json")).toBe('{"flags":1}');
    const file = given.get("files[0]") as File;
    expect([file.name, file.type]).toEqual(["rank.png", "image/png"]);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  });

  it.each([
    ["Discord's code", 404, JSON.stringify({ code: 10_015, message: "Unknown Webhook" }), 10_015],
    ["no code where a gateway answers in HTML", 502, "<html>a-secret-token</html>", 0],
    ["no code where the body is no object", 400, "null", 0],
    ["no code where the body is beyond measure", 400, `{"code":1,"x":"${"x".repeat(100_000)}"}`, 0],
  ])("refused tells status and %s, and nothing of the request", async (_, status, body, code) => {
    const { rest } = await discord((_request, response) => void response.writeHead(status).end(body));
    const error: unknown = await rest
      .send({ method: "DELETE", route: ROUTE, withinMs: 60_000 })
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: "InteractionRefused", status, code });
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain("a-secret-token");
  });

  it.each<[string, Handler]>([
    ["no answer comes", () => {}],
    ["an answer drips", (_request, response) => void response.writeHead(200).write("{")],
  ])("ends at its deadline where %s, and its connection with it", async (_, handle) => {
    const closed = Promise.withResolvers<void>();
    const { rest } = await discord((request, response, index) => {
      request.socket.once("close", () => closed.resolve());
      handle(request, response, index);
    });
    await expect(rest.send({ method: "DELETE", route: ROUTE, withinMs: 50 })).rejects.toMatchObject({
      code: "ETIMEDOUT",
    });
    await closed.promise;
  });

  it("is held against the breaker when refused, which then lets none through", async () => {
    const { rest, asked, breaker } = await discord(
      (_request, response) => void response.writeHead(403).end("{}"),
    );
    const send = () => rest.send({ method: "DELETE", route: ROUTE, withinMs: 60_000 });
    await expect(send()).rejects.toMatchObject({ status: 403 });
    await expect(send()).rejects.toMatchObject({ status: 403 });
    expect(breaker.isOpen).toBe(true);
    await expect(send()).rejects.toMatchObject({ code: "busy" });
    expect(asked).toHaveLength(2);
  });
});

describe("an edit nobody wants any more", () => {
  it.each([
    ["after a failure", 503, "{}"],
    ["without its icons", 400, JSON.stringify({ code: 50_035 })],
  ])("is not sent again %s", async (_, status, refusal) => {
    const changed = new Error("changed");
    const ending = new AbortController();
    const { api, asked } = await discord((_request, response) => {
      ending.abort(changed);
      response.writeHead(status).end(refusal);
    });
    const button = {
      type: 2,
      style: 2,
      custom_id: "x",
      label: "Next",
      emoji: { id: "1", name: "next" },
    } as const;
    const body = { ...rendered.body, components: [{ type: 1, components: [button] }] } as const;
    const edited = api.edit(slash("trending"), { body, files: [] }, ending.signal);
    await expect(edited).rejects.toBe(changed);
    expect(asked).toHaveLength(1);
  });
});

describe("a wait that Discord asks for", () => {
  it("is kept to, and longer than our own", async () => {
    const times: number[] = [];
    const { api } = await discord((_request, response, index) => {
      times.push(performance.now());
      if (index === 1) wait(response, 0.4);
      else response.writeHead(200).end("{}");
    });
    await api.edit(slash("ask"), { ...rendered, files: [] });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(395);
  });

  it("is not waited for where a first answer would come too late", async () => {
    const { api, asked } = await discord((_request, response) => wait(response, 5));
    await expect(api.deferReply(slash("ask"), false)).rejects.toMatchObject({
      status: 429,
      retryAfterMs: 5000,
    });
    expect(asked).toHaveLength(1);
  });
});

function wait(response: ServerResponse, seconds: number): void {
  response
    .writeHead(429, { "x-ratelimit-scope": "shared", "retry-after": String(seconds) })
    .end(JSON.stringify({ message: "", retry_after: seconds, global: false }));
}

describe("connections for answers", () => {
  it("are kept for a minute and more where Discord says nothing about it", async () => {
    const ports: (number | undefined)[] = [];
    const { rest } = await discord((request, response) => {
      ports.push(request.socket.remotePort);
      // Said by hand, Node adds no hint of how long it keeps the connection.
      response.writeHead(204, { connection: "keep-alive" }).end();
    });
    const answer = () => rest.send({ method: "POST", route: ROUTE, body: {}, withinMs: 90_000 });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    await answer();
    await turns();
    vi.advanceTimersByTime(60_000);
    await turns();
    await answer();
    expect(new Set(ports).size).toBe(1);
  });
});

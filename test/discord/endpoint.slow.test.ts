import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { connect } from "node:net";

import { request } from "undici";
import { afterEach, describe, expect, it } from "vitest";

import { MINUTE_MS } from "../../src/base/duration.ts";
import { MovableClock } from "../../src/base/clock.ts";
import { isMilepostError } from "../../src/base/errors.ts";
import type { Labels } from "../../src/base/metrics.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { InteractionsEndpoint } from "../../src/discord/endpoint/endpoint.ts";
import type { Incoming } from "../../src/discord/interaction/incoming.ts";
import { recordingLog, slash } from "./support.ts";

const discord = generateKeyPairSync("ed25519");
const stranger = generateKeyPairSync("ed25519");
const VERIFY_KEY = Buffer.from(discord.publicKey.export({ format: "jwk" }).x ?? "", "base64url").toString(
  "hex",
);
const PING = JSON.stringify({ type: 1 });

const open: InteractionsEndpoint[] = [];
afterEach(async () => {
  for (const endpoint of open.splice(0)) await endpoint.close();
});

interface Changes {
  readonly port?: number;
  readonly onInteraction?: (incoming: Incoming) => void;
  readonly onDeauthorized?: (memberId: string) => Promise<void>;
}

function made(changes: Changes = {}) {
  const log = recordingLog();
  const clock = new MovableClock();
  const taken: Incoming[] = [];
  const outcomes: (string | undefined)[] = [];
  const count = (_name: string, { outcome }: Labels = {}) => void outcomes.push(outcome);
  const endpoint = new InteractionsEndpoint({
    host: "127.0.0.1",
    port: 0,
    clock,
    log,
    metrics: { ...noMetrics, count },
    onInteraction: (incoming) => taken.push(incoming),
    ...changes,
  });
  open.push(endpoint);
  return { endpoint, log, clock, taken, outcomes };
}

async function started(changes: Parameters<typeof made>[0] = {}) {
  const parts = made(changes);
  await parts.endpoint.open(Promise.resolve({ verify_key: VERIFY_KEY }));
  return { ...parts, url: String(parts.log.lines[0]?.fields["address"]) };
}

interface Sent {
  readonly key?: KeyObject;
  readonly at?: number;
  readonly method?: "POST" | "GET" | "PUT";
  readonly headers?: Readonly<Record<string, string>>;
  /** In the body's place, once it is signed. */
  readonly changed?: string;
}

function event(type: string, data: object): string {
  return JSON.stringify({ version: 1, application_id: "1", type: 1, event: { type, data, timestamp: "" } });
}

function signedHeaders(body: string, { key = discord.privateKey, at = Date.now() }: Sent = {}) {
  const timestamp = String(Math.floor(at / 1000));
  return {
    "content-type": "application/json",
    "x-signature-timestamp": timestamp,
    "x-signature-ed25519": sign(null, Buffer.from(timestamp + body), key).toString("hex"),
  };
}

async function send(url: string, body: string, sent: Sent = {}) {
  const { method = "POST", changed = body } = sent;
  const headers = { ...signedHeaders(body, sent), ...sent.headers };
  const answer = await request(url, { method, headers, ...(method !== "GET" && { body: changed }) });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

/** What a bare connection is sent back until it is closed. */
async function sendRaw(url: string, ...parts: readonly string[]): Promise<string> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  let answered = "";
  socket.on("data", (chunk: Buffer) => (answered += chunk.toString()));
  socket.on("error", () => {});
  for (const part of parts) socket.write(part);
  await new Promise((resolve) => socket.once("close", resolve));
  return answered;
}

describe("the interactions endpoint", () => {
  it("answers Discord's PING", async () => {
    const { url, taken } = await started();
    expect(await send(url, PING)).toMatchObject({
      status: 200,
      headers: { "content-type": "application/json" },
      text: '{"type":1}',
    });
    expect(taken).toEqual([]);
  });

  it("accepts an interaction without a body, and hands on what was sent", async () => {
    const { url, taken, outcomes } = await started();
    const interaction = slash("ask", { what: "Ünïcödé 🙂" });
    expect(await send(url, JSON.stringify(interaction))).toMatchObject({ status: 202, text: "" });
    expect(taken).toEqual([interaction]);
    expect(outcomes).toEqual(["accepted"]);
  });

  it("takes it that a member removed the application, once that is stored", async () => {
    const gone: string[] = [];
    let isStored = false;
    const { url, outcomes, taken, log } = await started({
      onDeauthorized: async (memberId) => {
        if (!isStored) throw new Error("the database is locked");
        gone.push(memberId);
      },
    });
    const events = url.replace("/interactions", "/events");
    const left = event("APPLICATION_DEAUTHORIZED", { user: { id: "720000000000000001", username: "ann" } });
    expect((await send(events, left)).status).toBe(503);
    expect(log.lines.at(-1)).toMatchObject({ level: "error" });
    isStored = true;
    for (const body of [left, event("ENTITLEMENT_CREATE", {}), JSON.stringify({ version: 1, type: 0 })])
      expect(await send(events, body)).toMatchObject({ status: 204, text: "" });
    expect(gone).toEqual(["720000000000000001"]);
    for (const odd of ["{}", "[", event("APPLICATION_DEAUTHORIZED", { user: { id: "../1" } })])
      expect((await send(events, odd)).status).toBe(400);
    expect((await send(events, left, { key: stranger.privateKey })).status).toBe(401);
    expect((await send(events, left, { at: Date.now() - 6 * MINUTE_MS })).status).toBe(401);
    expect([gone.length, taken.length, outcomes.includes("event")]).toEqual([1, 0, true]);
  });

  it.each<[string, Sent]>([
    ["is signed by somebody else", { key: stranger.privateKey }],
    ["was changed on its way", { changed: PING.replace("1", "2") }],
    ["is no JSON and not signed", { changed: "{" }],
    ["has no signature", { headers: { "x-signature-ed25519": "" } }],
    ["has a short signature", { headers: { "x-signature-ed25519": "ab" } }],
    ["has a long signature", { headers: { "x-signature-ed25519": "ab".repeat(65) } }],
    ["has a signature in other letters", { headers: { "x-signature-ed25519": "zz".repeat(64) } }],
    ["has another signature", { headers: { "x-signature-ed25519": "ab".repeat(64) } }],
    ["has no timestamp", { headers: { "x-signature-timestamp": "" } }],
    ["has another timestamp", { headers: { "x-signature-timestamp": "1" } }],
    ["has a timestamp that is no number", { headers: { "x-signature-timestamp": "now" } }],
  ])("refuses what %s, and reads nothing of it", async (_what, sent) => {
    const { url, taken, outcomes } = await started();
    expect(await send(url, PING, sent)).toMatchObject({ status: 401, text: "" });
    expect([taken, outcomes]).toEqual([[], ["unsigned"]]);
  });

  it.each([-6 * MINUTE_MS, 6 * MINUTE_MS])(
    "refuses what was signed %d ms from now, and says that it may be this machine's clock",
    async (ms) => {
      const { url, taken, log } = await started();
      expect((await send(url, PING, { at: Date.now() + ms })).status).toBe(401);
      expect(taken).toEqual([]);
      expect(log.lines.at(-1)).toMatchObject({ level: "warn", fields: { ms: expect.any(Number) as number } });
    },
  );

  it("takes what is fresh by this machine's clock or by the bot's own, which may be the database server's", async () => {
    const { url, clock } = await started();
    clock.moveTo(10 * MINUTE_MS);
    expect((await send(url, PING)).status).toBe(200);
    expect((await send(url, PING, { at: clock.now() })).status).toBe(200);
    expect((await send(url, PING, { at: clock.now() - 20 * MINUTE_MS })).status).toBe(401);
  });

  it("takes what was signed a little apart from its own time", async () => {
    const { url, clock } = await started();
    clock.moveTo(4 * MINUTE_MS);
    expect((await send(url, PING)).status).toBe(200);
    clock.moveTo(-4 * MINUTE_MS);
    expect((await send(url, PING)).status).toBe(200);
  });

  it.each(["{", "7", "null", '"type"', "[]", "{}", '{"type":2}', '{"type":99,"id":"1","token":"t"}'])(
    "refuses %s, though it is signed",
    async (body) => {
      const { url, taken } = await started();
      expect((await send(url, body)).status).toBe(400);
      expect(taken).toEqual([]);
    },
  );

  it("knows one path and one method", async () => {
    const { url } = await started();
    expect(await send(url, PING, { method: "GET" })).toMatchObject({
      status: 405,
      headers: { allow: "POST" },
    });
    expect((await send(url, PING, { method: "PUT" })).status).toBe(405);
    expect((await send(`${url}/more`, PING)).status).toBe(404);
    expect((await send(url.replace("/interactions", "/"), PING)).status).toBe(404);
    expect((await send(`${url}?by=balancer`, PING)).status).toBe(200);
  });

  it("refuses a body that is too large: one that says so at once, another when it is", async () => {
    const { url, outcomes } = await started();
    const head = Object.entries(signedHeaders(PING)).map(([name, value]) => `${name}: ${value}`);
    const post = ["POST /interactions HTTP/1.1", "host: x", ...head].join("\r\n");
    const said = await sendRaw(url, `${post}\r\ncontent-length: 600000\r\n\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i);
    const chunk = `${(300_000).toString(16)}\r\n${"x".repeat(300_000)}\r\n`;
    await sendRaw(url, `${post}\r\ntransfer-encoding: chunked\r\n\r\n`, chunk, chunk);
    expect(outcomes).toEqual(["too-large", "too-large"]);
    expect((await send(url, PING)).status).toBe(200);
  });

  it("takes a body of the size of a long message", async () => {
    const { url, taken } = await started();
    const interaction = { ...slash("ask"), message: { id: "1", content: "x".repeat(400_000) } };
    expect((await send(url, JSON.stringify(interaction))).status).toBe(202);
    expect(taken).toHaveLength(1);
  });

  it("waits for no sender that dawdles", async () => {
    const { url } = await started();
    const head = "POST /interactions HTTP/1.1\r\nhost: x\r\n";
    const signed = Object.entries(signedHeaders(PING)).map(([name, value]) => `${name}: ${value}\r\n`);
    const slow = [sendRaw(url, head), sendRaw(url, `${head}${signed.join("")}content-length: 10\r\n\r\n{`)];
    const answers = await Promise.all(slow);
    expect(answers.map((answer) => /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])).toEqual(["408", "408"]);
    expect((await send(url, PING)).status).toBe(200);
  });

  it("answers what has begun to arrive when it is closed, and nothing after that", async () => {
    const { url, endpoint, taken } = await started();
    const body = JSON.stringify(slash("ask"));
    const head = Object.entries(signedHeaders(body)).map(([name, value]) => `${name}: ${value}\r\n`);
    const { port } = new URL(url);
    const socket = connect(Number(port), "127.0.0.1");
    let answered = "";
    socket.on("data", (chunk: Buffer) => (answered += chunk.toString()));
    const length = Buffer.byteLength(body);
    const post = `POST /interactions HTTP/1.1\r\nhost: x\r\n${head.join("")}content-length: ${length}\r\n\r\n`;
    // The interim answer says that the request has arrived up to here.
    socket.write(post.replace("\r\n\r\n", "\r\nexpect: 100-continue\r\n\r\n"));
    await expect.poll(() => answered).toMatch(/^HTTP\/1\.1 100/);
    const closed = endpoint.close();
    expect(endpoint.health().isReady).toBe(false);
    socket.write(body);
    await closed;
    await expect.poll(() => answered).toMatch(/HTTP\/1\.1 202 [^]*connection: close/i);
    expect(taken).toHaveLength(1);
    await expect(send(url, PING)).rejects.toThrow("ECONNREFUSED");
  });

  it("goes on with another key where it is opened once more", async () => {
    const { url, endpoint } = await started();
    const key = Buffer.from(stranger.publicKey.export({ format: "jwk" }).x ?? "", "base64url");
    await endpoint.open(Promise.resolve({ verify_key: key.toString("hex") }));
    expect((await send(url, PING)).status).toBe(401);
    expect((await send(url, PING, { key: stranger.privateKey })).status).toBe(200);
  });

  it.each([undefined, "", "0".repeat(63), "z".repeat(64)])(
    "waits for a key where Discord gave %j",
    async (key) => {
      const failure = made().endpoint.open(Promise.resolve(key === undefined ? {} : { verify_key: key }));
      await expect(failure).rejects.toSatisfy((error) => isMilepostError(error, "busy"));
    },
  );

  it("names the settings where its port is taken", async () => {
    const { url } = await started();
    const second = made({ port: Number(new URL(url).port) });
    await expect(second.endpoint.open(Promise.resolve({ verify_key: VERIFY_KEY }))).rejects.toMatchObject({
      code: "bad-settings",
      details: { reason: expect.stringContaining("INTERACTIONS_PORT") as string, mayPass: true },
    });
  });
});

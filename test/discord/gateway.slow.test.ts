import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";

import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

import { silentLog } from "../../src/base/log.ts";
import { systemClock } from "../../src/base/clock.ts";
import { isMilepostError, type MilepostError } from "../../src/base/errors.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { Secret } from "../../src/base/secret.ts";
import { Gateway, type ShardPlan } from "../../src/discord/gateway/gateway.ts";
import type { GatewaySession } from "../../src/discord/gateway/session-keeper.ts";
import { reservedTurns } from "../../src/cluster/gateway/recounting-shards.ts";
import { IdentifyThrottler, identifyWaitMs } from "../../src/discord/gateway/login-quota.ts";
import { createRestConnection } from "../../src/discord/rest/rest-connection.ts";
import type { DiscordOptions } from "../../src/playground/discord/start.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { LocalClient } from "../support/local-client.ts";
import { recordingLog } from "./support.ts";

const noDatabase = () => Promise.reject(new Error("no database"));

const APPLICATION = { id: "1", name: "Milepost" };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface GatewaySettings {
  readonly token?: string;
  readonly shards?: ShardPlan | undefined;
  readonly sessions?: readonly GatewaySession[];
}

function gatewayTo(apiUrl: string, { token = "a.b.c", shards, sessions }: GatewaySettings = {}) {
  const log = recordingLog();
  const lost = Promise.withResolvers<MilepostError>();
  const line = { token: new Secret(token), apiUrl, clock: systemClock, log, metrics: noMetrics };
  const { rest } = createRestConnection(line);
  const seen: unknown[] = [];
  const gateway = new Gateway({
    rest,
    token: line.token,
    log,
    clock: systemClock,
    shards,
    ...(sessions && {
      shared: { sessions: { load: async () => sessions, save: async () => {} } },
    }),
    onInteraction: (incoming) => seen.push(incoming),
    onLost: lost.resolve,
  });
  closing.push(() => gateway.close());
  return { gateway, log, lost: lost.promise, seen };
}

/** A gateway to the local Discord. */
async function local(options: Partial<DiscordOptions> = {}, shards?: ShardPlan) {
  const log = recordingLog();
  const discord = await startDiscord({ port: 0, clock: systemClock, log, rateLimits: "off", ...options });
  closing.push(() => discord.close());
  const people = new LocalClient(discord.url);
  closing.push(() => people.close());
  return { people, ...gatewayTo(discord.url, { token: discord.token, shards }) };
}

interface Fake {
  /** What GET /gateway/bot answers beside the address. */
  readonly information?: object;
  readonly readyWith?: object;
  /** Sends the handshake and HELLO in one piece. */
  readonly isHasty?: boolean;
  /** How many connections are not greeted, before the rest are. */
  readonly ungreeted?: number;
  /** Leaves whoever wants to connect waiting. */
  readonly isSilent?: boolean;
  /** Sessions of an earlier start, and whether Discord says anything to who wants to go on with them. */
  readonly sessions?: readonly GatewaySession[];
  readonly answersResume?: boolean;
}

/** A Discord of a gateway alone, which can be made odd; `ops` are what was sent to it, by connection. */
async function fake({
  information = {},
  readyWith = {},
  isHasty = false,
  ungreeted = 0,
  isSilent = false,
  sessions,
  answersResume = true,
}: Fake = {}) {
  const ops: number[][] = [];
  const sockets: WebSocket[] = [];
  const held: { readonly socket: Socket; readonly letIn: () => void }[] = [];
  const server = new WebSocketServer({ noServer: true });
  const http = createServer((_, response) => {
    const limit = { total: 1000, remaining: 1000, reset_after: 5000, max_concurrency: 1 };
    const answer = { url: own("ws"), shards: 1, session_start_limit: limit, ...information };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  http.on("upgrade", (request, socket, head) => {
    const letIn = () => accept(request, socket as Socket, head);
    if (isSilent) held.push({ socket: socket as Socket, letIn });
    else letIn();
  });
  const accept = (request: IncomingMessage, socket: Socket, head: Buffer) => {
    if (isHasty) socket.cork();
    server.handleUpgrade(request, socket, head, (ws) => {
      const received: number[] = [];
      ops.push(received);
      sockets.push(ws);
      if (ops.length > ungreeted) ws.send('{"op":10,"d":{"heartbeat_interval":40000},"s":null,"t":null}');
      if (isHasty) socket.uncork();
      ws.on("message", (data: Buffer) => {
        const { op } = JSON.parse(data.toString()) as { op: number };
        if (op !== 1) received.push(op);
        const ready = { session_id: "s", resume_gateway_url: own("ws"), guilds: [], ...readyWith };
        if (op === 2) ws.send(JSON.stringify({ op: 0, s: 1, t: "READY", d: ready }));
        if (op === 6 && answersResume) ws.send(JSON.stringify({ op: 0, s: 2, t: "RESUMED", d: {} }));
      });
    });
  };
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  const own = (scheme: string) => `${scheme}://127.0.0.1:${(http.address() as AddressInfo).port}`;
  closing.push(() => {
    for (const socket of sockets) socket.terminate();
    for (const { socket } of held) socket.destroy();
    http.closeAllConnections();
    http.close();
  });
  return { ops, sockets, held, ...gatewayTo(`${own("http")}/api`, sessions && { sessions }) };
}

async function failureOf(work: Promise<unknown>): Promise<MilepostError> {
  const error: unknown = await work.then(
    () => "it went well",
    (reason: unknown) => reason,
  );
  if (isMilepostError(error)) return error;
  throw error;
}

describe("the gateway", () => {
  it("runs a shard for each 2,500 servers, without intents, and shows how each stands", async () => {
    const { gateway, people } = await local({ maxConcurrency: 16, heartbeatIntervalMs: 2_000 });
    expect(gateway.health()).toEqual({ isReady: false, shards: [], reasons: ["not connected to Discord"] });
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 2501 }));
    const { sessions } = await people.state();
    expect(sessions.map(({ shard, intents }) => ({ shard, intents }))).toEqual([
      { shard: [0, 2], intents: 0 },
      { shard: [1, 2], intents: 0 },
    ]);
    await expect
      .poll(() => gateway.health().shards.map(({ id, isReady, pingMs }) => [id, isReady, pingMs >= 0]))
      .toEqual([
        [0, true, true],
        [1, true, true],
      ]);
    await gateway.close();
    expect(gateway.health()).toEqual({ isReady: false, shards: [], reasons: ["not connected to Discord"] });
    await expect.poll(async () => (await people.state()).sessions).toEqual([]);
  });

  it("runs the shards it was told to alone", async () => {
    const shards = { ids: [2, 3], count: 4 };
    const { gateway, people } = await local({ maxConcurrency: 16 }, shards);
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    const { sessions } = await people.state();
    expect(sessions.map(({ shard }) => shard)).toEqual([
      [2, 4],
      [3, 4],
    ]);
    expect(gateway.health().shards.map(({ id }) => id)).toEqual([2, 3]);
  });

  it("says which settings are wrong where Discord refuses the shards it was told to run", async () => {
    const { gateway, people } = await local({}, { ids: [0], count: 1 });
    await people.addFault({ kind: "refuse-identify", code: 4011 });
    expect(
      await failureOf(gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5001 }))),
    ).toMatchObject({
      code: "bad-settings",
      details: { reason: expect.stringContaining("SHARD_COUNT") as string },
    });
  });

  it("runs as many shards as Discord recommends where nobody knows the servers", async () => {
    const { gateway, people } = await local();
    await gateway.open(Promise.resolve(APPLICATION));
    expect((await people.state()).sessions.map(({ shard }) => shard)).toEqual([[0, 1]]);
  });

  it.each([4004, 4010, 4011, 4012, 4013, 4014])("is lost when Discord closes it with %i", async (code) => {
    const { gateway, people, log, lost } = await local();
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await people.addFault({ kind: "drop-gateway", code });
    expect(await lost).toMatchObject({ code: "bad-settings", details: { status: code } });
    expect(gateway.health().isReady).toBe(false);
    expect(log.lines.some(({ message }) => message.startsWith("Reconnecting"))).toBe(false);
  });

  it("takes sharding refused once for a matter of how many, and refused again for final", async () => {
    const { gateway, people } = await local();
    await people.addFault({ kind: "refuse-identify", code: 4010, times: 2 });
    expect(
      await failureOf(gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5001 }))),
    ).toMatchObject({
      code: "busy",
    });
    expect(
      await failureOf(gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5001 }))),
    ).toMatchObject({
      code: "bad-settings",
    });
  });

  it("logs that it resumed, and how much it had missed", async () => {
    const { gateway, people, log } = await local();
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await people.addFault({ kind: "drop-gateway", code: 4000 });
    await expect
      .poll(() => log.lines.filter(({ level }) => level === "info"))
      .toMatchObject([
        { message: "Reconnecting to Discord", fields: { shard: 0, code: 4000 } },
        { message: "Resumed at Discord", fields: { shard: 0, count: 0 } },
      ]);
  });

  it("doesn't fill the log while Discord is down", async () => {
    const options = { port: 0, clock: systemClock, log: silentLog, rateLimits: "off" } as const;
    const discord = await startDiscord(options);
    const { gateway, log } = gatewayTo(discord.url, { token: discord.token });
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await discord.close();
    let tries = 0;
    const refusing = createTcpServer((socket) => {
      tries += 1;
      socket.destroy();
    });
    refusing.listen(Number(new URL(discord.url).port), "127.0.0.1");
    closing.push(() => refusing.close());
    await expect.poll(() => tries).toBeGreaterThan(5);
    const said = log.lines.filter(({ message }) => message === "Reconnecting to Discord");
    expect(said.map(({ fields }) => fields?.count)).toEqual([1, 2, 4].slice(0, said.length));
    expect(said.length).toBeLessThan(tries);
  });

  it("logs in no more where Discord allows none today", async () => {
    const limit = { total: 1000, remaining: 0, reset_after: 5000, max_concurrency: 1 };
    const { gateway, ops } = await fake({ information: { session_start_limit: limit } });
    const { code, details } = await failureOf(
      gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 })),
    );
    expect([code, details.reason]).toEqual(["busy", "Discord allows no more logins today"]);
    expect(ops).toEqual([]);
  });

  it.each([{ url: "nonsense" }, { url: 7 }, { shards: "many" }, { session_start_limit: null }])(
    "fails one attempt alone where something else answers for Discord: %j",
    async (information) => {
      const { gateway } = await fake({ information });
      expect(
        await failureOf(gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }))),
      ).toMatchObject({
        code: "busy",
      });
    },
  );

  it("resumes at the gateway's address where Discord gave none that can be used", async () => {
    const { gateway, ops, sockets } = await fake({ readyWith: { resume_gateway_url: "nonsense" } });
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    sockets[0]?.close(4000);
    await expect.poll(() => ops).toEqual([[2], [6]]);
    await expect.poll(() => gateway.health().isReady).toBe(true);
  });

  it("connects where HELLO comes with the handshake, and twice", async () => {
    const { gateway, ops, sockets } = await fake({ isHasty: true });
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    sockets[0]?.send('{"op":10,"d":{"heartbeat_interval":40000},"s":null,"t":null}');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([ops, gateway.health().isReady]).toEqual([[[2]], true]);
  });

  it("connects anew where Discord takes the connection and says nothing", async () => {
    const { gateway, ops } = await fake({ ungreeted: 1 });
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    expect(ops).toEqual([[], [2]]);
  });

  it("resumes where Discord closes without a word", async () => {
    const { gateway, ops, sockets } = await fake();
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    sockets[0]?.close();
    await expect.poll(() => ops).toEqual([[2], [6]]);
  });

  it("shares no session with another gateway of the process", async () => {
    const [one, other] = [await fake(), await fake()];
    await one.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await other.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    expect([one.ops, other.ops]).toEqual([[[2]], [[2]]]);
    await one.gateway.close();
    other.sockets[0]?.close(4000);
    await expect.poll(() => other.ops).toEqual([[2], [6]]);
    expect(one.ops).toEqual([[2]]);
  });

  it("logs in anew where Discord says nothing to who wants to go on with a session", async () => {
    const session = { shardId: 0, shardCount: 1, sessionId: "s", sequence: 3, resumeURL: "ws://127.0.0.1" };
    const { gateway, ops } = await fake({ sessions: [session], answersResume: false });
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    expect(ops).toEqual([[6], [2]]);
    expect(gateway.health().isReady).toBe(true);
  });

  it("stays closed when it was about to reconnect", async () => {
    const { gateway, ops, sockets, log } = await fake();
    await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    const lost = Promise.withResolvers<void>();
    vi.spyOn(log, "info").mockImplementation(
      (message) => void (message.startsWith("Reconnecting") && lost.resolve()),
    );
    sockets[0]?.terminate();
    await lost.promise;
    await gateway.close();
    // The library waits for half a second before it connects anew.
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(ops).toHaveLength(1);
  });

  it("can be ended while the connection opens, and what fails to open then harms nobody", async () => {
    const { gateway, held } = await fake({ isSilent: true });
    const ending = new AbortController();
    const connected = failureOf(
      gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }), ending.signal),
    );
    await expect.poll(() => held).toHaveLength(1);
    ending.abort();
    expect(await connected).toMatchObject({ code: "busy" });
    held[0]?.socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
  });

  it("is closed as soon as it is open where it was ended meanwhile", async () => {
    const { gateway, held, sockets, ops } = await fake({ isSilent: true });
    const ending = new AbortController();
    const connected = failureOf(
      gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }), ending.signal),
    );
    await expect.poll(() => held).toHaveLength(1);
    ending.abort();
    await connected;
    held[0]?.letIn();
    await expect.poll(() => sockets.map(({ readyState }) => readyState)).toEqual([3]);
    expect(ops.flat()).toEqual([]);
  });
});

describe("logins", () => {
  it("keep to Discord's pace in each of its buckets, over attempts too", async () => {
    vi.useFakeTimers({ now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const throttler = new IdentifyThrottler();
    const signal = new AbortController().signal;
    const at = [0, 1, 2, 3, 4].map(async (shard) => {
      await throttler.of(2).waitForIdentify(shard, signal);
      return performance.now();
    });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await Promise.all(at)).toEqual([0, 0, 5_460, 5_460, 10_960]);
  });

  it("take the turns that all nodes reserve, one at a time, whatever fails meanwhile", async () => {
    const asked: number[] = [];
    const waits = [undefined, 10, 0];
    const reserve = async (bucket: number) => {
      asked.push(bucket);
      const waitMs = waits.shift();
      if (waitMs === undefined) throw new Error("no database");
      return waitMs;
    };
    const throttler = new IdentifyThrottler(reservedTurns(reserve, silentLog), 5_000).of(16);
    const { signal } = new AbortController();
    const order: number[] = [];
    const turns = [17, 1].map(async (shard) => {
      await throttler.waitForIdentify(shard, signal);
      order.push(shard);
    });
    expect(asked).toEqual([1]);
    await Promise.all(turns);
    expect([asked, order]).toEqual([
      [1, 1, 1],
      [17, 1],
    ]);
  });

  it("reserve no turn for a connection that is closed, and say once that it fails", async () => {
    const warned: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warned.push(message) };
    const throttler = new IdentifyThrottler(reservedTurns(noDatabase, log)).of(1);
    const closing = new AbortController();
    const turn = throttler.waitForIdentify(0, closing.signal);
    await expect.poll(() => warned).toEqual(["A turn to log in could not be reserved; trying again"]);
    closing.abort();
    await expect(turn).rejects.toThrow("abort");
    expect(warned).toHaveLength(1);
  });

  it("are waited for no longer than the connection lives", async () => {
    const throttler = new IdentifyThrottler(undefined, 60_000).of(1);
    await throttler.waitForIdentify(0, new AbortController().signal);
    const closed = AbortSignal.abort();
    await expect(throttler.waitForIdentify(1, closed)).rejects.toThrow("abort");
  });

  it.each([
    [1, 1, 0],
    [16, 16, 0],
    [17, 16, 5_500],
    [16, 1, 82_500],
    [4, 16, 0],
    [34, 16, 11_000],
  ])("of %i shards, %i at once, are given the time they take", (shards, atOnce, ms) => {
    expect(identifyWaitMs(shards, atOnce)).toBe(ms);
  });
});

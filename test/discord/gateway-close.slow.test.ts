import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

import { describe, expect, it, type TestContext, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

import { MovableClock, systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { Secret } from "../../src/base/secret.ts";
import { Gateway } from "../../src/discord/gateway/gateway.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { world } from "./fake-discord.ts";

const APPLICATION = { id: "1", name: "Milepost" };

/** How far Discord goes along before it says nothing more. */
type Silence = "address" | "handshake" | "hello" | "ready" | "close";

interface StuckDiscord {
  readonly apiUrl: string;
  readonly server: Server;
  /** Aborted once it says nothing more. */
  readonly isSilent: AbortSignal;
  /** Connections to the gateway that are open now. */
  readonly open: ReadonlySet<Duplex>;
  /** Has it say where its gateway is after all. */
  sayAddress(): void;
}

/** The library waits for half a second before it connects anew. */
const LIBRARY_RECONNECTS_MS = 700;
/** `expect.poll` would not know which of the tests that run at once it belongs to. */
const PATIENTLY = { timeout: 120_000 };

/** A Discord that goes along with a bot up to a point, and says nothing from then on. */
async function stuckDiscord(silence: Silence, { onTestFinished }: TestContext): Promise<StuckDiscord> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const silent = new AbortController();
  const open = new Set<Duplex>();
  const address = Promise.withResolvers<void>();
  server.on("request", (_, response) => {
    if (silence !== "address") return sayAddress(response);
    silent.abort();
    void address.promise.then(() => sayAddress(response));
  });
  const sayAddress = (response: ServerResponse) => {
    const { port } = server.address() as AddressInfo;
    const session_start_limit = { total: 9, remaining: 9, reset_after: 0, max_concurrency: 1 };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit }));
  };
  server.on("upgrade", (request, socket: Socket, head) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket)).on("error", () => {});
    if (silence === "handshake") {
      socket.on("end", () => socket.end()).resume();
      return silent.abort();
    }
    sockets.handleUpgrade(request, socket, head, (gateway) => greet(gateway, silence, () => silent.abort()));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${port}/api`;
  return { apiUrl, server, isSilent: silent.signal, open, sayAddress: address.resolve };
}

function greet(gateway: WebSocket, silence: Silence, fallSilent: () => void): void {
  gateway.on("error", () => {});
  if (silence === "hello") return fallSilent();
  gateway.send('{"op":10,"d":{"heartbeat_interval":40000},"s":null,"t":null}');
  gateway.on("message", () => {
    if (silence === "ready") return fallSilent();
    const user = { id: "1", username: "bot", discriminator: "0", avatar: null };
    const d = { v: 10, user, guilds: [], session_id: "s", resume_gateway_url: "", application: { id: "1" } };
    gateway.send(JSON.stringify({ op: 0, t: "READY", s: 1, d }), () => {
      gateway.pause();
      fallSilent();
    });
  });
}

function gatewayTo(apiUrl: string): Gateway {
  return new Gateway({
    rest: createBotRest({ apiUrl, breaker: new RefusalBreaker({ clock: new MovableClock() }) }).setToken(
      "any",
    ),
    token: new Secret("any.token.here"),
    log: silentLog,
    clock: systemClock,
    onInteraction: () => {},
    onLost: () => {},
  });
}

describe("the connection to Discord", () => {
  it.concurrent.for<[string, Silence]>([
    ["does not say where its gateway is", "address"],
    ["takes a connection and says nothing", "handshake"],
    ["opens a connection and does not greet", "hello"],
    ["greets, and never lets the bot in", "ready"],
    ["lets the bot in, and doesn't close when asked to", "close"],
  ])("closes soon and for good where Discord %s", async ([, silence], test) => {
    const discord = await stuckDiscord(silence, test);
    const gateway = gatewayTo(discord.apiUrl);
    const ending = new AbortController();
    const connected = gateway
      .open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }), ending.signal)
      .then(
        () => "connected",
        () => "ended",
      );
    await vi.waitFor(() => expect(discord.isSilent.aborted).toBe(true), PATIENTLY);
    if (silence === "close") await connected;
    ending.abort();
    await gateway.close();
    expect(await connected).toBe(silence === "close" ? "connected" : "ended");
    // One that no longer reads would not see the end.
    for (const socket of discord.open) socket.resume();
    await vi.waitFor(() => expect(discord.open.size).toBe(0), PATIENTLY);
    let later = 0;
    discord.server.on("upgrade", () => (later += 1));
    discord.sayAddress();
    await wait(LIBRARY_RECONNECTS_MS);
    expect(later).toBe(0);
  });

  it("is not opened where the end came before", async (test) => {
    const discord = await stuckDiscord("address", test);
    const gateway = gatewayTo(discord.apiUrl);
    await expect(
      gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }), AbortSignal.abort()),
    ).rejects.toThrow("can't be reached");
    expect(discord.isSilent.aborted).toBe(false);
    await gateway.close();
  });
});

describe("a start", () => {
  it.each([
    ["is refused", 400, "registers"],
    ["is cut short by its end", 503, "can't be reached"],
  ])("ends, and stays away, when it %s while the gateway is slow", async (_, status, reason) => {
    const { bot, people } = await world();
    const register = "PUT /applications/*/commands";
    await people.addFault({ kind: "slow-gateway", ms: 60_000 });
    await people.addFault({ kind: "slow", route: register, ms: 200 });
    await people.addFault({ kind: "answer", route: register, status, times: 10 });
    const ending = new AbortController();
    const made = bot();
    const started = made.start(ending.signal);
    started.catch(() => {});
    await vi.waitFor(async () => expect((await people.state()).sessions).toHaveLength(1), PATIENTLY);
    if (status === 503) ending.abort();
    await expect(started).rejects.toThrow(reason);
    const { identifies } = await people.state();
    await wait(LIBRARY_RECONNECTS_MS);
    const after = await people.state();
    expect(after.identifies).toBe(identifies);
    expect(after.sessions.filter(({ isConnected }) => isConnected)).toEqual([]);
  });
});

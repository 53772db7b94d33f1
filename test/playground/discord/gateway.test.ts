import { once } from "node:events";

import { Client, Events, GatewayIntentBits } from "discord.js";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { connect, stage } from "./bot.ts";
import type { Bot, Stage } from "./bot.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close();
});

async function staged(options: Parameters<typeof stage>[0] = {}): Promise<Stage> {
  const scene = await stage(options);
  open.push(scene);
  return scene;
}

async function connected(...given: Parameters<typeof connect>): Promise<Bot> {
  const bot = await connect(...given);
  open.push(bot);
  return bot;
}

/** Registers `ping`, which the bot answers with `pong`. */
async function pinging(scene: Stage): Promise<Bot> {
  const bot = await connected(scene.discord, async (interaction) => {
    if (interaction.isChatInputCommand()) await interaction.reply("pong");
  });
  await bot.client.application.commands.set([{ name: "ping", description: "Ping" }]);
  return bot;
}

async function ping(scene: Stage): Promise<string> {
  const at = { as: Ids.player, channel: Ids.general };
  const { interaction } = await scene.discord.local.runCommand({ ...at, command: "ping" });
  const answer = await scene.discord.local.answer({ as: Ids.player, interaction });
  return answer.kind === "message" ? answer.seen.message.content : answer.kind;
}

function gatewayUrl(scene: Stage): string {
  return `${scene.discord.url.replace("http", "ws").replace("/api", "")}/gateway?v=10&encoding=json`;
}

/** The close code of a connection that sends this after HELLO. */
async function closeCode(scene: Stage, ...payloads: readonly unknown[]): Promise<number> {
  const socket = new WebSocket(gatewayUrl(scene));
  await once(socket, "message");
  for (const payload of payloads)
    socket.send(typeof payload === "string" ? payload : JSON.stringify(payload));
  const [code] = (await once(socket, "close")) as [number];
  return code;
}

const identify = (scene: Stage, more: object = {}) => ({
  op: 2,
  d: { token: scene.discord.token, intents: 0, properties: { os: "a", browser: "b", device: "c" }, ...more },
});

describe("the local Discord's gateway", () => {
  it("is ready at once without intents, knows no server, and still gets interactions", async () => {
    const scene = await staged();
    const bot = await pinging(scene);
    expect(bot.client.guilds.cache.size).toBe(0);
    expect(await ping(scene)).toBe("pong");
  });

  it("sends whole servers to a bot with the Guilds intent, made-up ones for load too", async () => {
    const scene = await staged();
    await scene.discord.local.addServers({ count: 30, channels: 50, roles: 20 });
    const bot = await connected(scene.discord, undefined, { intents: [GatewayIntentBits.Guilds] });
    expect(bot.client.guilds.cache.size).toBe(31);
    expect(bot.client.guilds.cache.last()).toMatchObject({ name: "Server 30" });
    expect(bot.client.guilds.cache.last()?.channels.cache.size).toBe(50);
    expect(bot.client.guilds.cache.last()?.roles.cache.size).toBe(20);
  });

  it("replays what was missed when the bot resumes", async () => {
    const scene = await staged();
    const bot = await pinging(scene);
    const resumed = once(bot.client, Events.ShardResume);
    await scene.discord.local.addFault({ kind: "drop-gateway", code: 4000 });
    expect(await ping(scene)).toBe("pong");
    await resumed;
    expect(await scene.discord.local.state()).toMatchObject({ identifies: 1, resumes: 1 });
  });

  it("lets the bot resume after RECONNECT and after a resumable INVALID_SESSION", async () => {
    const scene = await staged();
    const bot = await pinging(scene);
    for (const fault of [{ kind: "reconnect" }, { kind: "invalid-session", resumable: true }] as const) {
      const resumed = once(bot.client, Events.ShardResume);
      await scene.discord.local.addFault(fault);
      await resumed;
      expect(await ping(scene)).toBe("pong");
    }
    expect(await scene.discord.local.state()).toMatchObject({ identifies: 1, resumes: 2 });
  });

  it("answers a RESUME of no session with INVALID_SESSION, which asks for a new IDENTIFY", async () => {
    const scene = await staged();
    const socket = new WebSocket(gatewayUrl(scene));
    await once(socket, "message");
    socket.send(JSON.stringify({ op: 6, d: { token: scene.discord.token, session_id: "gone", seq: 1 } }));
    const [data] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(data.toString("utf8"))).toMatchObject({ op: 9, d: false });
    socket.terminate();
  });

  it("leaves heartbeats unanswered on request, so that the bot finds its connection dead", async () => {
    const scene = await staged({ heartbeatIntervalMs: 60 });
    const bot = await pinging(scene);
    const resumed = once(bot.client, Events.ShardResume);
    await scene.discord.local.addFault({ kind: "silent-heartbeat", times: 2 });
    await resumed;
    expect(await ping(scene)).toBe("pong");
  });

  it("runs several shards and sends an interaction to its server's", async () => {
    const scene = await staged({ maxConcurrency: 16 });
    const shards: (number | undefined)[] = [];
    const bot = await connected(
      scene.discord,
      async (interaction) => {
        shards.push(interaction.client.ws.shards.size);
        if (interaction.isChatInputCommand()) await interaction.reply("pong");
      },
      { shards: [0, 1, 2], shardCount: 3 },
    );
    await bot.client.application.commands.set([{ name: "ping", description: "Ping" }]);
    expect(await ping(scene)).toBe("pong");
    expect(shards).toEqual([3]);
  });

  it("answers an IDENTIFY that comes too early in its bucket with INVALID_SESSION", async () => {
    const scene = await staged({ maxConcurrency: 2, identifyEveryMs: 60_000 });
    const answers = [0, 1, 2].map(async (shard) => {
      const socket = new WebSocket(gatewayUrl(scene));
      await once(socket, "message");
      socket.send(JSON.stringify(identify(scene, { shard: [shard, 3] })));
      const [data] = (await once(socket, "message")) as [Buffer];
      const { op, t } = JSON.parse(data.toString("utf8")) as { op: number; t: string | null };
      return { op, t };
    });
    const ops = (await Promise.all(answers)).map(({ op, t }) => [op, t]);
    expect(ops[1]).toEqual([0, "READY"]);
    expect([ops[0], ops[2]]).toContainEqual([9, null]);
    expect([ops[0], ops[2]]).toContainEqual([0, "READY"]);
    expect((await scene.discord.local.state()).identifies).toBe(2);
  });

  it("lets another connection go on with a session, and closes the one before", async () => {
    const scene = await staged();
    const bot = await pinging(scene);
    const [session] = (await scene.discord.local.state()).sessions;
    const resumed = once(bot.client, Events.ShardResume);
    const socket = new WebSocket(gatewayUrl(scene));
    await once(socket, "message");
    const d = { token: scene.discord.token, session_id: session?.id, seq: session?.sequence };
    socket.send(JSON.stringify({ op: 6, d }));
    const [data] = (await once(socket, "message")) as [Buffer];
    expect(JSON.parse(data.toString("utf8"))).toMatchObject({ t: "RESUMED" });
    // discord.js wants it back.
    await resumed;
    socket.terminate();
  });

  it("takes the token as many libraries send it, with Bot before it", async () => {
    const scene = await staged();
    const token = `Bot ${scene.discord.token}`;
    const socket = new WebSocket(gatewayUrl(scene));
    await once(socket, "message");
    socket.send(JSON.stringify(identify(scene, { token })));
    const [data] = (await once(socket, "message")) as [Buffer];
    const { t, d } = JSON.parse(data.toString()) as { t: string; d: { session_id: string } };
    expect(t).toBe("READY");
    socket.terminate();
    const again = new WebSocket(gatewayUrl(scene));
    await once(again, "message");
    again.send(JSON.stringify({ op: 6, d: { token, session_id: d.session_id, seq: 1 } }));
    const [resumed] = (await once(again, "message")) as [Buffer];
    expect(JSON.parse(resumed.toString())).toMatchObject({ t: "RESUMED" });
    again.terminate();
  });

  it("closes with Discord's codes", async () => {
    const scene = await staged();
    for (const token of ["wrong", "Bot wrong", `Bearer ${scene.discord.token}`])
      expect(await closeCode(scene, identify(scene, { token }))).toBe(4004);
    expect(await closeCode(scene, identify(scene, { shard: [2, 2] }))).toBe(4010);
    expect(await closeCode(scene, identify(scene, { intents: 1 << 15 }))).toBe(4014);
    expect(await closeCode(scene, identify(scene, { intents: -1 }))).toBe(4013);
    expect(await closeCode(scene, identify(scene), identify(scene))).toBe(4005);
    expect(await closeCode(scene, "{")).toBe(4002);
    expect(await closeCode(scene, { op: 3, d: {} })).toBe(4003);
    expect(await closeCode(scene, identify(scene), { op: 99, d: {} })).toBe(4001);
  });

  it("refuses a wrong token through discord.js itself", async () => {
    const scene = await staged();
    const client = new Client({ intents: [], rest: { api: scene.discord.url, retries: 0 } });
    await expect(client.login("wrong")).rejects.toThrow("token");
    await client.destroy();
  });

  it("speaks zlib-stream", async () => {
    const { Inflate } = await import("node:zlib").then(({ createInflate }) => ({ Inflate: createInflate() }));
    const scene = await staged();
    const url = `${gatewayUrl(scene)}&compress=zlib-stream`;
    const socket = new WebSocket(url);
    const texts: string[] = [];
    Inflate.on("data", (chunk: Buffer) => texts.push(chunk.toString("utf8")));
    const second = new Promise<void>((resolve) => {
      socket.on("message", (bytes: Buffer) => {
        Inflate.write(bytes, () => {
          if (texts.length === 1 && socket.readyState === socket.OPEN)
            socket.send(JSON.stringify(identify(scene)));
          if (texts.join("").includes("READY")) resolve();
        });
      });
    });
    await second;
    expect(texts.join("")).toContain('"op":10');
    socket.close();
  });
});

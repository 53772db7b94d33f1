import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";

import type { SeenMessage } from "../../../src/playground/discord/local-api.ts";
import { InteractionStore } from "../../../src/playground/discord/interaction/interaction-store.ts";
import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { MINUTE } from "../../support/time.ts";
import { stage } from "./bot.ts";
import type { Stage } from "./bot.ts";

interface Received {
  readonly id: string;
  readonly token: string;
  readonly payload: Record<string, unknown>;
}

/** A bot of bare sockets, to say what discord.js never would. */
class BareBot {
  readonly #scene: Stage;
  readonly #socket: WebSocket;
  readonly #received: Received[] = [];
  #wake: () => void = () => {};

  constructor(scene: Stage) {
    this.#scene = scene;
    this.#socket = new WebSocket(
      `${scene.discord.url.replace("http", "ws").replace("/api", "")}/gateway?v=10`,
    );
  }

  async ready(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#socket.on("message", (data: Buffer) => {
        const message = JSON.parse(data.toString("utf8")) as {
          op: number;
          t: string;
          d: Record<string, unknown>;
        };
        if (message.op === 10) {
          const d = { token: this.#scene.discord.token, intents: 0, properties: {} };
          this.#socket.send(JSON.stringify({ op: 2, d }));
        }
        if (message.t === "READY") resolve();
        if (message.t === "INTERACTION_CREATE") {
          this.#received.push({
            id: String(message.d["id"]),
            token: String(message.d["token"]),
            payload: message.d,
          });
          this.#wake();
        }
      });
    });
  }

  async next(): Promise<Received> {
    const waiting = this.#received.shift();
    if (waiting !== undefined) return waiting;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    return await this.next();
  }

  async call(method: "POST" | "PATCH" | "GET" | "DELETE" | "PUT", path: string, body?: unknown) {
    const response = await request(`${this.#scene.discord.url}/v10${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bot ${this.#scene.discord.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    const answer = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.statusCode, code: answer["code"], body: answer };
  }

  close(): void {
    this.#socket.terminate();
  }
}

describe("the life of an interaction", () => {
  let scene: Stage;
  let bot: BareBot;
  let elapsedMs = 0;
  beforeAll(async () => {
    scene = await stage({ elapsedMs: () => elapsedMs });
    bot = new BareBot(scene);
    await bot.ready();
    const command = { name: "go", description: "d", integration_types: [0, 1], contexts: [0, 1, 2] };
    await bot.call("PUT", `/applications/${Ids.bot}/commands`, [command]);
  });
  afterAll(async () => {
    bot.close();
    await scene.close();
  });

  const start = async (as: string = Ids.player, channel: string = Ids.general) => {
    const { interaction } = await scene.discord.local.runCommand({ as, channel, command: "go" });
    const received = await bot.next();
    const callback = async (body: unknown, query = "") =>
      await bot.call("POST", `/interactions/${received.id}/${received.token}/callback${query}`, body);
    return { interaction, received, callback, hook: `/webhooks/${Ids.bot}/${received.token}` };
  };

  it("carries all that discord.js needs", async () => {
    const { received, callback } = await start();
    expect(received.payload).toMatchObject({
      type: 2,
      version: 1,
      context: 0,
      locale: "en-US",
      guild_locale: "en-US",
      guild_id: Ids.harbour,
      entitlements: [],
      authorizing_integration_owners: { "0": Ids.harbour, "1": Ids.player },
      attachment_size_limit: 10_485_760,
      member: { user: { id: Ids.player }, roles: [Ids.memberRole] },
      channel: { id: Ids.general, nsfw: false },
      data: { name: "go", type: 1 },
    });
    expect(BigInt(String(received.payload["app_permissions"])) & (1n << 11n)).not.toBe(0n);
    await callback({ type: 5 });
  });

  it("takes one first answer only", async () => {
    const { callback } = await start();
    expect((await callback({ type: 4, data: { content: "a" } })).status).toBe(204);
    expect(await callback({ type: 4, data: { content: "b" } })).toMatchObject({ status: 400, code: 40060 });
  });

  it("gives the message back when asked", async () => {
    const { callback } = await start();
    const { status, body } = await callback(
      { type: 4, data: { content: "a", flags: 64 } },
      "?with_response=true",
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      interaction: { response_message_ephemeral: true },
      resource: { type: 4, message: { content: "a" } },
    });
  });

  it("takes an answer for as long as it waits, three seconds unless told, and none after", async () => {
    expect(new InteractionStore(() => 0).answerWithinMs).toBe(3_000);
    const early = await start();
    elapsedMs += MINUTE - 1;
    expect(await early.callback({ type: 5 })).toMatchObject({ status: 204 });
    const { callback, interaction } = await start();
    elapsedMs += MINUTE;
    expect(await callback({ type: 5 })).toMatchObject({ status: 404, code: 10062 });
    expect(await scene.discord.local.answer({ as: Ids.player, interaction })).toMatchObject({
      kind: "failed",
    });
  });

  it("expires an acknowledgment on request", async () => {
    await scene.discord.local.addFault({ kind: "expire-acknowledgment" });
    const { callback } = await start();
    expect(await callback({ type: 5 })).toMatchObject({ code: 10062 });
  });

  it("ends the token after fifteen minutes", async () => {
    const { callback, hook } = await start();
    await callback({ type: 5 });
    elapsedMs += 15 * 60_000 - 1000;
    expect((await bot.call("PATCH", `${hook}/messages/%40original`, { content: "a" })).status).toBe(200);
    elapsedMs += 2000;
    expect(await bot.call("PATCH", `${hook}/messages/@original`, { content: "b" })).toMatchObject({
      status: 401,
      code: 50027,
    });
  });

  it.each([
    ["ahead", 30 * 86_400_000],
    ["back", -30 * 86_400_000],
  ])("ends no interaction because the clock jumps %s", async (_where, byMs) => {
    const { callback, hook, interaction } = await start();
    scene.clock.advance(byMs);
    expect((await callback({ type: 5 })).status).toBe(204);
    scene.clock.advance(byMs);
    expect((await bot.call("PATCH", `${hook}/messages/@original`, { content: "a" })).status).toBe(200);
    scene.clock.moveTo(0);
    expect(await scene.discord.local.answer({ as: Ids.player, interaction })).toMatchObject({
      seen: { message: { content: "a" } },
    });
  });

  it.each([
    ["an illegal type for a command", { type: 7, data: { content: "x" } }],
    ["suggestions for a command", { type: 8, data: { choices: [] } }],
    ["a deferral with more than EPHEMERAL", { type: 5, data: { flags: 1 << 15 } }],
    [
      "a modal with six parts",
      {
        type: 9,
        data: {
          custom_id: "m",
          title: "t",
          components: Array.from({ length: 6 }, (_, at) => ({
            type: 18,
            label: "l",
            component: { type: 4, style: 1, custom_id: `${at}` },
          })),
        },
      },
    ],
    [
      "a modal with a long title",
      { type: 9, data: { custom_id: "m", title: "t".repeat(46), components: [{ type: 10, content: "x" }] } },
    ],
    ["an unknown field", { type: 4, data: { content: "x", bogus: true } }],
  ])("refuses %s and leaves the interaction open", async (_name, body) => {
    const { callback } = await start();
    expect(await callback(body)).toMatchObject({ status: 400, code: 50035 });
    expect((await callback({ type: 4, data: { content: "mended", tts: false } })).status).toBe(204);
  });

  it("opens a modal as first answer only", async () => {
    const { callback } = await start();
    await callback({ type: 5 });
    const modal = { custom_id: "m", title: "t", components: [{ type: 10, content: "x" }] };
    expect(await callback({ type: 9, data: modal })).toMatchObject({ code: 40060 });
  });

  it("fixes a deferral's visibility; the first follow-up fills it", async () => {
    const { callback, hook, interaction } = await start();
    await callback({ type: 5, data: { flags: 64 } });
    const { body } = await bot.call("POST", hook, { content: "public?" });
    expect(Number(body["flags"]) & 64).toBe(64);
    const answer = await scene.discord.local.answer({ as: Ids.player, interaction });
    expect(answer).toMatchObject({
      kind: "message",
      seen: { isEphemeral: true, isThinking: false, message: { content: "public?" } },
    });
  });

  it("shows a deferral nobody filled in as given up once its token is dead", async () => {
    const quick = await stage({ tokenLifeMs: 30, elapsedMs: () => 0 });
    const quickBot = new BareBot(quick);
    await quickBot.ready();
    const command = { name: "go", description: "d", integration_types: [0], contexts: [0] };
    await quickBot.call("PUT", `/applications/${Ids.bot}/commands`, [command]);
    const abandoned = new Promise<SeenMessage>((resolve) => {
      quick.discord.listen(Ids.player, (event) => {
        if (event.type === "message-updated") resolve(event.seen);
      });
    });
    const at = { as: Ids.player, channel: Ids.general };
    await quick.discord.local.runCommand({ ...at, command: "go" });
    const { id, token } = await quickBot.next();
    const acknowledged = await quickBot.call("POST", `/interactions/${id}/${token}/callback`, { type: 5 });
    expect(acknowledged.status).toBe(204);
    expect(await abandoned).toMatchObject({ isThinking: true, isAbandoned: true });
    expect((await quick.discord.local.history(at)).at(-1)).toMatchObject({ isAbandoned: true });
    quickBot.close();
    await quick.close();
  });

  it("refuses webhooks before the first answer", async () => {
    const { hook, callback } = await start();
    expect(await bot.call("POST", hook, { content: "x" })).toMatchObject({ status: 404, code: 10015 });
    await callback({ type: 5 });
  });

  it("allows five follow-ups where the app is only the person's", async () => {
    const { callback, hook, received } = await start(Ids.player, Ids.outpostGeneral);
    expect(received.payload["authorizing_integration_owners"]).toEqual({ "1": Ids.player });
    await callback({ type: 4, data: { content: "a" } });
    const answers = [];
    for (let at = 0; at < 6; at += 1) answers.push(await bot.call("POST", hook, { content: `${at}` }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400]);
    expect(answers.at(-1)?.code).toBe(40094);
  });

  it("lets a token reach its own messages only", async () => {
    const one = await start();
    const two = await start();
    const { body } = await one.callback({ type: 4, data: { content: "one" } }, "?with_response=1");
    await two.callback({ type: 4, data: { content: "two" } });
    const { message } = body["resource"] as { readonly message: { readonly id: string } };
    expect(await bot.call("GET", `${two.hook}/messages/${message.id}`)).toMatchObject({
      status: 404,
      code: 10008,
    });
    expect((await bot.call("DELETE", `${one.hook}/messages/@original`)).status).toBe(204);
    expect(await bot.call("GET", `${one.hook}/messages/@original`)).toMatchObject({ code: 10008 });
  });

  it("delivers twice on request", async () => {
    await scene.discord.local.addFault({ kind: "double-delivery" });
    const { callback, received } = await start();
    expect((await bot.next()).id).toBe(received.id);
    expect((await callback({ type: 5 })).status).toBe(204);
    expect(await callback({ type: 5 })).toMatchObject({ code: 40060 });
  });
});

import { createServer } from "node:net";

import { REST } from "@discordjs/rest";
import { Routes } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { Secret } from "../../src/base/secret.ts";
import { reply, text } from "../../src/discord/reply/build.ts";
import type { Command } from "../../src/discord/command/command.ts";
import { describeApplication } from "../../src/discord/command/describe-application.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import type { Fault } from "../../src/playground/discord/fault-injector.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { slash, startDispatcher } from "./support.ts";
import { commands, run, seenOf, shown, world } from "./fake-discord.ts";
import { MINUTE } from "../support/time.ts";

const CALLBACK = "POST /interactions/*/*/callback";
const EDIT = "PATCH /webhooks/*/*/messages/*";

describe("answers over a bad network", () => {
  it.each<[string, Fault]>([
    ["the acknowledgment's answer is lost", { kind: "lose-answer", route: CALLBACK }],
    ["the acknowledgment's answer is lost twice", { kind: "lose-answer", route: CALLBACK, times: 2 }],
    ["the acknowledgment never arrives", { kind: "cut", route: CALLBACK }],
    ["Discord fails at the acknowledgment", { kind: "answer", route: CALLBACK, status: 503 }],
    ["the edit's answer is lost", { kind: "lose-answer", route: EDIT }],
    ["the edit never arrives", { kind: "cut", route: EDIT, times: 2 }],
    ["Discord fails at the edit", { kind: "answer", route: EDIT, status: 500, times: 2 }],
    ["Discord asks the edit to wait", { kind: "answer", route: EDIT, status: 429, retryAfterMs: 50 }],
    ["the edit is slow", { kind: "slow", route: EDIT, ms: 300 }],
  ])("come although %s", async (_, fault) => {
    const { bot, people } = await world();
    let runs = 0;
    const counted: Command<object> = {
      name: "ask",
      visibility: "public",
      options: {},
      run: async () => ((runs += 1), reply(text("hello"))),
    };
    await bot({ commands: [counted] }).start();
    await people.addFault(fault);
    const answer = await run(people, "ask");
    expect(seenOf(answer).isThinking).toBe(false);
    expect(shown(answer)).toContain("hello");
    expect(runs).toBe(1);
  });

  it("run nothing where no acknowledgment got through, and leave the member Discord's own words", async () => {
    const { bot, people, log } = await world(3_000);
    let runs = 0;
    const counted: Command<object> = {
      name: "ask",
      visibility: "public",
      options: {},
      run: async () => ((runs += 1), reply(text("hello"))),
    };
    await bot({ commands: [counted] }).start();
    await people.addFault({ kind: "cut", route: CALLBACK, times: 10 });
    expect((await run(people, "ask")).kind).toBe("failed");
    await expect
      .poll(() => log.lines.some(({ message }) => message.includes("could not be acknowledged")))
      .toBe(true);
    expect(runs).toBe(0);
  });

  it("tell the member where every try was lost though Discord took the first", async () => {
    const { bot, people } = await world();
    await bot().start();
    await people.addFault({ kind: "lose-answer", route: CALLBACK });
    await people.addFault({ kind: "cut", route: CALLBACK, times: 2 });
    const { interaction } = await people.runCommand({
      as: Ids.player,
      channel: Ids.general,
      command: "secret",
    });
    expect(shown(await people.answer({ as: Ids.player, interaction }))).toContain("busy");
  });

  it("of another process are left to it: the first refusal as answered already is believed", async () => {
    const { ear, dispatcher } = await startDispatcher({
      commands,
      answer: ({ what }) =>
        what === "callback" ? { status: 400, body: { code: 40_060, message: "" } } : undefined,
    });
    const asked = slash("ask");
    dispatcher.handle(asked);
    await ear.calledBy(asked.token, 1);
    await dispatcher.drain(MINUTE);
    expect(ear.calls).toHaveLength(1);
    ear.close();
  });

  it("are not held in a queue of ours: 200 acknowledgments are under way at once", async () => {
    const gate = Promise.withResolvers<void>();
    let underWay = 0;
    const all = Promise.withResolvers<void>();
    const { ear, dispatcher } = await startDispatcher({
      commands,
      limits: { runs: { running: 200, waiting: 0 } },
      async answer({ what }) {
        if (what !== "callback") return undefined;
        underWay += 1;
        if (underWay === 200) all.resolve();
        await gate.promise;
        return { status: 204 };
      },
    });
    for (let by = 1; by <= 200; by += 1) dispatcher.handle(slash("ask", {}, { by: String(by) }));
    await all.promise;
    gate.resolve();
    expect(await dispatcher.drain(MINUTE)).toBe(true);
    expect(ear.calls.filter(({ what }) => what === "edit")).toHaveLength(200);
    ear.close();
  });
});

describe("updates of a reply", () => {
  it("show in order, before the answer and after it, until the message is gone", async () => {
    const { bot, people } = await world();
    const step = Promise.withResolvers<void>();
    const over = Promise.withResolvers<boolean[]>();
    const checking: Command<object> = {
      name: "ask",
      visibility: "private",
      options: {},
      async run({ update }) {
        void update(reply(text("checking")));
        const first = update(reply(text("half")));
        void step.promise.then(async () => over.resolve([await first, await update(reply(text("whole")))]));
        return reply(text("started"));
      },
    };
    await bot({ commands: [checking] }).start();
    const { interaction } = await people.runCommand({ as: Ids.player, channel: Ids.general, command: "ask" });
    await expect
      .poll(async () => shown(await people.answer({ as: Ids.player, interaction })))
      .toContain("started");
    step.resolve();
    expect(await over.promise).toEqual([true, true]);
    const traffic = await people.traffic({ limit: 1000 });
    const edits = JSON.stringify(traffic.filter(({ what }) => what.startsWith("PATCH /webhooks")));
    const order = ["checking", "half", "started", "whole"].map((word) => edits.indexOf(`"${word}`));
    expect(order.every((at) => at >= 0)).toBe(true);
    expect([...order].sort((a, b) => a - b)).toEqual(order);
  });

  it("say so when there is nothing left to update", async () => {
    let later: ((shown: ReturnType<typeof reply>) => Promise<boolean>) | undefined;
    const keeping: Command<object> = {
      name: "ask",
      visibility: "public",
      options: {},
      run: async ({ update }) => ((later = update), reply(text("x"))),
    };
    const { bot, people } = await world();
    await bot({ commands: [keeping] }).start();
    const answer = await run(people, "ask");
    await people.deleteMessage({ message: seenOf(answer).id });
    expect(await later?.(reply(text("y")))).toBe(false);
  });
});

describe("the breaker before Discord", () => {
  it("opens at 500 refusals in ten minutes, not at others' limits, and closes when half are past", () => {
    const clock = new MovableClock();
    const changes: boolean[] = [];
    const breaker = new RefusalBreaker({ clock, onChange: (isOpen) => changes.push(isOpen) });
    for (let count = 0; count < 499; count += 1) breaker.saw([401, 403, 429][count % 3] ?? 0, null);
    for (let count = 0; count < 100; count += 1) breaker.saw(429, "shared");
    for (const status of [200, 404, 500]) breaker.saw(status, null);
    expect(breaker.isOpen).toBe(false);
    breaker.saw(403, null);
    expect(breaker.isOpen).toBe(true);
    clock.advance(599_000);
    expect(breaker.isOpen).toBe(true);
    clock.advance(2000);
    expect(breaker.isOpen).toBe(false);
    expect(changes).toEqual([true, false]);
  });

  it("forgets refusals older than ten minutes", () => {
    const clock = new MovableClock();
    const breaker = new RefusalBreaker({ clock, most: 10 });
    for (let count = 0; count < 50; count += 1) {
      breaker.saw(403, null);
      clock.advance(67_000);
    }
    expect(breaker.isOpen).toBe(false);
  });

  it("stops every request, and health and log say so", async () => {
    const { bot, people, log, clock } = await world(3_000);
    const made = bot();
    await made.start();
    const { people: crowd } = await people.addPeople({ count: 250, server: Ids.harbour });
    await people.addFault({ kind: "answer", route: CALLBACK, status: 403, code: 50_001, times: 10_000 });
    await people.addFault({ kind: "answer", route: EDIT, status: 403, code: 50_001, times: 10_000 });
    // What comes too late on a busy machine is refused otherwise, and does not count.
    for (let at = 0; made.health().reasons.length === 0; at = (at + 10) % crowd.length) {
      const some = crowd.slice(at, at + 10);
      await Promise.all(some.map((as) => people.runCommand({ as, channel: Ids.general, command: "secret" })));
    }
    expect(made.health().reasons).toEqual([expect.stringContaining("refused too many")]);
    await expect.poll(() => made.health().running).toBe(0);
    await people.clearFaults({});
    expect((await run(people, "ask")).kind).toBe("failed");
    expect(log.lines.filter(({ message }) => message.includes("500 requests"))).toHaveLength(1);
    clock.advance(600_000);
    expect(made.health().reasons).toEqual([]);
  });
});

/** A port nobody listens at. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("a start without Discord", () => {
  it("goes on trying, says why in log and health, and ends when told", async () => {
    const { bot, log } = await world();
    const made = bot({ apiUrl: `http://127.0.0.1:${await deadPort()}/api`, retryAfterMs: 5 });
    const ending = new AbortController();
    const started = made.start(ending.signal);
    const tries = () => log.lines.filter(({ message }) => message.includes("trying again"));
    await expect.poll(() => tries().length).toBeGreaterThan(2);
    expect(tries()[0]?.fields).toMatchObject({ reason: "Discord can't be reached (ECONNREFUSED)" });
    expect(made.health().reasons).toContain("Discord can't be reached (ECONNREFUSED)");
    ending.abort();
    await expect(started).rejects.toThrow("can't be reached");
  });

  it.each<[string, Fault]>([
    ["fails", { kind: "answer", route: "GET /applications/@me", status: 502, times: 4 }],
    ["cuts connections", { kind: "cut", route: "GET /gateway/bot", times: 3 }],
    ["refuses to be asked so often", { kind: "answer", route: "GET /gateway/bot", status: 503, times: 4 }],
  ])("comes through once Discord no longer %s", async (_, fault) => {
    const { bot, people, log } = await world();
    await people.addFault(fault);
    const made = bot({ retryAfterMs: 5 });
    await made.start();
    expect(log.lines.some(({ message }) => message.includes("trying again"))).toBe(true);
    expect(made.health().reasons).toEqual([]);
    expect(shown(await run(people, "ask"))).toContain("hello");
  });

  it("ends at once where trying again can't help", async () => {
    const { bot, people, log } = await world();
    await expect(bot({ token: new Secret("wrong.token.here") }).start()).rejects.toThrow("DISCORD_TOKEN");
    for (const guildId of [Ids.outpost, "999999999999999999"])
      await expect(bot({ guildId }).start()).rejects.toThrow("DISCORD_GUILD_ID");
    await people.addFault({
      kind: "answer",
      route: "PUT /applications/*/commands",
      status: 400,
      code: 50_035,
    });
    await expect(bot().start()).rejects.toThrow("registers");
    expect(log.lines.filter(({ message }) => message.includes("trying again"))).toEqual([]);
  });

  it("asks for as many shards as Discord recommends where it refused fewer", async () => {
    const { bot, people } = await world();
    await people.addFault({ kind: "refuse-identify", code: 4011 });
    await bot({ retryAfterMs: 5 }).start();
    expect(shown(await run(people, "ask"))).toContain("hello");
  });
});

describe("the application's description", () => {
  it("is set where there is none, and an operator's own words are left alone", async () => {
    const { bot, discord } = await world();
    const rest = new REST({ api: discord.url }).setToken(discord.token);
    const described = async () =>
      (await rest.get(Routes.currentApplication())) as { description: string; tags: string[] };
    await bot().start();
    expect((await described()).description).toContain("/help");
    await rest.patch(Routes.currentApplication(), { body: { description: "Ours alone", tags: ["home"] } });
    await bot().start();
    expect(await described()).toMatchObject({ description: "Ours alone", tags: ["home"] });
  });

  it("replaces what an earlier version said", async () => {
    const { discord, log } = await world();
    const rest = new REST({ api: discord.url }).setToken(discord.token);
    const application = { id: "1", name: "x", description: "Old words", tags: ["b", "a"] };
    const texts = {
      description: "New words",
      tags: ["c"],
      earlier: { descriptions: ["Old words"], tags: [["a", "b"]] },
    };
    await describeApplication(application, texts, { rest, log });
    expect(await rest.get(Routes.currentApplication())).toMatchObject({
      description: "New words",
      tags: ["c"],
    });
  });
});

const settings = async (given: Record<string, unknown> = {}) => {
  const { bot, discord } = await world();
  const rest = new REST({ api: discord.url }).setToken(discord.token);
  await rest.patch(Routes.currentApplication(), { body: given });
  await bot().start();
  await bot().start();
  return (await rest.get(Routes.currentApplication())) as { integration_types_config: unknown };
};

describe("what the application is installed with", () => {
  it("is what posting takes, where its operator set nothing", async () => {
    expect((await settings()).integration_types_config).toEqual({
      "0": {
        oauth2_install_params: { scopes: ["bot", "applications.commands"], permissions: "2252074691709952" },
      },
      "1": { oauth2_install_params: { scopes: ["applications.commands"], permissions: "0" } },
    });
  });

  it("stays as the operator set it", async () => {
    const own = { scopes: ["applications.commands"], permissions: 8 };
    const { integration_types_config: config } = await settings({
      integration_types_config: { "0": { oauth2_install_params: own } },
    });
    expect(config).toEqual({ "0": { oauth2_install_params: { ...own, permissions: "8" } } });
  });

  it.each([{ bot_public: false }, { custom_install_url: "https://example.org/add" }])(
    "is nothing where it may have none: %j",
    async (given) => {
      expect((await settings(given)).integration_types_config).toEqual({ "0": {}, "1": {} });
    },
  );
});

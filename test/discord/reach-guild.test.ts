import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { type ReachGuild, createReachGuild } from "../../src/discord/rest/guild.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";

const clock = new MovableClock();
const { signal } = new AbortController();
let discord: LocalDiscord;
const over = (token: string) =>
  createReachGuild(
    createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) }).setToken(token),
  );

beforeEach(async () => {
  discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
});
afterEach(() => discord.close());

it("tells a server the bot is in from one it is not in, and both from no answer", async () => {
  expect(await over(discord.token)(Ids.harbour, signal)).toBe("there");
  expect(await over(discord.token)("999999999999999999", signal)).toBe("gone");
  expect(await over("not.the.token")(Ids.harbour, signal)).toBe("unknown");
  expect(await over(discord.token)(Ids.harbour, AbortSignal.abort())).toBe("unknown");
});

describe("a server the bot is no member of", () => {
  let answered: Readonly<Record<string, readonly [status: number, body: unknown]>>;
  let asked: string[];
  let server: Server;
  let reach: ReachGuild;
  const missing = [403, { code: 50_001, message: "Missing Access" }] as const;

  beforeEach(async () => {
    asked = [];
    server = createServer(({ url = "" }, response) => {
      const path = url.replace(/^.*\/v10/, "");
      asked.push(path);
      const [status, body] = answered[path] ?? [500, {}];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const apiUrl = `http://127.0.0.1:${port}/api`;
    const breaker = new RefusalBreaker({ clock });
    reach = createReachGuild(createBotRest({ apiUrl, breaker }).setToken("a.b.c"));
  });
  afterEach(() => server.close());

  const APPLICATION = [200, { id: "77" }] as const;

  it.each([
    ["is there where it installed the commands alone", [200, []], "there"],
    ["is gone where it installed nothing", missing, "gone"],
    ["is not known while Discord can't say", [503, {}], "unknown"],
  ] as const)("%s", async (_name, commands, said) => {
    answered = {
      "/applications/@me": APPLICATION,
      "/applications/77/guilds/5/commands": commands,
    };
    expect(await reach("5", signal, { asCommands: true })).toBe(said);
  });

  it("is looked up by the application's id, which is asked for once", async () => {
    answered = {
      "/applications/@me": APPLICATION,
      "/applications/77/guilds/5/commands": missing,
    };
    await reach("5", signal, { asCommands: true });
    await reach("5", signal, { asCommands: true });
    expect(asked.filter((path) => path === "/applications/@me")).toHaveLength(1);
  });
});

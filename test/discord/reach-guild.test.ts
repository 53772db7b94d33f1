import { afterEach, beforeEach, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { botRest } from "../../src/discord/bot-rest.ts";
import { reachGuildOver } from "../../src/discord/reach-guild.ts";
import { RefusalBreaker } from "../../src/discord/refusal-breaker.ts";
import { type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";

const clock = new MovableClock();
const { signal } = new AbortController();
let discord: LocalDiscord;
const over = (token: string) =>
  reachGuildOver(botRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) }).setToken(token));

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

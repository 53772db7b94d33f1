import type { REST } from "@discordjs/rest";
import { expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { createBotRest } from "../../src/discord/rest/bot-rest.ts";
import { createGuildLocale } from "../../src/discord/rest/guild.ts";
import { RefusalBreaker } from "../../src/discord/rest/refusal-breaker.ts";
import { startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";

it("gives a server's language in Discord, asked for once a day, or why there is none", async () => {
  const clock = new MovableClock();
  const { signal } = new AbortController();
  const discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits: "off" });
  try {
    const rest = createBotRest({ apiUrl: discord.url, breaker: new RefusalBreaker({ clock }) });
    const localeOf = createGuildLocale({ rest: rest.setToken(discord.token), clock });
    expect(await localeOf(Ids.harbour, signal)).toBe("en-US");
    expect(await localeOf("999999999999999999", signal)).toMatchObject({ kind: "refused" });
    await discord.close();
    expect(await localeOf(Ids.harbour, signal)).toBe("en-US");
    expect(await localeOf("999999999999999998", signal)).toMatchObject({ name: "unavailable" });
  } finally {
    await discord.close().catch(() => {});
  }
});

it("keeps of what Discord gives the language alone", async () => {
  let reads = 0;
  const guild = {
    get preferred_locale() {
      reads += 1;
      return "de";
    },
  };
  const rest = { get: async () => guild } as unknown as REST;
  const localeOf = createGuildLocale({ rest, clock: new MovableClock() });
  const { signal } = new AbortController();
  expect([await localeOf("1", signal), await localeOf("1", signal)]).toEqual(["de", "de"]);
  expect(reads).toBe(1);
});

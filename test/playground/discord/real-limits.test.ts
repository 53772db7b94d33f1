import { REST } from "@discordjs/rest";
import { RESTJSONErrorCodes as Code, Routes } from "discord-api-types/v10";
import { afterEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../../src/base/clock.ts";
import { silentLog } from "../../../src/base/log.ts";
import { type LocalDiscord, startDiscord } from "../../../src/playground/discord/start.ts";
import { Ids } from "../../../src/playground/discord/world/default-world.ts";
import { DAY } from "../../support/time.ts";

let discord: LocalDiscord | undefined;
afterEach(() => discord?.close());

async function start(rateLimits: "off" | "discord" = "off") {
  const clock = new MovableClock();
  discord = await startDiscord({ port: 0, clock, log: silentLog, rateLimits });
  const rest = new REST({ api: discord.url, retries: 0 }).setToken(discord.token);
  return { rest, clock, local: discord.local };
}

interface Made {
  readonly id: string;
  readonly channel_id: string;
}

describe("the local Discord, as the real one", () => {
  it("makes no role for a bot that is added without permissions, and one when it is added with some", async () => {
    const { rest, local } = await start();
    const managed = async () => {
      const roles = (await rest.get(Routes.guildRoles(Ids.outpost))) as {
        managed: boolean;
        permissions: string;
      }[];
      return roles.filter((role) => role.managed).map(({ permissions }) => permissions);
    };
    await local.installOnServer({ server: Ids.outpost, permissions: "0" });
    expect(await managed()).toEqual([]);
    await rest.post(Routes.channelMessages(Ids.outpostGeneral), { body: { content: "as everyone may" } });
    await local.installOnServer({ server: Ids.outpost, permissions: "3072" });
    expect(await managed()).toEqual(["3072"]);
    await local.installOnServer({ server: Ids.outpost, permissions: "1024" });
    expect(await managed()).toEqual(["1024"]);
  });

  it("gives back what the bot made with a nonce, in whatever channel", async () => {
    const { rest } = await start();
    const body = { content: "once", nonce: "abc", enforce_nonce: true };
    const first = (await rest.post(Routes.channelMessages(Ids.general), { body })) as Made;
    const second = (await rest.post(Routes.channelMessages(Ids.botCommands), { body })) as Made;
    expect(second).toMatchObject({ id: first.id, channel_id: Ids.general });
  });

  it("pins 250 messages in a channel", async () => {
    const { rest } = await start();
    const pin = async () => {
      const { id } = (await rest.post(Routes.channelMessages(Ids.general), {
        body: { content: "x" },
      })) as Made;
      await rest.put(Routes.channelMessagesPin(Ids.general, id));
    };
    await discord?.local.setRolePermissions({
      server: Ids.harbour,
      role: Ids.harbourBotRole,
      permissions: String((1n << 51n) | (1n << 10n) | (1n << 11n) | (1n << 16n)),
    });
    for (let pins = 0; pins < 250; pins += 1) await pin();
    await expect(pin()).rejects.toMatchObject({ code: Code.MaximumNumberOfPinsReachedForTheChannel });
  });

  it("makes 200 commands a day", async () => {
    const { rest, clock } = await start("discord");
    const publish = (names: string, count: number) => {
      const body = Array.from({ length: count }, (_, at) => ({ name: `${names}${at}`, description: "x" }));
      return rest.put(Routes.applicationCommands(Ids.bot), { body });
    };
    await publish("a", 100);
    await publish("b", 100);
    await publish("b", 100);
    const late = publish("c", 1);
    await expect(late).rejects.toMatchObject({ code: Code.MaximumDailyApplicationCommandCreatesReached });
    clock.advance(DAY);
    await publish("c", 1);
  });
});

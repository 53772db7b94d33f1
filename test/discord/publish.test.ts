import { REST } from "@discordjs/rest";
import { type APIApplicationCommand, ApplicationCommandType, Routes } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";

import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { commands, run, shown, world, type World } from "./fake-discord.ts";

const GLOBAL = "PUT /applications/*/commands";
const DAILY_LIMIT = { kind: "answer", route: GLOBAL, status: 400, code: 30_034 } as const;

/** What the runtime remembers of where its commands stand, as a database keeps it. */
function memory() {
  let scopes: readonly string[] = [];
  return { get: async () => scopes, set: async (all: readonly string[]) => void (scopes = all) };
}

/** Names of the commands a member is offered, twice where they stand twice. */
async function offered({ people }: World) {
  const all = await people.commands({ as: Ids.player, channel: Ids.general });
  return all.map(({ command }) => command.name).filter((name) => name === "ask");
}

describe("publishing commands", () => {
  it.each([
    ["to all servers", Ids.harbour, undefined],
    ["to one server", undefined, Ids.harbour],
  ])("leaves none twice when they move %s", async (_, before, after) => {
    const at = await world();
    const commandScopes = memory();
    const first = at.bot({ commandScopes, guildId: before });
    await first.start();
    await first.stop(0);
    await at.bot({ commandScopes, guildId: after }).start();
    expect(await offered(at)).toEqual(["ask"]);
    expect(await commandScopes.get()).toHaveLength(1);
  });

  it("empties the list that was left at the next start where Discord would not at this one", async () => {
    const at = await world();
    const commandScopes = memory();
    await at.bot({ commandScopes, guildId: Ids.harbour }).start();
    await at.people.addFault({ kind: "answer", route: "PUT /applications/*/guilds/*/commands", status: 403 });
    await at.bot({ commandScopes }).start();
    expect(await offered(at)).toEqual(["ask", "ask"]);
    await at.bot({ commandScopes }).start();
    expect(await offered(at)).toEqual(["ask"]);
  });

  it("sends the list once, however often the bot starts anew", async () => {
    const at = await world();
    for (let start = 0; start < 8; start += 1) {
      // As after a kill: nothing is remembered, and nothing was ended.
      const bot = at.bot({ commandScopes: memory() });
      await bot.start();
      await bot.stop(0);
    }
    const sent = (await at.people.traffic({ limit: 1_000 })).filter(({ what }) => what.startsWith("PUT "));
    expect(sent).toHaveLength(1);
  });

  it("forgets a server that the bot was taken from", async () => {
    const at = await world();
    const commandScopes = memory();
    await at.bot({ commandScopes, guildId: Ids.harbour }).start();
    await at.people.addFault({
      kind: "answer",
      route: "GET /applications/*/guilds/*/commands",
      status: 403,
      code: 50_001,
    });
    await at.bot({ commandScopes }).start();
    expect(await commandScopes.get()).toHaveLength(1);
  });

  it("leaves the entry point of an application with Activities where it is", async () => {
    const at = await world();
    const rest = new REST({ api: at.discord.url }).setToken(at.discord.token);
    const { applicationId } = await at.bot().start();
    const route = Routes.applicationCommands(applicationId);
    await rest.post(route, { body: { type: 4, name: "launch", handler: 2 } });
    await at.bot({ commands: commands.slice(1) }).start();
    const published = (await rest.get(route)) as APIApplicationCommand[];
    expect(published.filter(({ type }) => type === ApplicationCommandType.PrimaryEntryPoint)).toMatchObject([
      { name: "launch", handler: 2 },
    ]);
    expect(published.map(({ name }) => name)).not.toContain("ask");
    const puts = async () =>
      (await at.people.traffic({ limit: 1000 })).filter(({ what }) => what.startsWith("PUT ")).length;
    const before = await puts();
    await at.bot({ commands: commands.slice(1) }).start();
    expect(await puts()).toBe(before);
  });

  it("goes on with what is there when 200 commands were made today, and publishes later", async () => {
    const at = await world();
    const first = at.bot({ commands: commands.slice(0, 3) });
    await first.start();
    await first.stop(0);
    await at.people.addFault(DAILY_LIMIT);
    const started = await at.bot({ publishAgainAfterMs: 20 }).start();
    expect(shown(await run(at.people, "ask"))).toContain("hello");
    await expect.poll(() => [...started.commandIds.keys()]).toContain("list");
    expect(at.log.lines.filter(({ level }) => level === "warn")).toHaveLength(1);
  });

  it("starts without a command where Discord takes none yet", async () => {
    const at = await world();
    await at.people.addFault({ ...DAILY_LIMIT, times: 100 });
    const runtime = at.bot({ publishAgainAfterMs: 20 });
    const started = await runtime.start();
    expect([...started.commandIds.keys()]).toEqual([]);
    expect(runtime.health().isReady).toBe(true);
  });
});

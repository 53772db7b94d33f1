import { describe, expect, it } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { Secret } from "../../src/base/secret.ts";
import { reply, text } from "../../src/discord/reply/build.ts";
import type { AnyCommand } from "../../src/discord/command/command.ts";
import type { Fault } from "../../src/playground/discord/fault-injector.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { commands, run, shown, world } from "./fake-discord.ts";
import { MINUTE } from "../support/time.ts";

describe("the runtime's connection", () => {
  it("says who it is and how to add it", async () => {
    const { bot } = await world();
    const started = await bot().start();
    expect(started.applicationId).toMatch(/^\d+$/);
    expect([...started.commandIds.keys()].sort()).toEqual(["admin", "ask", "fail", "list", "secret"]);
    const { answers, posts, user } = started.install;
    for (const url of [answers, posts, user]) expect(url).toContain(`client_id=${started.applicationId}`);
    expect(answers).toContain("permissions=0");
    expect(posts).toContain("permissions=2252074691709952");
    expect(user).toContain("integration_type=1");
  });

  it("publishes commands only on a difference", async () => {
    const { bot, people } = await world();
    const puts = async () =>
      (await people.traffic({ limit: 1000 })).filter(({ what }) => what.startsWith("PUT ")).length;
    const patches = async () =>
      (await people.traffic({ limit: 1000 })).filter(({ what }) => what.startsWith("PATCH ")).length;
    await bot().start();
    expect([await puts(), await patches()]).toEqual([1, 2]);
    await bot().start();
    expect([await puts(), await patches()]).toEqual([1, 2]);
    await bot({ commands: commands.slice(1) }).start();
    expect([await puts(), await patches()]).toEqual([2, 2]);
    await bot({ guildId: Ids.harbour }).start();
    await bot({ guildId: Ids.harbour }).start();
    expect(await puts()).toBe(3);
  });

  it.each<Fault>([
    { kind: "drop-gateway" },
    { kind: "reconnect" },
    { kind: "invalid-session", resumable: false },
  ])("goes on after the gateway failed: $kind", async (fault) => {
    const { bot, people } = await world();
    const runtime = bot();
    await runtime.start();
    const connections = async () => {
      const { resumes, identifies } = await people.state();
      return resumes + identifies;
    };
    const before = await connections();
    await people.addFault(fault);
    const asked = people.runCommand({ as: Ids.player, channel: Ids.general, command: "ask" });
    await expect.poll(() => connections()).toBeGreaterThan(before);
    await expect.poll(() => runtime.health().isReady).toBe(true);
    await asked;
    expect(shown(await run(people, "ask"))).toContain("hello");
  });

  it("does nothing about an interaction that is too late, and one answer where two processes got it", async () => {
    const { bot, people, log } = await world();
    await bot().start();
    await people.addFault({ kind: "expire-acknowledgment" });
    expect((await run(people, "ask")).kind).toBe("failed");
    await people.addFault({ kind: "double-delivery" });
    expect(shown(await run(people, "ask"))).toContain("hello");
    await expect.poll(() => log.lines.filter(({ message }) => message.includes("too late"))).toHaveLength(2);
    expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("lets what runs end when it stops", async () => {
    const { bot, people } = await world();
    const gate = Promise.withResolvers<void>();
    const slow: AnyCommand<object> = {
      name: "ask",
      visibility: "public",
      options: {},
      run: async () => (await gate.promise, reply(text("late but here"))),
    };
    const runtime = bot({ commands: [slow] });
    await runtime.start();
    const { interaction } = await people.runCommand({ as: Ids.player, channel: Ids.general, command: "ask" });
    await people.answer({ as: Ids.player, interaction, until: "first" });
    const stopped = runtime.stop(MINUTE);
    gate.resolve();
    await stopped;
    expect(shown(await people.answer({ as: Ids.player, interaction }))).toContain("late but here");
    expect(runtime.health().isReady).toBe(false);
  });

  it("names what Discord refuses for good, at the start and later", async () => {
    const { bot, people } = await world();
    await people.addFault({ kind: "refuse-identify", code: 4014 });
    await expect(bot().start()).rejects.toThrow("intents");
    const lost = Promise.withResolvers<MilepostError>();
    await bot({ onLost: lost.resolve }).start();
    await people.addFault({ kind: "drop-gateway", code: 4004 });
    expect((await lost.promise).code).toBe("bad-settings");
  });

  it("names the token when Discord refuses it", async () => {
    const { bot } = await world();
    await expect(bot({ token: new Secret("wrong.token.here") }).start()).rejects.toThrow(MilepostError);
    await expect(bot({ token: new Secret("wrong.token.here") }).start()).rejects.toThrow("DISCORD_TOKEN");
  });
});

import { beforeEach, expect, it } from "vitest";

import { createForgetGuilds } from "../../../src/features/servers/engine/forget-guilds.ts";
import { createGuildSettingsStore } from "../../../src/features/servers/store/guild-settings-store.ts";
import type { GuildSettingsStore } from "../../../src/features/kit/settings/settings.ts";
import { silentLog } from "../../../src/base/log.ts";
import type { ReachGuild } from "../../../src/discord/rest/guild.ts";
import { boardRows } from "../../../src/features/posts/store/guild-rows.ts";
import { facts } from "../../../src/storage/facts.ts";
import { guildData } from "../../../src/features/servers/store/guild-data.ts";
import { describeEachDatabase } from "../../support/databases.ts";
import { DAY } from "../../support/time.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const START = 1_800_000_000_000;
const { signal } = new AbortController();

describeEachDatabase("servers the bot was removed from", (database) => {
  let answers: Record<string, Awaited<ReturnType<ReachGuild>>>;
  let asked: string[];
  let withCommands: Record<string, Awaited<ReturnType<ReachGuild>>>;
  let guilds: GuildSettingsStore;
  let sweep: (signal: AbortSignal) => Promise<void>;
  const clock = new ManualClock();

  beforeEach(async () => {
    clock.at = START;
    [answers, asked, withCommands] = [{}, [], {}];
    const { queries } = database();
    guilds = await createGuildSettingsStore({ database: database(), clock, log: silentLog });
    sweep = createForgetGuilds({
      traces: guildData(database()),
      facts: facts(queries),
      guilds,
      reach: async (guildId, _signal, how) => {
        if (how?.asCommands === true) return withCommands[guildId] ?? "gone";
        asked.push(guildId);
        return answers[guildId] ?? "there";
      },
      clock,
      log: silentLog,
    });
  });

  const choose = (guildId: string) =>
    guilds.change({ guildId, revision: 0, by: "1" }, { zone: "Asia/Tokyo" });
  const addBoard = (id: string, guildId: string) =>
    boardRows(database().queries).add(
      {
        id,
        guild_id: guildId,
        channel_id: `c${id}`,
        what: "trending",
        kind: "",
        locale: "en-US",
        state: "live",
        post_id: id,
        is_pinned: 0,
        next_try: 0,
        tries: 0,
        deleted_at: "[]",
        made_by: "1",
        made_at: clock.at,
      },
      10,
    );
  async function days(count: number): Promise<void> {
    for (let day = 0; day < count; day += 1) {
      clock.at += DAY;
      await sweep(signal);
    }
  }
  const left = () => guildData(database()).guildIds();

  it("are forgotten with boards and settings 30 days later, and no other is", async () => {
    await choose("10");
    await addBoard("a", "10");
    await choose("20");
    await addBoard("b", "30");
    await sweep(signal);
    answers = { "10": "gone", "30": "gone" };
    await days(28);
    expect(await left()).toEqual(["10", "20", "30"]);
    await days(7);
    expect(await left()).toEqual(["20"]);
    expect(guilds.of("10").revision).toBe(0);
    expect(guilds.of("20").zone).toBe("Asia/Tokyo");
    expect(await boardRows(database().queries).ofGuild("10")).toEqual([]);
  });

  it("are looked for once a week", async () => {
    await choose("10");
    await sweep(signal);
    await days(6);
    expect(asked).toEqual(["10"]);
    await days(1);
    expect(asked).toEqual(["10", "10"]);
  });

  it("count from the last time it was there", async () => {
    await choose("10");
    answers = { "10": "gone" };
    await days(28);
    answers = {};
    await days(7);
    answers = { "10": "gone" };
    await days(21);
    expect(await left()).toEqual(["10"]);
  });

  it("are not told from those Discord says nothing of", async () => {
    await choose("10");
    answers = { "10": "unknown" };
    await days(90);
    expect(await left()).toEqual(["10"]);
  });

  it("keep what was chosen there since the last look", async () => {
    await choose("10");
    answers = { "10": "gone" };
    await days(28);
    await guilds.change({ guildId: "10", revision: 1, by: "1" }, { zone: "UTC" });
    await days(21);
    expect(await left()).toEqual(["10"]);
    await days(21);
    expect(await left()).toEqual([]);
  });

  it("are kept that installed the commands alone, for as long as they do", async () => {
    await choose("10");
    await choose("20");
    answers = { "10": "gone", "20": "gone" };
    withCommands = { "10": "there", "20": "unknown" };
    await days(140);
    expect(await left()).toEqual(["10", "20"]);
    withCommands = {};
    await days(42);
    expect(await left()).toEqual([]);
  });

  it("are forgotten a hundred at a time: Discord counts what it refuses", async () => {
    for (let id = 1000; id < 1150; id += 1) {
      await choose(String(id));
      answers[String(id)] = "gone";
    }
    await days(36);
    expect(await left()).toHaveLength(50);
    await days(7);
    expect(await left()).toEqual([]);
  });

  it("are looked for again where the look was cut short", async () => {
    await choose("10");
    await sweep(AbortSignal.abort());
    expect(asked).toEqual([]);
    await sweep(signal);
    expect(asked).toEqual(["10"]);
  });
});

import { beforeEach, describe, expect, it, vi } from "vitest";

import {
  createGuildSettingsStore,
  guildRows,
} from "../../../src/features/servers/store/guild-settings-store.ts";
import { publicLocaleIn, visibilityIn } from "../../../src/features/kit/settings/server-visibility.ts";
import { chosenZone, defaultGuildSettings } from "../../../src/features/kit/settings/settings.ts";
import { silentLog } from "../../../src/base/log.ts";
import type { InvocationSite } from "../../../src/discord/command/invocation-context.ts";
import type { Database } from "../../../src/storage/database.ts";
import { guildData } from "../../../src/features/servers/store/guild-data.ts";
import { MemoryCluster, withNodes } from "../../support/memory-nodes.ts";
import { describeEachDatabase } from "../../support/databases.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const AT = 1_800_000_000_000;
const open = (database: Database) =>
  createGuildSettingsStore({ database, clock: new ManualClock(AT), log: silentLog });
const of = (revision: number) => ({ guildId: "10", revision, by: "1" });

describeEachDatabase("the book of servers' settings", (database) => {
  it("has the defaults of a server that chose nothing, without a row", async () => {
    const guilds = await open(database());
    expect(guilds.of("10")).toEqual(defaultGuildSettings("10"));
    expect(await guildRows(database().queries).all()).toEqual([]);
  });

  it("keeps what was chosen beyond a restart, with who chose it and when", async () => {
    const guilds = await open(database());
    const chosen = {
      locale: "fr",
      zone: "Europe/Paris",
      publicIn: ["20"],
      quiet: { zone: "UTC", from: "22:00", to: "07:00" },
    };
    expect(await guilds.change(of(0), chosen)).toBe(true);
    const expected = {
      ...defaultGuildSettings("10"),
      ...chosen,
      revision: 1,
      changedBy: "1",
      changedAt: AT,
    };
    expect(guilds.of("10")).toEqual(expected);
    expect((await open(database())).of("10")).toEqual(expected);
  });

  it("knows UTC that was chosen from UTC nobody chose, which rows of an older version can't tell", async () => {
    const older = { zone: "UTC", publicIn: "everywhere", arePrivateCommandsOn: true, kinds: "all" };
    const rest = {
      arePingsOn: true,
      areCreationsOn: false,
      memberRemindersIn: [],
      whenUnsure: "at-least-once",
    };
    const row = {
      revision: 1,
      settings: JSON.stringify({ ...older, ...rest }),
      changed_by: "1",
      changed_at: 1,
    };
    await database()
      .queries.insertInto("guilds")
      .values({ guild_id: "10", ...row })
      .execute();
    const guilds = await open(database());
    expect(chosenZone(guilds.of("10"))).toBeUndefined();
    await guilds.change(of(1), { zone: "UTC", isZoneChosen: true });
    expect(chosenZone((await open(database())).of("10"))).toBe("UTC");
    expect(chosenZone({ ...guilds.of("10"), zone: "Mars/Base" })).toBeUndefined();
  });

  it("takes a choice away by null", async () => {
    const guilds = await open(database());
    await guilds.change(of(0), { locale: "fr", quiet: { zone: "UTC", from: "22:00", to: "07:00" } });
    expect(await guilds.change(of(1), { locale: null, quiet: null })).toBe(true);
    expect(guilds.of("10")).not.toHaveProperty("locale");
    expect((await open(database())).of("10")).not.toHaveProperty("quiet");
  });

  it("refuses a change of settings somebody else changed meanwhile", async () => {
    const guilds = await open(database());
    const both = await Promise.all([
      guilds.change(of(0), { zone: "Europe/Paris" }),
      guilds.change(of(0), { zone: "Asia/Tokyo" }),
    ]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(guilds.of("10").revision).toBe(1);
    expect(await guilds.change(of(0), { zone: "UTC" })).toBe(false);
    expect(await guilds.change(of(7), { zone: "UTC" })).toBe(false);
    expect((await open(database())).of("10").zone).toBe(guilds.of("10").zone);
  });

  it("refuses a change made through another book since", async () => {
    const [one, other] = [await open(database()), await open(database())];
    await one.change(of(0), { zone: "Europe/Paris" });
    expect(await other.change(of(0), { zone: "Asia/Tokyo" })).toBe(false);
  });

  describe("in several processes", () => {
    let nodes: MemoryCluster;
    beforeEach(() => {
      nodes = new MemoryCluster("when told");
    });
    const openIn = (id: string) => open(withNodes(database(), nodes.join(id)));

    it("are everywhere what the one was told, once that has reached the others", async () => {
      const [one, two] = [await openIn("one"), await openIn("two")];
      await one.change(of(0), { publicIn: ["20"] });
      nodes.deliver();
      await expect.poll(() => two.of("10")).toEqual(one.of("10"));
      expect(two.of("10").publicIn).toEqual(["20"]);
    });

    it("take a change of what another process showed, also before it has heard of it", async () => {
      const [one, two] = [await openIn("one"), await openIn("two")];
      await one.change(of(0), { zone: "Europe/Paris" });
      expect(await two.change(of(1), { locale: "fr" })).toBe(true);
      expect(two.of("10")).toMatchObject({ revision: 2, zone: "Europe/Paris", locale: "fr" });
    });

    it("are read again where a change was refused", async () => {
      const [one, two] = [await openIn("one"), await openIn("two")];
      await one.change(of(0), { zone: "Europe/Paris" });
      expect(await two.change(of(0), { zone: "UTC" })).toBe(false);
      expect(two.of("10")).toEqual(one.of("10"));
    });

    it("take one change of two that come at the same moment", async () => {
      const both = await Promise.all([openIn("one"), openIn("two")]);
      const taken = await Promise.all(both.map((guilds, at) => guilds.change(of(0), { accent: at })));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(both[0].of("10")).toEqual(both[1].of("10"));
    });

    it("forget a server everywhere", async () => {
      const [one, two] = [await openIn("one"), await openIn("two")];
      await one.change(of(0), { zone: "Europe/Paris" });
      nodes.deliver();
      await expect.poll(() => two.of("10").revision).toBe(1);
      await guildData(withNodes(database(), nodes.join("three"))).remove("10");
      nodes.deliver();
      await expect.poll(() => [...one.ids(), ...two.ids()]).toEqual([]);
    });

    it("are read until that has worked", async () => {
      const [one, two] = [await openIn("one"), await openIn("two")];
      await one.change(of(0), { zone: "Europe/Paris" });
      const select = vi.spyOn(database().queries, "selectFrom").mockImplementationOnce(() => {
        throw new Error("the network");
      });
      nodes.deliver();
      await expect.poll(() => two.of("10").zone).toBe("Europe/Paris");
      expect(select).toHaveBeenCalled();
      select.mockRestore();
      await Promise.all([one.close(), two.close()]);
    });
  });

  it.each([{ zone: 5 }, { publicIn: "nowhere" }, { publicIn: Array.from({ length: 26 }, String) }])(
    "keeps nothing that is no setting: %j",
    async (changes) => {
      const guilds = await open(database());
      await expect(guilds.change(of(0), changes as never)).rejects.toMatchObject({ name: "ZodError" });
      expect(guilds.of("10").revision).toBe(0);
    },
  );

  it("holds public answers back where a row can't be read, and lets it be chosen anew", async () => {
    const row = { guild_id: "10", revision: 4, settings: "{", changed_by: "1", changed_at: 1 };
    await database().queries.insertInto("guilds").values(row).execute();
    const guilds = await open(database());
    expect(guilds.of("10")).toMatchObject({ revision: 4, publicIn: [] });
    expect(await guilds.change(of(4), { publicIn: "everywhere" })).toBe(true);
    expect((await open(database())).of("10")).toMatchObject({ revision: 5, publicIn: "everywhere" });
  });

  it("decides for 2,500 servers from what it has in memory as it is", async () => {
    const { guildId: _id, revision, ...defaults } = defaultGuildSettings("10");
    const publicIn = Array.from({ length: 25 }, (_, index) => String(index));
    const kept = { revision, settings: JSON.stringify({ ...defaults, publicIn }) };
    const rows = Array.from({ length: 2_500 }, (_, guild) => ({
      guild_id: `g${guild}`,
      changed_by: "1",
      changed_at: AT,
      ...kept,
    }));
    await database().queries.insertInto("guilds").values(rows).execute();
    const guilds = await open(database());
    const decide = visibilityIn(guilds);
    const decideAll = (servers: number) =>
      Array.from({ length: servers }, (_, guild) =>
        decide(asking({ guildId: `g${guild}`, channelId: "24" })),
      );
    const work = [vi.spyOn(JSON, "parse"), vi.spyOn(database().queries, "selectFrom")];
    expect(decideAll(2_500).every((visibility) => visibility === "public")).toBe(true);
    for (const spy of work) expect(spy).not.toHaveBeenCalled();
  });

  it.each([
    [{ guildId: "10", channelId: "20" }, "public"],
    [{ guildId: "10", channelId: "21" }, "private"],
    [{ guildId: "10", channelId: "99", parentId: "20" }, "public"],
    [{ guildId: "10", channelId: "99", parentId: "21" }, "private"],
    [{ guildId: "11", channelId: "21" }, "public"],
    [{ kind: "bot-dm", channelId: "5" }, "public"],
  ] as const)("answers in %j: %s", async (place, expected) => {
    const guilds = await open(database());
    await guilds.change(of(0), { publicIn: ["20"] });
    expect(visibilityIn(guilds)(asking(place))).toBe(expected);
  });

  it("gives the language admins chose for what everybody reads", async () => {
    const guilds = await open(database());
    await guilds.change(of(0), { locale: "de" });
    const chosen = publicLocaleIn(guilds);
    expect(chosen(asking({ guildId: "10" }).place)).toBe("de");
    expect(chosen(asking({ guildId: "11" }).place)).toBeUndefined();
    expect(chosen(asking({ kind: "bot-dm" }).place)).toBeUndefined();
  });
});

function asking(place: Partial<InvocationSite>) {
  const member = { id: "1", name: "Ann", isAdmin: false, isModerator: false };
  const somewhere = { kind: "guild", channelId: "1", isAgeRestricted: false, isInstalledHere: true } as const;
  return { command: "trending", member, place: { ...somewhere, ...place } };
}

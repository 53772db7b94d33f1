import { describe, expect, test } from "vitest";

import { somebody, start } from "./support.ts";
import { quietClient } from "../../support/quiet-client.ts";

const profiles = ["neutral", "lookalike"] as const;
const shapes = ["neutral", "real"] as const;
const cases = profiles.flatMap((profile) => shapes.map((shape) => [profile, shape] as const));

describe.each(cases)("Milepost's client against the %s profile in the %s shape", (name, shape) => {
  test("reads every public operation, and means the same by it", async () => {
    const platform = await start(name, { shape });
    const { profile, world } = platform;
    const client = quietClient(platform);
    const { member, account, type, character, name: shown } = somebody(platform);
    const player = { membershipType: type, id: account };
    expect((await client.userById({ membershipId: member })).data.displayName).toBe(shown);
    expect(
      (await client.userSearch({ name: shown })).data.entries.map((user) => user.membershipId),
    ).toContain(member);
    expect((await client.accountsOf({ membershipId: member })).data).toHaveLength(2);
    expect((await client.characters(player)).data.map(({ id }) => id)).toContain(character);
    expect(Object.keys((await client.progression(player)).data.data ?? {})).toContain(character);
    expect(
      (await client.statsAccount(player)).data.merged?.allTime?.["deaths"]?.basic?.value,
    ).toBeGreaterThan(0);
    const stats = await client.statsCharacter({ ...player, character, period: "allTime", mode: 5 });
    expect(stats.data["allContests"]?.monthly?.length).toBeGreaterThan(6);
    expect(Object.keys((await client.milestonesPublic({})).data)).toEqual(
      Object.keys(world.milestones.all()),
    );
    const [vendor = 0] = world.lexicon.table("vendor").keys();
    const one = await client.definitionsOne({ table: "vendor", hash: vendor, locale: "ja" });
    expect(one.data.displayProperties?.name).toBe("灯守りのミラ");
    const listing = (await client.trendingList({})).data;
    expect(listing.gives).toBe(name === "neutral" ? "details" : "stubs");
    const [first] = listing.entries;
    const entry = await client.trendingEntry({
      type: Number(first?.entityType),
      identifier: first?.identifier ?? "",
      locale: "de",
    });
    expect(entry.data.news?.article?.properties?.[String(profile.article.title)]).toBeTypeOf("string");
    await client.close();
    await platform.close();
  });

  test("reads a file of definitions in every language the world is written in", async () => {
    const platform = await start(name, { shape });
    const { profile } = platform;
    const client = quietClient(platform);
    const { data } = await client.definitionsManifest({});
    const names = new Set<unknown>();
    for (const discord of ["en-US", "de", "fr", "ja"]) {
      const address = data.files[profile.locale.codes[discord] ?? ""]?.destination ?? "";
      const records = Object.values(await client.definitionsFile({ address }));
      names.add(records[0]?.displayProperties?.name);
    }
    expect(names).toEqual(new Set(["Winter Court", "Winterhof", "Cour d’Hiver", "冬の宮廷"]));
    await client.close();
    await platform.close();
  });
});

test("what was broken for a while is read again as soon as its faults are taken back", async () => {
  const platform = await start("neutral");
  const client = quietClient(platform);
  const read = () => client.trendingList({});
  await platform.send("POST", "/_control/faults", { kind: "maintenance" });
  for (let turn = 0; turn < 6; turn += 1) await expect(read()).rejects.toThrow("platform-maintenance");
  await platform.send("DELETE", "/_control/faults");
  expect((await read()).data.entries.length).toBeGreaterThan(0);
  await client.close();
  await platform.close();
});

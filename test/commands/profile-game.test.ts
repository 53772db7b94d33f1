import { afterAll, beforeAll, expect, it } from "vitest";

import profile from "../../commands/profile.ts";
import { MilepostError } from "../../src/base/errors.ts";
import { int64 } from "../../src/base/int64.ts";
import { headlines, readAccountStats } from "../../src/game/stats.ts";
import { english } from "../../src/messages/en.ts";
import { markdownIn, press, run, selectIn } from "../support/run-command.ts";
import { type Table, openTable } from "./platform-harness.ts";

let table: Table;
beforeAll(async () => {
  table = await openTable("neutral");
});
afterAll(() => table.close());

const profileOf = async (player: number, compare?: number) => {
  const { players } = table.platform.world;
  const named = compare === undefined ? {} : { compare: players.membershipId(compare) };
  return markdownIn(await run(profile, table.services, { player: players.membershipId(player), ...named }));
};
const labelsOf = (player: number) => {
  const { players } = table.platform.world;
  const [account] = players.accounts(player);
  const ref = account && players.account(account.membershipType, account.id);
  return (ref ? players.characters(ref) : []).map(({ label }) => String(label));
};

it("a profile names the characters, without anybody's session", async () => {
  const labels = labelsOf(7);
  expect(labels.length).toBeGreaterThan(0);
  const shown = await profileOf(7);
  for (const label of labels) expect(shown).toContain(label);
});

it("two players are compared by their characters too", async () => {
  const shown = await profileOf(7, 8);
  expect(shown).toContain(`**${english.profile.rows.characters}**`);
  for (const label of [...labelsOf(7), ...labelsOf(8)]) expect(shown).toContain(label);
});

it("a service that does not say them has its profiles without", async () => {
  const without = await openTable("neutral", (shipped) => {
    const { characters: _, "stats.account": __, ...operations } = shipped.operations;
    return { ...shipped, operations };
  });
  const player = without.platform.world.players.membershipId(7);
  const shown = markdownIn(await run(profile, without.services, { player }));
  expect(shown).toContain(without.platform.world.players.name(7));
  expect(shown).not.toContain(english.profile.rows.characters);
  await without.close();
});

it("a player's second account stands in where the platform can't answer about the first", async () => {
  const { platform } = table.services;
  const { players } = table.platform.world;
  const player = Array.from({ length: 40 }, (_, index) => index).find(
    (one) => players.accounts(one).length > 1,
  );
  if (player === undefined) throw new Error("no player has two accounts");
  const membershipId = players.membershipId(player);
  const [first, second] = (await platform.accountsOf({ membershipId })).data;
  const asked: string[] = [];
  const broken = {
    ...table.services,
    platform: {
      ...platform,
      characters: async (query: Parameters<typeof platform.characters>[0]) => {
        asked.push(query.id);
        if (query.id === first?.id)
          throw new MilepostError("platform-unavailable", { operation: "characters", platformCode: 1618 });
        return platform.characters(query);
      },
    },
  };
  const shown = markdownIn(await run(profile, broken, { player: membershipId }));
  expect(asked).toEqual([first?.id, second?.id]);
  expect(shown).toContain(`**${english.profile.rows.characters}**`);
});

it("of two players of one name, the one who works is there to be picked beside the broken one", async () => {
  const { platform } = table.services;
  const entries = ["4611686018000000001", "4611686018000000002"].map((membershipId) => ({
    membershipId: int64(membershipId),
    displayName: "Ada",
  }));
  const userById = async (query: Parameters<typeof platform.userById>[0]) => {
    const [broken, working] = entries;
    if (query.membershipId === broken?.membershipId || working === undefined)
      throw new MilepostError("platform-unavailable", { operation: "user.byId", platformCode: 1618 });
    return { data: working, at: 0, isStale: false };
  };
  const userSearch = async () => ({ data: { entries, hasMore: false }, at: 0, isStale: false });
  const services = { ...table.services, platform: { ...platform, userById, userSearch } };
  const found = await run(profile, services, { player: "Ada" });
  const { choose, entries: offered } = selectIn(found, "open");
  expect(offered).toHaveLength(2);
  const opened = await press(profile, services, { ...choose, chosen: offered[1]?.value });
  expect(markdownIn(opened)).toContain("Ada");
});

it("a player who keeps them private is said to, and the profile stands", async () => {
  const { platform } = table;
  platform.faults.add({ kind: "code", code: 1665, operation: "characters" });
  // Another player than before: what was read is kept for a while.
  const shown = await profileOf(9);
  platform.faults.clear();
  expect(shown).toContain(english.profile.gamePrivate);
  expect(shown).toContain(platform.world.players.name(9));
});

it.each([
  [{ kind: "code", code: 99 }, "sign-in-needed", 10],
  [{ kind: "http", status: 401 }, "platform-unavailable", 12],
  [{ kind: "http", status: 500 }, "platform-unavailable", 11],
] as const)(
  "a service that answers %j is said to, and not that the player is private",
  async (fault, code, player) => {
    const { platform } = table;
    platform.faults.add({ ...fault, operation: "characters" });
    const shown = await profileOf(player);
    platform.faults.clear();
    expect(shown).toContain(`-# Characters: ${english.errors.byCode[code].title}`);
    expect(shown).not.toContain(english.profile.gamePrivate);
    expect(shown).toContain(platform.world.players.name(player));
  },
);

const value = (total: number, perGame?: number) => ({
  basic: { value: total, displayValue: String(total) },
  ...(perGame !== undefined && { pga: { value: perGame, displayValue: String(perGame) } }),
});

it("headline figures are the time played and what the platform names first, never a ratio", () => {
  const allTime = {
    ratio: { statId: "ratio", ...value(1.5) },
    wins: { statId: "wins", ...value(40, 0.4) },
    secondsPlayed: { statId: "secondsPlayed", ...value(90_000, 900) },
    assists: { statId: "assists", ...value(300, 3) },
    losses: { statId: "losses", ...value(60, 0.6) },
  };
  const tables = readAccountStats({ merged: { allTime }, results: null });
  expect(headlines(tables).map(({ id }) => id)).toEqual(["secondsPlayed", "wins", "assists"]);
});

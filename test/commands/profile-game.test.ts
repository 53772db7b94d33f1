import { afterAll, beforeAll, expect, it } from "vitest";

import profile from "../../commands/profile.ts";
import { headlines, readAccountStats } from "../../src/game/stats.ts";
import { english } from "../../src/messages/en.ts";
import { markdownIn, run } from "../support/run-command.ts";
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
  [{ kind: "http", status: 401 }, "sign-in-needed", 10],
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

import { describe, expect, test } from "vitest";

import stats from "../../commands/stats.ts";
import { int64 } from "../../src/base/int64.ts";
import { readAccountStats, readCharacterStats } from "../../src/game/stats.ts";
import { parseProfile } from "../../src/platform/profile/load.ts";
import { readDuration } from "../../src/platform/resources/dates.ts";
import { fakeServices } from "../support/fake-services.ts";
import { run, seen } from "../support/run-command.ts";
import { answering, otherProfile } from "./support/other-service.ts";
import { connect } from "./support/served.ts";

const profile = (origin: string) =>
  otherProfile(origin, {
    operations: {
      "user.byId": { path: "/users/{membershipId}" },
      "stats.account": { path: "/users/{id}/stats" },
      "stats.character": { path: "/heroes/{character}" },
      progression: { path: "/users/{id}/progress" },
    },
    renames: {
      GeneralUser: { membershipId: "id", displayName: "nick" },
      GameHistoricalStatsWithMerged: { merged: "" },
      GameHistoricalStatsByPeriod: { allTime: "stats" },
      GameHistoricalStatsValue: { statId: "name", basic: "" },
      CharacterProgressions: { data: "heroes" },
      GameProgression: { progressionHash: "id" },
    },
    keys: { GameHistoricalStatsByPeriod: "hero.name", GameCharacterProgressionComponent: "hero" },
    units: {
      played: "seconds",
      ratio: "share",
      hits: "percent",
      walked: "metres",
      best: "milliseconds",
      flown: "kilometres",
    },
  });

const list = [
  { name: "wins", value: 3 },
  { name: "played", value: "PT1H33M" },
  { name: "ratio", value: 0.456 },
  { name: "hits", value: 45 },
  { name: "walked", value: 12_345 },
  { value: 7 },
];
const player = { membershipType: 0, id: int64("1") };

describe("a list that stands for a dictionary", () => {
  test("of statistics is read by their names", async () => {
    await using served = await answering(() => ({ stats: list }));
    await using client = connect(served.origin, () => profile(served.origin));
    const { merged } = readAccountStats((await client.statsAccount(player)).data);
    expect(merged?.stats.map(({ id, total }) => [id, total.value])).toEqual([
      ["wins", 3],
      ["played", 5_580],
      ["ratio", 0.456],
      ["hits", 45],
      ["walked", 12_345],
      ["#5", 7],
    ]);
  });

  test("by mode or hero is read by what the profile calls its key", async () => {
    await using served = await answering(() => [
      { hero: { name: "Ann" }, stats: list },
      { hero: { name: "Max" }, stats: [{ name: "wins", value: 1 }] },
    ]);
    await using client = connect(served.origin, () => profile(served.origin));
    const query = { ...player, character: int64("2"), period: "allTime" } as const;
    const { modes } = readCharacterStats((await client.statsCharacter(query)).data);
    expect(modes.map(({ mode, table }) => [mode, table.stats.length])).toEqual([
      ["Ann", 6],
      ["Max", 1],
    ]);
  });

  test("of progress is read by hashes and by characters", async () => {
    const progressions = [{ id: 5, level: 2 }, { id: 6, level: 3 }, { level: 9 }];
    await using served = await answering(() => ({ heroes: [{ hero: "7", progressions }] }));
    await using client = connect(served.origin, () => profile(served.origin));
    const { data, unread } = await client.progression(player);
    expect(Object.keys(data.data ?? {})).toEqual(["7"]);
    expect(Object.keys(data.data?.["7"]?.progressions ?? {})).toEqual(["5", "6"]);
    expect(unread).toBe(1);
  });

  test("of an unknown record is a fault", () => {
    const given = {
      id: "other",
      name: "Other",
      hosts: { portal: "https://other.example" },
      locale: { default: "en" },
      operations: { "milestones.public": { path: "/events" } },
      keys: { GameHistoricalStat: "hero" },
    };
    expect(parseProfile(JSON.stringify(given)).faults).toMatchObject([{ path: "keys.GameHistoricalStat" }]);
  });
});

test("a statistic is shown in what it counts", async () => {
  await using served = await answering(({ url }) =>
    url.endsWith("stats")
      ? { stats: [...list, { name: "best", value: 93_500 }, { name: "flown", value: 2.5 }] }
      : { id: 1, nick: "Ann" },
  );
  const given = profile(served.origin);
  await using client = connect(served.origin, () => given);
  const services = { ...fakeServices({ platform: client }), profile: given };
  const shown = seen(await run(stats, services, { player: "1" }));
  for (const words of ["1 hr, 33 min", "45.6%", "45%", "12.3 km", "93.5 sec", "2,500 m"])
    expect(shown).toContain(words);
});

test.each([
  ["PT1H33M", 5_580],
  ["P1DT0.5S", 86_400.5],
  ["-PT10M", -600],
  ["P2W", 1_209_600],
  ["P", undefined],
  ["PT", undefined],
  ["P1M", undefined],
  ["P1Y", undefined],
  ["1:33", undefined],
  [5, undefined],
])("%j is a duration of %j seconds", (value, seconds) => {
  expect(readDuration(value)).toBe(seconds);
});

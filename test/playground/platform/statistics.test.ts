import { describe, expect, test } from "vitest";

import { createGameData } from "../../../src/playground/platform/game-data/game-data.ts";
import { modes } from "../../../src/playground/platform/game-data/statistics.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { DAY } from "../../support/time.ts";
import { NOON } from "./support.ts";

const FIELDS = { title: "title", summary: "summary", body: "body", image: "image" };
const clock = new ManualClock(NOON);
const { players, statistics, lexicon } = createGameData({
  seed: 1,
  clock,
  membershipTypes: [2, 1],
  articleFields: FIELDS,
});

/** Characters of some players, with what is asked of each. */
const characters = [0, 1, 2, 3, 4, 6, 8].flatMap((player) =>
  ([0, 1] as const)
    .filter((kind) => players.hasKind(player, kind))
    .flatMap((kind) =>
      players
        .characters({ player, kind })
        .map((one) => ({ ...one, account: { player, kind }, character: one.id })),
    ),
);
type Asked = (typeof characters)[number];

/** Each mode's groups of the 31 days up to `to`. */
function groups(one: Asked, period: "daily" | "activity", to = NOON) {
  const found = statistics.character({ ...one, language: "en", period, from: to - 30 * DAY, to });
  return modes.map(({ name, value }) => ({ mode: value, list: found[name]?.daily ?? [] }));
}
const activities = characters.flatMap((one) =>
  groups(one, "activity").flatMap(({ mode, list }) =>
    list.map(({ period, activityDetails }) => ({ one, mode, period: period ?? "", ...activityDetails })),
  ),
);

describe("activities", () => {
  test("lie in the past, and none is later than the character was last played", () => {
    expect(activities.length).toBeGreaterThan(500);
    for (const { one, period } of activities) {
      expect(Date.parse(period)).toBeLessThanOrEqual(Date.parse(one.lastPlayed ?? ""));
    }
    const played = characters.map(({ lastPlayed }) => Date.parse(lastPlayed ?? ""));
    expect(Math.max(...played)).toBeLessThanOrEqual(NOON);
    expect(Math.min(...played)).toBeLessThan(NOON - DAY);
  });

  test("are the matches that the day counts, in the order of time", () => {
    for (const one of characters) {
      const days = groups(one, "daily");
      for (const { mode, list } of groups(one, "activity")) {
        const counted = days.find((day) => day.mode === mode)?.list ?? [];
        const told = counted.map(({ period, values }) => [
          period?.slice(0, 10),
          values?.["matches"]?.basic?.value,
        ]);
        const perDay = Map.groupBy(list, ({ period }) => period?.slice(0, 10));
        expect([...perDay].map(([day, matches]) => [day, matches.length])).toEqual(told);
        const times = list.map(({ period }) => period);
        expect(times).toEqual(times.toSorted());
      }
    }
  });

  test("have instance ids of their own, the same wherever a match is listed", () => {
    const matches = Map.groupBy(activities, ({ instanceId }) => instanceId);
    for (const same of matches.values()) {
      expect(new Set(same.map(({ one, period }) => one.id + period)).size).toBe(1);
      expect(same.length).toBeLessThanOrEqual(2);
    }
  });

  test("name their mode and what it belongs to, and one place of that kind", () => {
    for (const { mode, modes: all, mode: listed, referenceId, directorActivityHash } of activities) {
      expect(all).toContain(listed);
      expect(new Set(all).size).toBe(all?.length);
      expect(all).not.toEqual(expect.arrayContaining([5, 7]));
      expect(all).toContain(mode);
      const [one, other] = [referenceId, directorActivityHash].map((hash) =>
        lexicon.definition("activity", hash ?? 0, "en"),
      );
      expect(one?.["isPvP"]).toBe(all?.includes(5));
      expect(one?.["destinationHash"]).toBe(other?.["destinationHash"]);
      const kind = { 3: "Vigil", 4: "Descent", 10: "Control", 15: "Duel" }[listed ?? 0] ?? "\\w+";
      expect(one?.displayProperties?.name).toMatch(new RegExp(`^${kind}: `));
    }
  });
});

describe("all ventures and all contests", () => {
  test("are the sum of what belongs to them", () => {
    const [, contests, , , control, duel] = modes.map(({ name }) =>
      Number(
        statistics.character({ ...first, language: "en", period: "allTime", from: 0, to: 0 })[name]
          ?.allTime?.["matches"]?.basic?.value,
      ),
    );
    expect(contests).toBe(Number(control) + Number(duel));
  });
});

test("the three tiers sum to all time, count by count", () => {
  const found = statistics.character({ ...first, language: "en", period: "allTime", from: 0, to: 0 });
  for (const { allTime, allTimeTier1, allTimeTier2, allTimeTier3 } of Object.values(found)) {
    for (const stat of ["matches", "wins", "score", "deaths"]) {
      const parts = [allTimeTier1, allTimeTier2, allTimeTier3].map(
        (tier) => tier?.[stat]?.basic?.value ?? Number.NaN,
      );
      expect(parts.reduce((sum, part) => sum + part)).toBe(allTime?.[stat]?.basic?.value);
    }
  }
});

const [first] = characters as [Asked, ...Asked[]];

describe("statistics begin", () => {
  test("no earlier than all time counts, and not before the account", () => {
    for (const to of ["0000-02-02", "1970-02-01", "2015-01-31", "2025-08-01"]) {
      const at = Date.parse(`${to}T00:00:00Z`);
      for (const { list } of groups(first, "daily", at)) expect([to, list]).toEqual([to, []]);
    }
    const { firstAccess } = players.user(first.account.player);
    const young = new ManualClock(Date.parse(firstAccess ?? "") + 20 * DAY);
    const then = createGameData({ seed: 1, clock: young, membershipTypes: [2, 1], articleFields: FIELDS });
    const days = then.statistics.character({
      ...first,
      language: "en",
      period: "daily",
      from: young.now() - 30 * DAY,
      to: young.now(),
    });
    const periods = Object.values(days).flatMap(({ daily }) => daily ?? []);
    expect(periods.length).toBeGreaterThan(3);
    for (const { period } of periods) {
      expect(Date.parse(period ?? "") + DAY).toBeGreaterThan(Date.parse(firstAccess ?? ""));
    }
  });

  test("once: what was played stays as time goes on", () => {
    const before = groups(first, "activity", NOON - 2 * DAY);
    clock.at += 3 * DAY;
    const after = groups(first, "activity", NOON - 2 * DAY);
    clock.at -= 3 * DAY;
    expect(after).toEqual(before);
    expect(before.some(({ list }) => list.length > 0)).toBe(true);
  });
});

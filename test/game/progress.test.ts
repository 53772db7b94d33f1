import { describe, expect, it } from "vitest";

import { int64 } from "../../src/base/int64.ts";
import type { Names } from "../../src/game/names.ts";
import { readProgress } from "../../src/game/progress.ts";
import { toOwnMilestone } from "../../src/game/progress-milestones.ts";
import { goalOf, shareOf, toObjective } from "../../src/game/progress-objectives.ts";
import { toQuest } from "../../src/game/progress-quests.ts";
import { resetsFrom } from "../../src/game/progress-resets.ts";
import { toTrack } from "../../src/game/progress-tracks.ts";

const nobody: Names = { of: () => undefined };
const status = (started?: boolean, completed?: boolean, redeemed?: boolean) => ({
  questHash: 5,
  started,
  completed,
  redeemed,
});
const quest = (given: object) => ({ questItemHash: 5, ...given });
const rewards = (
  ...entries: readonly (readonly [earned: boolean | undefined, redeemed: boolean | undefined])[]
) => [
  {
    rewardCategoryHash: 1,
    entries: entries.map(([earned, redeemed], index) => ({ rewardEntryHash: index + 1, earned, redeemed })),
  },
];

describe("a milestone is", () => {
  it.each([
    [
      "unknown, when a quest reads false three times",
      { availableQuests: [quest({ status: status(false, false, false) })] },
      "unknown",
    ],
    ["unknown, when it says nothing", {}, "unknown"],
    ["unknown, when its quest says nothing", { availableQuests: [quest({})] }, "unknown"],
    [
      "unknown, when a quest reads false three times beside rewards not earned",
      { availableQuests: [quest({ status: status(false, false, false) })], rewards: rewards([false, false]) },
      "unknown",
    ],
    [
      "open, when its quest is begun",
      { availableQuests: [quest({ status: status(true, false, false) })] },
      "open",
    ],
    [
      "open, when no quest speaks and its rewards are not earned",
      { rewards: rewards([false, false]) },
      "open",
    ],
    [
      "unknown, when rewards leave it open whether they are earned",
      { rewards: rewards([undefined, undefined]) },
      "unknown",
    ],
    [
      "open, when a challenge is begun",
      {
        availableQuests: [
          quest({ challenges: [{ objective: { objectiveHash: 1, progress: 2, complete: false } }] }),
        ],
      },
      "open",
    ],
    [
      "unknown, when a challenge stands at nothing",
      {
        availableQuests: [
          quest({ challenges: [{ objective: { objectiveHash: 1, progress: 0, complete: false } }] }),
        ],
      },
      "unknown",
    ],
    [
      "done, when its quest is completed",
      { availableQuests: [quest({ status: status(true, true, false) })] },
      "done",
    ],
    [
      "done, when its quest is redeemed",
      { availableQuests: [quest({ status: status(false, false, true) })] },
      "done",
    ],
    [
      "done, when its rewards are taken, whatever the quest reads",
      {
        availableQuests: [quest({ status: status(false, false, false) })],
        rewards: rewards([true, true], [true, true]),
      },
      "done",
    ],
    [
      "claimable, when one reward is earned and not taken",
      {
        availableQuests: [quest({ status: status(false, true, false) })],
        rewards: rewards([true, true], [true, false]),
      },
      "claimable",
    ],
    [
      "done, when its rewards are earned and the service has no taking",
      { rewards: rewards([true, undefined], [true, undefined]) },
      "done",
    ],
    [
      "unknown, when only some of its rewards are earned and the service has no taking",
      { rewards: rewards([true, undefined], [false, undefined]) },
      "unknown",
    ],
    [
      "open, when one of its quests is done and one begun",
      { availableQuests: [quest({ status: status(true, true) }), quest({ status: status(true, false) })] },
      "open",
    ],
    [
      "done, when the activity says so",
      {
        availableQuests: [
          quest({
            activity: {
              activityHash: 3,
              variants: [{ activityHash: 3, completionStatus: { completed: true } }],
            },
          }),
        ],
      },
      "done",
    ],
  ] as const)("%s", (_, record, state) => {
    const given = record as unknown as Parameters<typeof toOwnMilestone>[0];
    expect(toOwnMilestone({ ...given, milestoneHash: 9 }).state).toBe(state);
  });

  it("the same whether empty members are null or left out", () => {
    const nulls = {
      availableQuests: null,
      values: null,
      vendorHashes: null,
      vendors: null,
      rewards: null,
      startDate: null,
      endDate: null,
    };
    expect(toOwnMilestone({ milestoneHash: 1, ...nulls })).toEqual(toOwnMilestone({ milestoneHash: 1 }));
  });
});

describe("a quest is", () => {
  it.each([
    [status(true, false, false), "open"],
    [status(true, true, false), "claimable"],
    [status(true, true, true), "done"],
    [status(true, true), "done"],
    [{ ...status(true, true), redeemed: null }, "done"],
    [status(false, false, true), "done"],
    [status(false, false, false), "unknown"],
    [status(), "unknown"],
  ] as const)("%j: %s", (record, state) => {
    expect(toQuest(record).state).toBe(state);
  });
});

describe("a progression", () => {
  it("says what is left of its caps, and nothing of limits of 0", () => {
    const track = toTrack(
      {
        level: 3,
        levelCap: 10,
        nextLevelAt: 400,
        progressToNextLevel: 100,
        weeklyProgress: 250,
        weeklyLimit: 1000,
        dailyProgress: 5,
        dailyLimit: 0,
      },
      "progression",
      7,
    );
    expect(track).toMatchObject({
      share: 0.25,
      inLevel: { done: 100, goal: 400 },
      weekly: { done: 250, limit: 1000, left: 750 },
      daily: undefined,
      isAtCap: false,
    });
  });

  it.each([
    [
      "has no highest level where the cap is -1",
      { level: 3, levelCap: -1 },
      { levelCap: undefined, isAtCap: false },
    ],
    [
      "is at its highest level when nothing is left to reach",
      { level: 10, levelCap: 10, nextLevelAt: 0 },
      { isAtCap: true, share: undefined },
    ],
    [
      "never has more than its limit, nor less than nothing",
      { weeklyProgress: 70, weeklyLimit: 50, currentProgress: -4, level: -1 },
      { weekly: { done: 50, limit: 50, left: 0 }, points: 0, level: 0 },
    ],
    [
      "says nothing of a level without a goal",
      { level: 1, nextLevelAt: 0, progressToNextLevel: 5 },
      { share: undefined, inLevel: undefined },
    ],
    [
      "says nothing that the service doesn't",
      { levelCap: 10, nextLevelAt: 400, weeklyLimit: 50, dailyLimit: null, dailyProgress: 3 },
      {
        level: undefined,
        points: undefined,
        isAtCap: false,
        inLevel: undefined,
        share: undefined,
        weekly: undefined,
        daily: undefined,
      },
    ],
  ] as const)("%s", (_, record, expected) => {
    expect(toTrack(record, "progression", 7)).toMatchObject(expected);
  });
});

describe("an objective's goal", () => {
  const defined: Names = {
    of: (table, hash) => (table === "objective" && hash === 1 ? { name: "x", goal: 40 } : undefined),
  };

  it.each([
    ["the record's, where it has one", { objectiveHash: 1, completionValue: 25 }, defined, 25],
    ["the definition's, where the record has none", { objectiveHash: 1 }, defined, 40],
    ["the definition's, where the record says 0", { objectiveHash: 1, completionValue: 0 }, defined, 40],
    ["unknown, where nobody says", { objectiveHash: 2 }, defined, undefined],
  ] as const)("is %s", (_, record, names, goal) => {
    expect(goalOf(toObjective(record), names)).toBe(goal);
  });

  it("makes a share only where all of them are known", () => {
    const half = toObjective({ objectiveHash: 1, completionValue: 10, progress: 5 });
    const done = toObjective({ objectiveHash: 2, complete: true });
    const bare = toObjective({ objectiveHash: 3, progress: 5 });
    expect(shareOf([half, done], nobody)).toBe(0.75);
    expect(shareOf([half, bare], nobody)).toBeUndefined();
    expect(shareOf([], nobody)).toBeUndefined();
  });
});

describe("an answer", () => {
  it.each([
    ["private, when data is left out", { privacy: 2 }, "private"],
    ["private, when data is empty", { data: {}, privacy: 2 }, "private"],
    ["without characters, when nothing is hidden", { data: {}, privacy: 1 }, "none"],
    ["shown, whatever the setting says, when there is data", { data: { "5": {} }, privacy: 2 }, "shown"],
  ] as const)("is %s", (_, record, state) => {
    expect(readProgress(record).state).toBe(state);
  });

  it("keeps the characters in the platform's order, with their labels, ids beyond 2^53 whole", () => {
    const [first, second] = [int64("2305843009301174053"), int64("2305843009301174052")];
    const reading = readProgress({ data: { [second]: {}, [first]: {}, "7": {} } }, [
      { id: first, label: "Warden" },
      { id: second, label: 2 },
    ]);
    expect(reading.state === "shown" && reading.characters.map(({ id, label }) => [id, label])).toEqual([
      [first, "Warden"],
      [second, "2"],
      ["7", undefined],
    ]);
  });

  it("leaves out what names nothing: hashes of 0, keys that are no hash, items without objectives", () => {
    const reading = readProgress({
      data: {
        "5": {
          milestones: { "0": { milestoneHash: 0 } },
          quests: [{ questHash: 0 }],
          factions: { "0": { progressionHash: 3, factionHash: 0 } },
          uninstancedItemObjectives: {
            x: [{ objectiveHash: 1 }],
            "9": [],
            "4294967296": [{ objectiveHash: 1 }],
            "8": [{ objectiveHash: 1 }],
          },
        },
      },
    });
    expect(reading).toMatchObject({
      characters: [{ milestones: [], quests: [], factions: [], items: [{ item: 8 }] }],
    });
  });
});

const days = (count: number) => count * 24 * 60 * 60 * 1000;

describe("the weekly reset", () => {
  const now = Date.UTC(2026, 4, 20, 12);
  const start = Date.UTC(2026, 4, 19, 17);
  const week = { starts: start, ends: start + days(7) };

  it.each([
    ["that of what is on for a week", [week, { starts: start, ends: start + days(42) }], week],
    ["unknown, when nothing lasts a week", [{ starts: start, ends: start + days(42) }, {}], undefined],
    ["not that of a week that is over", [{ starts: start - days(7), ends: start }], undefined],
    ["the one most of them have", [{ starts: start - days(3), ends: start + days(4) }, week, week], week],
    [
      "still known when the clocks change",
      [{ starts: start, ends: start + days(7) - 3_600_000 }],
      { starts: start, ends: start + days(7) - 3_600_000 },
    ],
  ] as const)("is %s", (_, terms, expected) => {
    const reset = expected && { last: expected.starts, next: expected.ends };
    expect(resetsFrom(terms, now).weekly).toEqual(reset);
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readProgress } from "../../src/game/progress.ts";
import type { Names } from "../../src/game/names.ts";
import type { Resets } from "../../src/game/progress-resets.ts";
import { whatNext } from "../../src/game/what-next.ts";
import type { GameCharacterProgressionComponent } from "../../src/platform/resources/progression.ts";
import { HOUR } from "../support/time.ts";

const NOW = Date.UTC(2026, 4, 20, 12);
const nobody: Names = { of: () => undefined };
const iso = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
const weekly = (hours: number): Resets => ({
  weekly: { last: NOW + hours * HOUR - 168 * HOUR, next: NOW + hours * HOUR },
});

const open = (milestoneHash: number, hours?: number, progress?: number) => ({
  [String(milestoneHash)]: {
    milestoneHash,
    ...(hours !== undefined && { endDate: iso(hours) }),
    availableQuests: [
      {
        questItemHash: 1,
        status: { questHash: 1, started: true, completed: false },
        ...(progress !== undefined && {
          challenges: [{ objective: { objectiveHash: 70, progress, completionValue: 100, complete: false } }],
        }),
      },
    ],
  },
});
const reward = (milestoneHash: number, hours?: number) => ({
  [String(milestoneHash)]: {
    milestoneHash,
    ...(hours !== undefined && { endDate: iso(hours) }),
    rewards: [{ rewardCategoryHash: 1, entries: [{ rewardEntryHash: 1, earned: true, redeemed: false }] }],
  },
});
const unknown = {
  "90": {
    milestoneHash: 90,
    endDate: iso(2),
    availableQuests: [
      { questItemHash: 1, status: { questHash: 1, started: false, completed: false, redeemed: false } },
    ],
  },
};
const cap = (progressionHash: number, weeklyProgress: number) => ({
  [String(progressionHash)]: { progressionHash, weeklyProgress, weeklyLimit: 100 },
});
const questOf = (questHash: number, progress: number, more = {}) => ({
  questHash,
  started: true,
  completed: false,
  stepObjectives: [{ objectiveHash: 71, progress, completionValue: 100, complete: false }],
  ...more,
});

function suggested(component: GameCharacterProgressionComponent, resets: Resets = {}) {
  const reading = readProgress({ data: { "1": component } });
  return reading.state === "shown" ? whatNext(reading.characters, { now: NOW, resets, names: nobody }) : [];
}

describe("what next", () => {
  it.each<[string, GameCharacterProgressionComponent, Resets, readonly number[]]>([
    [
      "a reward comes before what ends within a day",
      { milestones: { ...open(2, 3), ...reward(1) } },
      {},
      [1, 2],
    ],
    [
      "the reward that is lost soonest comes first",
      { milestones: { ...reward(1), ...reward(2, 90), ...reward(3, 5) } },
      {},
      [3, 2, 1],
    ],
    [
      "what ends within a day comes before a cap about to be wasted",
      { milestones: open(1, 20), progressions: cap(2, 10) },
      weekly(30),
      [1, 2],
    ],
    [
      "a cap about to be wasted comes before what is nearly done",
      { progressions: cap(2, 10), quests: [questOf(1, 95)] },
      weekly(30),
      [2, 1],
    ],
    [
      "what is nearly done comes before a cap with time left",
      { progressions: cap(2, 10), quests: [questOf(1, 95)] },
      weekly(90),
      [1, 2],
    ],
    [
      "of two caps, the one with more left",
      { progressions: { ...cap(1, 80), ...cap(2, 10) } },
      weekly(30),
      [2, 1],
    ],
    ["of two quests, the one nearer to its end", { quests: [questOf(1, 85), questOf(2, 90)] }, {}, [2, 1]],
    [
      "of what is begun, what the player tracks",
      { quests: [questOf(1, 50), questOf(2, 10, { tracked: true })] },
      {},
      [2, 1],
    ],
    ["a full cap is not suggested", { progressions: cap(1, 100) }, weekly(5), []],
    ["what is unknown is not suggested, even if it ends soon", { milestones: unknown }, {}, []],
    ["what is over is not suggested", { milestones: { ...open(1, -1), ...reward(2, -1) } }, {}, []],
    [
      "a cap without a known reset is suggested last",
      { progressions: cap(3, 10), quests: [questOf(1, 5)] },
      {},
      [1, 3],
    ],
    [
      "a bounty not begun is not suggested",
      { uninstancedItemObjectives: { "5": [{ objectiveHash: 1, progress: 0, complete: false }] } },
      {},
      [],
    ],
    [
      "a finished bounty waits to be handed in",
      { uninstancedItemObjectives: { "5": [{ objectiveHash: 1, complete: true }] } },
      {},
      [5],
    ],
  ])("%s", (_, component, resets, expected) => {
    expect(suggested(component, resets).map(({ subject }) => subject.hash)).toEqual(expected);
  });

  it("says what is left, and until when", () => {
    const [first] = suggested({ milestones: open(1, 20, 40) });
    expect(first?.reason).toEqual({
      kind: "finish",
      share: 0.4,
      left: { objective: 70, amount: 60 },
      ends: NOW + 20 * HOUR,
    });
  });

  it("takes the goal from the definition, and shows no share where there is none", () => {
    const component = {
      quests: [{ questHash: 1, started: true, stepObjectives: [{ objectiveHash: 7, progress: 9 }] }],
    };
    const reading = readProgress({ data: { "1": component } });
    const characters = reading.state === "shown" ? reading.characters : [];
    const defined: Names = { of: (table) => (table === "objective" ? { name: "n", goal: 10 } : undefined) };
    const share = (names: Names) => {
      const [one] = whatNext(characters, { now: NOW, resets: {}, names });
      return one?.reason.kind === "finish" ? one.reason.share : "none";
    };
    expect(share(defined)).toBe(0.9);
    expect(share(nobody)).toBeUndefined();
  });

  it("does not depend on the order of the answer", () => {
    const quests = [
      questOf(1, 50),
      questOf(2, 50),
      questOf(3, 90),
      questOf(4, 10, { tracked: true }),
      questOf(5, 100),
    ];
    const sorted = suggested({ quests });
    fc.assert(
      fc.property(fc.shuffledSubarray(quests, { minLength: quests.length }), (shuffled) => {
        expect(suggested({ quests: shuffled })).toEqual(sorted);
      }),
    );
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readProgress } from "../../src/game/progress.ts";
import { changesSince, sinceWhen } from "../../src/game/since.ts";
import { readSnapshot, writeSnapshot } from "../../src/game/since-snapshot.ts";
import type { GameCharacterProgressionComponent } from "../../src/platform/resources/progression.ts";

function characters(component: GameCharacterProgressionComponent) {
  const reading = readProgress({ data: { "1": component } });
  return reading.state === "shown" ? reading.characters : [];
}

function changes(before: GameCharacterProgressionComponent, after: GameCharacterProgressionComponent) {
  const snapshot = readSnapshot(writeSnapshot(characters(before)));
  if (snapshot === undefined) throw new Error("not a snapshot");
  return changesSince(snapshot, characters(after)).flatMap((one) => one.changes);
}

const level = (level: number, currentProgress: number) => ({
  progressions: { "7": { progressionHash: 7, level, currentProgress } },
});
const milestone = (earned: boolean, redeemed: boolean) => ({
  milestones: {
    "3": {
      milestoneHash: 3,
      rewards: [{ rewardCategoryHash: 1, entries: [{ rewardEntryHash: 1, earned, redeemed }] }],
    },
  },
});
const quest = (stepHash: number, more = {}) => ({
  quests: [{ questHash: 5, stepHash, started: true, ...more }],
});

describe("what changed since", () => {
  it.each<[string, GameCharacterProgressionComponent, GameCharacterProgressionComponent, readonly object[]]>([
    ["nothing", level(3, 50), level(3, 50), []],
    [
      "levels and points",
      level(3, 50),
      level(5, 900),
      [{ kind: "grew", table: "progression", hash: 7, level: 5, levels: 2, points: 850 }],
    ],
    [
      "a season that began anew",
      level(9, 900),
      level(1, 20),
      [{ kind: "restarted", table: "progression", hash: 7 }],
    ],
    [
      "a level or points the service says no more: not a change",
      level(9, 900),
      { progressions: { "7": { progressionHash: 7 } } },
      [],
    ],
    ["a progression that was not there: not a change", {}, level(3, 50), []],
    [
      "a reward earned",
      milestone(false, false),
      milestone(true, false),
      [{ kind: "milestone", hash: 3, state: "claimable" }],
    ],
    [
      "a reward taken",
      milestone(true, false),
      milestone(true, true),
      [{ kind: "milestone", hash: 3, state: "done" }],
    ],
    ["a new week of a milestone done: not a change", milestone(true, true), milestone(false, false), []],
    ["a milestone missing from the answer: not over", milestone(true, false), {}, []],
    ["a milestone that came back: not a change", {}, milestone(true, true), []],
    ["a step of a quest", quest(11), quest(12), [{ kind: "quest", hash: 5, change: "advanced" }]],
    ["a quest begun", {}, quest(11), [{ kind: "quest", hash: 5, change: "begun" }]],
    [
      "a quest to hand in",
      quest(11),
      quest(11, { completed: true, redeemed: false }),
      [{ kind: "quest", hash: 5, change: "claimable" }],
    ],
    [
      "a quest that is done, of a service that knows no handing in",
      quest(11),
      quest(11, { completed: true }),
      [{ kind: "quest", hash: 5, change: "done" }],
    ],
    ["a quest that reads false three times: not a change", quest(11), quest(11, { started: false }), []],
    ["a quest that is gone: not a change", quest(11), {}, []],
  ])("%s", (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  it("a character that was not there has no changes", () => {
    const snapshot = readSnapshot(`{"v":1,"c":{}}`);
    expect(snapshot && changesSince(snapshot, characters(level(3, 4)))).toEqual([
      { character: "1", changes: [] },
    ]);
  });
});

describe("a snapshot", () => {
  it("is small: 250 progressions, 250 milestones and 250 quests in less than 20 KB", () => {
    const hashes = Array.from({ length: 250 }, (_, index) => 4_000_000_000 + index);
    const all = {
      progressions: Object.fromEntries(
        hashes.map((hash) => [hash, { progressionHash: hash, level: 12, currentProgress: 48_210 }]),
      ),
      milestones: Object.fromEntries(hashes.map((hash) => [hash, { milestoneHash: hash }])),
      quests: hashes.map((hash) => ({ questHash: hash, stepHash: hash })),
    };
    expect(writeSnapshot(characters(all)).length).toBeLessThan(20_000);
  });

  it.each([
    "",
    "null",
    "{}",
    "[]",
    `{"v":2,"c":{}}`,
    `{"v":1}`,
    `{"v":1,"c":{"x":{}}}`,
    `{"v":1,"c":{"1":{"p":[[1,2]],"f":[],"m":[],"q":[]}}}`,
    `{"v":1,"c":{"1":{"p":[],"f":[],"m":[[3,9]],"q":[]}}}`,
  ])("that is none is not read: %s", (content) => {
    expect(readSnapshot(content)).toBeUndefined();
  });

  it("may be any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readSnapshot(text)).toBeUndefined();
      }),
    );
  });
});

describe("the moment to compare with", () => {
  const now = Date.UTC(2026, 4, 20, 12);
  it.each([
    ["reset", { weekly: { last: 5, next: 9 } }, 5],
    ["reset", {}, undefined],
    ["yesterday", {}, now - 86_400_000],
    ["week", {}, now - 7 * 86_400_000],
  ] as const)("%s", (period, resets, expected) => {
    expect(sinceWhen(period, now, resets)).toBe(expected);
  });
});

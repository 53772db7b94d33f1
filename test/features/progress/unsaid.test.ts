import { expect, it } from "vitest";

import { cardTracks } from "../../../src/features/progress/view/progress-card.ts";
import { rowOf } from "../../../src/features/progress/view/rows.ts";
import { createViewContext } from "../../../src/features/kit/command/command-context.ts";
import { objectiveLines, trackText } from "../../../src/features/kit/view/progress-words.ts";
import type { Names } from "../../../src/game/names.ts";
import { readProgress } from "../../../src/game/progress.ts";
import { toQuest } from "../../../src/game/progress-quests.ts";
import { toTrack } from "../../../src/game/progress-tracks.ts";
import { fakePlatform, fakeServices } from "../../support/fake-services.ts";
import { contextOf } from "../../support/run-command.ts";

/** What a service leaves out of a record is not said: never 0, never an empty label. */
const names: Names = { of: (_, hash) => ({ name: `Thing ${hash}` }) };
const services = fakeServices({ platform: fakePlatform({}, []) });
const context = { ...createViewContext(contextOf(services)), names };

it.each([
  [{}, "**Thing 7**"],
  [{ level: 3 }, "**Thing 7** · level 3"],
  [{ currentProgress: 40 }, "**Thing 7**\n40 points"],
  [{ level: 0, currentProgress: 0 }, "**Thing 7** · level 0\n0 points"],
  [{ level: 3, levelCap: 3 }, "**Thing 7** · level 3 of 3\nhighest level"],
  [{ level: 3, nextLevelAt: 10, weeklyLimit: 50 }, "**Thing 7** · level 3"],
  [{ levelCap: 9, nextLevelAt: 10, progressToNextLevel: 5 }, "**Thing 7**\n█████░░░░░ 5 of 10"],
  [{ level: 1, weeklyLimit: 50, weeklyProgress: 0 }, "**Thing 7** · level 1\n-# This week: 0 of 50, 50 left"],
])("a track with %j", (record, shown) => {
  expect(trackText(toTrack(record, "faction", 7), context).toString()).toBe(shown);
});

it.each([
  [{ isComplete: false }, "- Thing 5"],
  [{ isComplete: false, goal: 9 }, "- Thing 5: goal 9"],
  [{ isComplete: false, progress: 0 }, "- Thing 5: 0"],
])("an objective with %j", (objective, shown) => {
  expect(
    objectiveLines([{ hash: 5, progress: undefined, goal: undefined, ...objective }], context)?.toString(),
  ).toBe(shown);
});

const objective = { objectiveHash: 6, progress: 2, completionValue: 4 };
it.each([
  [{}, "**Thing 5**\n- Thing 6: 2 of 4\n  █████░░░░░"],
  [{ started: null, tracked: true }, "**Thing 5** · tracked\n- Thing 6: 2 of 4\n  █████░░░░░"],
  // What was redeemed reads false three times too.
  [{ started: false, completed: false, redeemed: false }, "**Thing 5** · unknown"],
  [{ redeemed: true }, "**Thing 5** · done"],
])("a quest with %j", (flags, shown) => {
  const quest = toQuest({ questHash: 5, stepObjectives: [objective], ...flags });
  const row = rowOf({ kind: "quest", key: "q5", quest }, { ...context, characters: [] });
  expect(row.text.toString()).toBe(shown);
});

it("quests of which no state is said are in no count of states", () => {
  const reading = readProgress({
    data: { "1": { quests: [{ questHash: 5 }, { questHash: 6, started: true }] } },
  });
  const characters = reading.state === "shown" ? reading.characters : [];
  const [character] = characters;
  if (character === undefined) throw new Error("no character");
  const row = rowOf({ kind: "character", key: "c", character }, { ...context, characters });
  expect(row.text.toString()).toContain("Quests: 1 not done");
  expect(row.text.toString()).not.toContain("unknown");
});

it("a track without a level, or with nothing else, is on no card", () => {
  const reading = readProgress({
    data: {
      "1": {
        factions: {
          "1": { factionHash: 1, progressionHash: 1, currentProgress: 5 },
          "2": { factionHash: 2, progressionHash: 2, level: 4 },
          "3": { factionHash: 3, progressionHash: 3, level: 4, currentProgress: 5 },
        },
      },
    },
  });
  const characters = reading.state === "shown" ? reading.characters : [];
  expect(cardTracks(characters).map(({ hash }) => hash)).toEqual([3]);
});

import { expect, it } from "vitest";

import { wordsOfId } from "../../src/game/words-of-id.ts";

it.each([
  ["opponentsDefeated", "Opponents defeated"],
  ["kills_per-life", "Kills per life"],
  ["level2Reached", "Level2 reached"],
  ["allPvE", "All PvE"],
  ["PvPKills", "PvP kills"],
  ["URLCount", "URL count"],
  ["MADE_BY_PLAYER", "Made by player"],
  ["gradeA", "Grade a"],
  ["IgnoredByMe", "Ignored by me"],
  ["", ""],
])("the name %s reads %s", (id, words) => {
  expect(wordsOfId(id)).toBe(words);
});

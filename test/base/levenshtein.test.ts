import { expect, it } from "vitest";

import { levenshtein } from "../../src/base/levenshtein.ts";

it.each([
  ["", "", 0],
  ["", "abc", 3],
  ["abc", "", 3],
  ["kitten", "sitting", 3],
  ["DISCORD_TOKEN", "DISCORD_TOEKN", 2],
  ["same", "same", 0],
])("counts the changes between %j and %j: %i", (one, other, distance) => {
  expect(levenshtein(one, other)).toBe(distance);
});

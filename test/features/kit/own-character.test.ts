import { describe, expect, it } from "vitest";

import { ownCharacterFor } from "../../../src/features/kit/own-data/with-own-data.ts";
import { int64 } from "../../../src/base/int64.ts";

const characters = [
  { id: int64(4_611_686_018_442_057_913n), label: "Warden" },
  { id: int64(7n), label: "\uff37\uff41rlock" },
  { id: int64(8n), label: undefined },
];

describe("the character a member means", () => {
  it.each([
    ["4611686018442057913", 0],
    [" 7 ", 1],
    ["warden", 0],
    ["WARD", 0],
    ["warlock", 1],
    ["\uff37arl", 1],
    ["3", 2],
    ["war", 0],
  ])("is for %j the one at %i", (typed, index) => {
    expect(ownCharacterFor(characters, typed)).toBe(characters[index]);
  });

  it.each(["", "   ", "9", "0", "hunter", "-1"])("is nobody for %j", (typed) => {
    expect(ownCharacterFor(characters, typed)).toBeUndefined();
  });
});

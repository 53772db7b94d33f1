import { describe, expect, it } from "vitest";

import { areUsersAccounts } from "../../../src/platform/profile/game-accounts.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";

const neutral = loadProfile("neutral");
const template = { ...neutral.operations["accounts.of"], path: "/people/{id}/characters", query: {} };

function withCharacters(characters: object): Profile {
  // As the schema would have read them.
  return {
    ...neutral,
    operations: { characters: { ...template, ...characters } } as unknown as Profile["operations"],
  };
}

describe("areUsersAccounts", () => {
  it.each([
    ["a path without it", {}, true],
    ["a path", { path: "/{membershipType}/{id}" }, false],
    ["a parameter of the query", { query: { on: "{membershipType.name}" } }, false],
    ["a body", { body: { of: ["{membershipType.value}"] } }, false],
    ["code", { request: ({ membershipType = "" }) => ({ path: `/${membershipType}` }) }, false],
    ["code without it", { request: ({ id = "" }) => ({ path: `/${id}` }) }, true],
    ["what is filled in by default", { defaults: { membershipType: "2" } }, true],
  ])("looks for a membership type in %s", (_, characters, expected) => {
    expect(areUsersAccounts(withCharacters(characters))).toBe(expected);
  });

  it("is false where the profile knows of accounts", () => {
    expect(areUsersAccounts(neutral)).toBe(false);
  });
});

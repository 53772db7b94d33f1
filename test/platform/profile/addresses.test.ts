import { describe, expect, it, test } from "vitest";

import { areUsersAccounts } from "../../../src/platform/profile/game-accounts.ts";
import { loadProfile } from "../../../src/platform/profile/load.ts";
import type { Profile } from "../../../src/platform/profile/schema.ts";
import { allowedAddress, isUnder } from "../../../src/platform/profile/hosts.ts";
import { fillTemplate, parametersOf, templateProblem } from "../../../src/platform/profile/template.ts";

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

test.each([
  ["https://a.example/", "https://a.example", true],
  ["https://a.example/x", "https://a.example", true],
  ["https://a.example/api", "https://a.example/api", true],
  ["https://a.example/api/x", "https://a.example/api", true],
  ["https://a.example/api/x", "https://a.example/api/", true],
  ["https://a.example/api-more", "https://a.example/api", false],
  ["https://a.example/", "https://a.example/api", false],
  ["https://b.example/api/x", "https://a.example/api", false],
  ["https://b.example/api", "https://a.example/api", false],
  ["https://a.example:444/api", "https://a.example/api", false],
  ["http://a.example/api", "https://a.example/api", false],
])("%s lies under %s: %s", (address, base, isWithin) => {
  expect(isUnder(new URL(address), base)).toBe(isWithin);
});

test.each([
  ["https://a.example/x", "https://a.example/x"],
  ["https://b.example/x", undefined],
  ["https://a.example.b.example/x", undefined],
  ["https://name@a.example/x", undefined],
  ["https://:word@a.example/x", undefined],
  ["/x", undefined],
])("of an allow-list's origin %s gives %s", (address, given) => {
  expect(allowedAddress(address, { allowed: new Set(["https://a.example"]) })?.href).toBe(given);
});

describe("a template", () => {
  test.each([
    ["/User/{membershipId}/", "/User/7/", ["membershipId"]],
    ["plain", "plain", []],
    ["{{membershipId}}", "{membershipId}", []],
    ["{{{membershipId}}}", "{7}", ["membershipId"]],
    ["query {{ user(id: {membershipId}) {{ name }} }}", "query { user(id: 7) { name } }", ["membershipId"]],
  ])("%s becomes %s", (template, filled, names) => {
    expect(templateProblem(template, new Set(names))).toBeUndefined();
    expect(parametersOf(template)).toEqual(names);
    expect(fillTemplate(template, { membershipId: "7" })).toBe(filled);
  });

  test.each(["{", "}", "a { b }", "/User/{membershipId", "{{}", "{}"])("%s has a stray brace", (template) => {
    expect(templateProblem(template, new Set(["membershipId"]))).toContain("a brace that belongs to no");
  });

  test("what a parameter gives is never read as a template", () => {
    expect(fillTemplate("{a}{b}", { a: "{b}", b: "{{" })).toBe("{b}{{");
  });

  test("a parameter without a value leaves nothing", () => {
    expect(fillTemplate("{a}{b}", { a: "1" })).toBeUndefined();
  });
});

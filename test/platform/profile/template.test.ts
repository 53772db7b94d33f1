import { describe, expect, test } from "vitest";

import { fillTemplate, parametersOf, templateProblem } from "../../../src/platform/profile/template.ts";

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

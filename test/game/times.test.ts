import { describe, expect, it } from "vitest";

import { phaseAt, toTime } from "../../src/game/times.ts";

describe("dates of the platform", () => {
  it.each([
    null,
    undefined,
    "",
    "soon",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "1970-01-01T00:00:00Z",
  ])("takes %s for no date", (value) => {
    expect(toTime(value)).toBeUndefined();
  });

  it("reads others", () => {
    expect(toTime("2026-05-20T12:00:00+02:00")).toBe(Date.UTC(2026, 4, 20, 10));
  });
});

describe("the phase of a term", () => {
  it.each([
    [{}, "always"],
    [{ starts: 11 }, "upcoming"],
    [{ starts: 10 }, "on"],
    [{ ends: 11 }, "on"],
    [{ ends: 10 }, "ended"],
    [{ starts: 5, ends: 8 }, "ended"],
    [{ starts: 12, ends: 15 }, "upcoming"],
  ])("of %j at 10 is %s", (term, phase) => {
    expect(phaseAt(term, 10)).toBe(phase);
  });
});

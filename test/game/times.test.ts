import { describe, expect, it } from "vitest";

import { phaseAt, toTerm, toTime } from "../../src/game/times.ts";

describe("dates of the platform", () => {
  it.each([
    null,
    undefined,
    "",
    "soon",
    "11.12.2026 18:00",
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

  it.each([
    ["2026-05-01T00:00:00Z", "25.12.2026 18:00"],
    [undefined, "Season 12"],
    ["soon", null],
  ])("from %s to %s is not always", (starts, ends) => {
    const term = toTerm(starts, ends);
    expect(term).toMatchObject({ ends: undefined, hasUnreadDate: true });
    expect(phaseAt(term, Date.UTC(2026, 5, 1))).toBe("on");
  });

  it.each([null, undefined, "", "0001-01-01T00:00:00Z"])("up to %s is always", (ends) => {
    expect(phaseAt(toTerm(null, ends), 10)).toBe("always");
  });
});

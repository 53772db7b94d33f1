import { describe, expect, it } from "vitest";

import { shiftText } from "../../../../src/playground/web/page/panel/clock-group.ts";
import { titleOf } from "../../../../src/playground/web/page/panel/profile-group.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";

describe("the panel's words", () => {
  it.each([
    [0, undefined],
    [20_000, undefined],
    [-20_000, undefined],
    [MINUTE, "1 min ahead"],
    [-HOUR, "1 h back"],
    [7 * DAY, "7 d ahead"],
    [28 * DAY + 3 * HOUR + 4 * MINUTE, "28 d 3 h 4 min ahead"],
    [-(DAY + 59_999), "1 d 1 min back"],
  ])("tell how far the clock is moved: %i ms", (ms, text) => {
    expect(shiftText(ms)).toBe(text);
  });

  it("tell the operator's own profile from those that ship", () => {
    const profile = { key: "neutral", name: "Portal", isOwn: false, path: "/", keyHeader: "K", cookies: [] };
    expect(titleOf(profile)).toBe("Portal (neutral)");
    expect(titleOf({ ...profile, key: "own", isOwn: true })).toBe("Portal (the one you gave)");
  });
});

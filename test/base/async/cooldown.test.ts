import { describe, expect, it } from "vitest";

import { MilepostError } from "../../../src/base/errors.ts";
import { Cooldown, restMs } from "../../../src/base/limit.ts";
import { ManualClock } from "../../support/manual-clock.ts";

describe("restMs", () => {
  it("doubles up to an hour, and never gives up", () => {
    const rests = [1, 2, 3, 9, 10, 11, 10_000].map((failures) => restMs(new Error("x"), failures));
    expect(rests).toEqual([5_000, 10_000, 20_000, 1_280_000, 2_560_000, 3_600_000, 3_600_000]);
  });

  it("rests as long as the platform asked, and a minute at least in maintenance", () => {
    expect(restMs(new MilepostError("platform-throttled", { retryAfterMs: 30_000 }), 1)).toBe(30_000);
    expect(restMs(new MilepostError("platform-maintenance"), 1)).toBe(60_000);
    expect(restMs(new MilepostError("platform-maintenance", { retryAfterMs: 120_000 }), 1)).toBe(120_000);
  });
});

describe("a rest", () => {
  const HOUR = 3_600_000;
  const clock = new ManualClock(1_800_000_000_000);

  it("is over before it began, and again after its time", () => {
    const rest = new Cooldown(clock);
    expect(rest.isOver()).toBe(true);
    rest.begin(HOUR);
    clock.at += HOUR - 1;
    expect(rest.isOver()).toBe(false);
    clock.at += 1;
    expect(rest.isOver()).toBe(true);
  });
});

import { describe, expect, it } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { restMs } from "../../src/definitions/back-off.ts";

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

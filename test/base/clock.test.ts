import { describe, expect, it } from "vitest";

import { MovableClock, systemClock } from "../../src/base/clock.ts";

describe("MovableClock", () => {
  it("runs with the system's clock, shifted", () => {
    const clock = new MovableClock();
    clock.moveTo(60_000);
    clock.advance(1_000);
    expect(clock.offsetMs).toBe(61_000);
    expect(Math.abs(clock.now() - systemClock.now() - 61_000)).toBeLessThan(50);
  });
});

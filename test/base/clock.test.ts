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

  it("tells of each jump, forward and back, as long as one listens, and of none that is no jump", () => {
    const clock = new MovableClock();
    const heard: number[] = [];
    const stop = clock.onJump(() => heard.push(clock.offsetMs));
    clock.advance(3_600_000);
    clock.moveTo(3_600_000);
    clock.moveTo(-1_000);
    stop();
    clock.moveTo(0);
    expect(heard).toEqual([3_600_000, -1_000]);
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";

import { MovableClock, SystemClock, systemClock } from "../../src/base/clock.ts";
import { DAY, MINUTE } from "../support/time.ts";

afterEach(() => void vi.useRealTimers());

describe("MovableClock", () => {
  it("runs with the system's clock, shifted", () => {
    const { pass } = held();
    const clock = new MovableClock();
    clock.moveTo(60_000);
    clock.advance(1_000);
    pass(500);
    expect(clock.offsetMs).toBe(61_000);
    expect(clock.now() - systemClock.now()).toBe(61_000);
  });

  it("has time pass when it is moved forward, and none when it is moved back, or set", () => {
    const { pass } = held();
    const clock = new MovableClock();
    const begun = clock.monotonic();
    clock.advance(DAY);
    clock.moveTo(0);
    clock.moveTo(DAY, 0);
    pass(500);
    expect(clock.monotonic() - begun).toBe(DAY + 500);
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

/** Both of its sources, in the test's hands. */
function held() {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setInterval", "clearInterval"] });
  return { pass: (ms: number) => vi.advanceTimersByTime(ms), set: (at: number) => vi.setSystemTime(at) };
}

describe("the system's clock", () => {
  it.each([-365 * DAY, -DAY, -2_000, 2_000, DAY])("tells that it was set by %i ms", (step) => {
    const { pass, set } = held();
    const clock = new SystemClock();
    let heard = 0;
    const stop = clock.onJump(() => (heard += 1));
    pass(MINUTE);
    expect(heard).toBe(0);
    set(clock.now() + step);
    pass(5_000);
    expect(heard).toBe(1);
    pass(MINUTE);
    stop();
    set(clock.now() - step);
    pass(MINUTE);
    expect(heard).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("takes no nudge of a time server for a jump", () => {
    const { pass, set } = held();
    const clock = new SystemClock();
    let heard = 0;
    clock.onJump(() => (heard += 1));
    for (let nudge = 0; nudge < 100; nudge += 1) {
      set(clock.now() - 50);
      pass(5_000);
    }
    expect(heard).toBe(0);
  });
});

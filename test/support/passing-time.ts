import { setImmediate as turn } from "node:timers/promises";

import { onTestFinished, vi } from "vitest";

import type { ManualClock } from "./manual-clock.ts";

const STEP_MS = 500;
/** What a timer begins takes some turns of the event loop until its next one. */
const TURNS = 20;

/** Takes timers into the test's hands. Returns what lets time pass, on the clock and for whoever waits. */
export function passingTime(clock: ManualClock): (ms: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return async (ms) => {
    await settle();
    for (const end = clock.at + ms; clock.at < end;) {
      const step = Math.min(STEP_MS, end - clock.at);
      clock.at += step;
      await vi.advanceTimersByTimeAsync(step);
      await settle();
    }
  };
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < TURNS; turns += 1) await turn();
}

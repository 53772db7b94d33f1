import { expect, it, onTestFinished } from "vitest";

import { Stalls } from "./stalls.ts";

const LONG_MS = 550;

/** What fails each time, with these stalls; afterwards how often it was tried. */
async function triesOf(stalls: readonly boolean[]): Promise<number> {
  const watch = new Stalls();
  onTestFinished(() => watch.stop());
  let tries = 0;
  const attempt = async () => {
    const standsStill = stalls[tries] === true;
    tries += 1;
    if (standsStill) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LONG_MS);
    throw new Error("late");
  };
  await expect(watch.retry(attempt)).rejects.toThrow("late");
  return tries;
}

it("what fails is tried again after a stall, and at once believed without one", async () => {
  expect(await triesOf([false])).toBe(1);
  expect(await triesOf([true, true, false])).toBe(3);
});

it("what never ends to stand still is given up", async () => {
  expect(await triesOf(Array.from({ length: 9 }, () => true))).toBe(5);
});

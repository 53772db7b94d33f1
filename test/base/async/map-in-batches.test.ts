import { expect, it } from "vitest";

import { inBatches } from "../../../src/base/async/map-in-batches.ts";

it("does so many at once, and answers in the order of the entries", async () => {
  let running = 0;
  let most = 0;
  const work = async (entry: number) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5 - entry));
    running -= 1;
    return entry * 10;
  };
  expect(await inBatches([1, 2, 3, 4, 5], 2, work)).toEqual([10, 20, 30, 40, 50]);
  expect(most).toBe(2);
});

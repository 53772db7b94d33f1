import { expect, it } from "vitest";

import { Semaphore } from "../../../src/base/async/semaphore.ts";

it("lets so many run, so many wait, and refuses the rest", async () => {
  const semaphore = new Semaphore({ running: 1, waiting: 1 });
  const first = semaphore.reserve();
  const second = semaphore.reserve();
  expect(first?.started).toBeUndefined();
  expect(second?.started).toBeInstanceOf(Promise);
  expect(semaphore.reserve()).toBeUndefined();
  expect([semaphore.running, semaphore.waiting]).toEqual([1, 1]);
  first?.end();
  await second?.started;
  expect([semaphore.running, semaphore.waiting]).toEqual([1, 0]);
});

it("lets one that gives up waiting leave the line, and the next have its turn", async () => {
  const semaphore = new Semaphore({ running: 1, waiting: 2 });
  const first = semaphore.reserve();
  const second = semaphore.reserve();
  const third = semaphore.reserve();
  second?.end();
  first?.end();
  await third?.started;
  expect([semaphore.running, semaphore.waiting]).toEqual([1, 0]);
});

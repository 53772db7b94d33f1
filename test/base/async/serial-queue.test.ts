import { expect, it } from "vitest";

import { SerialQueue } from "../../../src/base/async/serial-queue.ts";

it("lets one begin when those before it have ended, in their order", async () => {
  const queue = new SerialQueue();
  const seen: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = (name: string, until?: Promise<void>) => async () => {
    seen.push(`${name} begins`);
    await until;
    seen.push(`${name} ends`);
    return name;
  };
  const all = [queue.take(work("a", first.promise)), queue.take(work("b")), queue.take(work("c"))];
  expect(seen).toEqual(["a begins"]);
  first.resolve();
  expect(await Promise.all(all)).toEqual(["a", "b", "c"]);
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
});

it("tells a failure to whoever asked, and goes on with the next", async () => {
  const queue = new SerialQueue();
  const failing = queue.take(() => Promise.reject(new Error("no")));
  const next = queue.take(async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});

it("is idle when none is under way or waits", async () => {
  const queue = new SerialQueue();
  expect(queue.isIdle).toBe(true);
  const first = queue.take(async () => {});
  const second = queue.take(() => Promise.reject(new Error("no")));
  await first;
  expect(queue.isIdle).toBe(false);
  await expect(second).rejects.toThrow("no");
  await queue.take(async () => {});
  expect(queue.isIdle).toBe(true);
});

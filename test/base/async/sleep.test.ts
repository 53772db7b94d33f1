import { expect, it } from "vitest";

import { sleep, sleepUnlessAborted } from "../../../src/base/async/sleep.ts";

const LONG_MS = 3_600_000;

it("resolves after its time", async () => {
  const startedAt = performance.now();
  await sleep(20);
  expect(performance.now() - startedAt).toBeGreaterThan(15);
});

it("rejects with the reason of its signal, before and while it sleeps", async () => {
  const reason = new Error("enough");
  await expect(sleep(LONG_MS, AbortSignal.abort(reason))).rejects.toBe(reason);
  const stop = new AbortController();
  const sleeping = sleep(LONG_MS, stop.signal);
  stop.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
});

it("ends early and in peace where that is asked for", async () => {
  await sleepUnlessAborted(LONG_MS, AbortSignal.abort());
  const stop = new AbortController();
  const sleeping = sleepUnlessAborted(LONG_MS, stop.signal);
  stop.abort();
  expect(await sleeping).toBeUndefined();
  expect(await sleepUnlessAborted(1)).toBeUndefined();
});

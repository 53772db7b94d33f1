import { getEventListeners } from "node:events";

import { expect, it } from "vitest";

import { unlessAborted } from "../../../src/base/async/unless-aborted.ts";

const never = new Promise<string>(() => {});
const reason = new Error("enough");

it("settles as the work does, and leaves no listener behind", async () => {
  const { signal } = new AbortController();
  expect(await unlessAborted(Promise.resolve("here"), signal)).toBe("here");
  await expect(unlessAborted(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(await unlessAborted(Promise.resolve("here"), undefined)).toBe("here");
});

it("rejects with the signal's reason as soon as that aborts", async () => {
  await expect(unlessAborted(never, AbortSignal.abort(reason))).rejects.toBe(reason);
  const stop = new AbortController();
  const waiting = unlessAborted(never, stop.signal);
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});

it("lets nobody hear of work that fails after the wait was over", async () => {
  const late = Promise.withResolvers<never>();
  await expect(unlessAborted(late.promise, AbortSignal.abort(reason))).rejects.toBe(reason);
  late.reject(new Error("unheard"));
  await new Promise((resolve) => setImmediate(resolve));
});

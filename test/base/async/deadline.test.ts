import { expect, it } from "vitest";

import { withDeadline } from "../../../src/base/async/deadline.ts";

const LONG_MS = 3_600_000;
const late = () => new Error("late");
const never = new Promise<string>(() => {});

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

it("settles as the work does, and leaves no timer behind", async () => {
  const before = timers();
  expect(await withDeadline({ ms: LONG_MS, late }, () => Promise.resolve("here"))).toBe("here");
  const failing = withDeadline({ ms: LONG_MS, late }, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(timers()).toBe(before);
});

it("rejects when time is over, and tells the work", async () => {
  let given: AbortSignal | undefined;
  const waiting = withDeadline({ ms: 1, late }, (signal) => {
    given = signal;
    return never;
  });
  await expect(waiting).rejects.toThrow("late");
  expect(given?.reason).toEqual(late());
});

it("ends with the caller's signal, and its reason", async () => {
  const stop = new AbortController();
  const waiting = withDeadline({ ms: LONG_MS, late, signal: stop.signal }, () => never);
  stop.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
});

import { expect, it } from "vitest";

import { within } from "../../../src/base/async/within.ts";

const LONG_MS = 3_600_000;
const never = new Promise<string>(() => {});

it("gives what comes in time, and leaves no timer behind", async () => {
  const before = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  expect(await within(Promise.resolve("here"), LONG_MS)).toBe("here");
  await new Promise((resolve) => setImmediate(resolve));
  expect(process.getActiveResourcesInfo().filter((name) => name === "Timeout")).toHaveLength(before);
});

it("gives undefined when time is over, or the wait is ended", async () => {
  expect(await within(never, 1)).toBeUndefined();
  expect(await within(never, LONG_MS, AbortSignal.abort())).toBeUndefined();
  const ended = new AbortController();
  const waiting = within(never, LONG_MS, ended.signal);
  ended.abort();
  expect(await waiting).toBeUndefined();
});

it("rejects as the work does", async () => {
  await expect(within(Promise.reject(new Error("no")), LONG_MS)).rejects.toThrow("no");
});

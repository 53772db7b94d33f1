import { expect, it } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { keepTrying } from "../../src/discord/gateway/login.ts";

const work = () => Promise.reject(new MilepostError("busy"));

async function waitOf(firstMs: number, random: number): Promise<number> {
  const ended = new AbortController();
  let waited = 0;
  const onFailure = (_: MilepostError, waitMs: number) => {
    waited = waitMs;
    setImmediate(() => ended.abort());
  };
  await expect(
    keepTrying(work, { signal: ended.signal, random: () => random, firstMs, onFailure }),
  ).rejects.toThrow("busy");
  return waited;
}

it.each([
  [100_000, 1, 100_000],
  [100_000, 0, 75_000],
  [500_000, 1, 120_000],
  [500_000, 0, 90_000],
])("from %d ms and with %d of chance waits %d ms: two minutes at most", async (firstMs, random, waitMs) => {
  expect(await waitOf(firstMs, random)).toBe(waitMs);
});

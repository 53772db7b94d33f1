import { describe, expect, it } from "vitest";

import { backoffMs } from "../../../src/base/async/backoff.ts";

const rule = { firstMs: 200, longestMs: 2_000 };

describe("backoff", () => {
  it("doubles from its first wait up to its longest, however often it fails", () => {
    expect([0, 1, 2, 3, 4, 10_000].map((doublings) => backoffMs(doublings, rule))).toEqual([
      200, 400, 800, 1_600, 2_000, 2_000,
    ]);
  });

  it.each([
    ["full jitter, at least", 1, 0, 0],
    ["full jitter, in the middle", 1, 0.5, 400],
    ["half of it by chance, at least", 0.5, 0, 400],
    ["half of it by chance, in the middle", 0.5, 0.5, 600],
    ["a quarter by chance, at least", 0.25, 0, 600],
    ["none", 0, 0, 800],
  ])("leaves a share of the wait to chance: %s", (_, jitter, drawn, expected) => {
    expect(backoffMs(2, { ...rule, jitter, random: () => drawn })).toBe(expected);
  });

  it("waits in full where nothing is drawn", () => {
    expect(backoffMs(0, { ...rule, jitter: 1 })).toBe(200);
  });
});

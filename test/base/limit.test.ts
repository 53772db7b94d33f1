import { describe, expect, it } from "vitest";

import { TokenBuckets } from "../../src/base/limit.ts";
import { ManualClock } from "../support/manual-clock.ts";

function buckets(capacity = 5, refillMs = 20_000) {
  const clock = new ManualClock(1_000_000);
  return { clock, buckets: new TokenBuckets({ capacity, refillMs }, clock) };
}

describe("TokenBuckets", () => {
  it("gives the capacity at once, then says how long to wait", () => {
    const { buckets: b, clock } = buckets();
    for (let i = 0; i < 5; i++) expect(b.take("a")).toBe(0);
    expect(b.take("a")).toBe(4_000);
    clock.at += 3_999;
    expect(b.take("a")).toBe(1);
    clock.at += 1;
    expect(b.take("a")).toBe(0);
  });

  it("keeps one member's haste from another", () => {
    const { buckets: b } = buckets(1);
    expect(b.take("a")).toBe(0);
    expect(b.take("a")).toBeGreaterThan(0);
    expect(b.take("b")).toBe(0);
  });

  it("a refused take costs nothing", () => {
    const { buckets: b, clock } = buckets(1, 1_000);
    b.take("a");
    for (let i = 0; i < 10; i++) b.take("a");
    clock.at += 1_000;
    expect(b.take("a")).toBe(0);
  });

  it("forgets who is full again", () => {
    const { buckets: b, clock } = buckets();
    for (let i = 0; i < 1_000; i++) b.take(String(i));
    expect(b.size).toBe(1_000);
    clock.at += 40_000;
    b.take("x");
    expect(b.size).toBe(1);
  });
});

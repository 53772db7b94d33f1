import { describe, expect, it } from "vitest";

import { ExpiringMap } from "../../../src/base/async/expiring-map.ts";
import { ManualClock } from "../../support/manual-clock.ts";

describe("an expiring map", () => {
  let clock = new ManualClock();

  it("is there for its time, one a key, and for no longer", () => {
    clock = new ManualClock(1_000);
    const held = new ExpiringMap<string>({ clock, forMs: 10_000 });
    held.put("a", "one");
    held.put("a", "two");
    clock.at = 10_999;
    expect([held.get("a"), held.size]).toEqual(["two", 1]);
    held.replace("a", "three");
    expect(held.values()).toEqual(["three"]);
    clock.at = 11_000;
    expect([held.get("a"), held.size]).toEqual([undefined, 0]);
    held.replace("a", "four");
    expect(held.size).toBe(0);
  });

  it("goes by itself, though nobody looks", async () => {
    clock = new ManualClock(1_000);
    const held = new ExpiringMap<string>({ clock, forMs: 5 });
    held.put("a", "secret");
    clock.at = 1_003;
    held.put("b", "secret");
    clock.at = 1_006;
    await expect.poll(() => held.size).toBe(1);
    clock.at = 1_008;
    await expect.poll(() => held.size).toBe(0);
  });

  it("gives way to newer ones where there are too many", () => {
    clock = new ManualClock(0);
    const held = new ExpiringMap<number>({ clock, forMs: 10_000, max: 2 });
    for (const key of [1, 2, 3]) held.put(String(key), key);
    expect(held.values()).toEqual([2, 3]);
  });
});

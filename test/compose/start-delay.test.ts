import { describe, expect, it } from "vitest";

import { startDelayMs } from "../../src/compose/login-guard.ts";

describe("the delay before a login", () => {
  it("is none for usual restarts", () => {
    expect(startDelayMs([1, 2, 3, 4], 10)).toBe(0);
  });

  it("counts no node that runs as one that crashed", () => {
    const starts = Array.from({ length: 12 }, (_, at) => at);
    expect(startDelayMs(starts, 20)).toBeGreaterThan(0);
    expect(startDelayMs(starts, 20, 11)).toBe(0);
  });

  it("keeps a crash loop below Discord's 1000 logins a day", () => {
    const starts: number[] = [];
    let now = 0;
    while (now < 86_400_000) {
      now += startDelayMs(starts, now);
      starts.push(now);
      now += 300;
    }
    expect(starts.length).toBeLessThan(900);
  });
});

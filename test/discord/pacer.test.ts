import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Pacer } from "../../src/discord/rest/pacer.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

/** When each of so many that come at once may pass. */
async function passes(pacer: Pacer, count: number): Promise<number[]> {
  const at: number[] = [];
  const all = Array.from({ length: count }, () => pacer.turn().then(() => at.push(performance.now())));
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(all);
  return at;
}

const mostInASecond = (at: readonly number[]) =>
  Math.max(...at.map((from) => at.filter((time) => time >= from && time < from + 1_000).length));

describe("a pacer", () => {
  it("lets one pass at once when nobody did lately", async () => {
    const pacer = new Pacer(45);
    await pacer.turn();
    await vi.advanceTimersByTimeAsync(5_000);
    const before = performance.now();
    await pacer.turn();
    expect(performance.now()).toBe(before);
  });

  it("lets no more pass in any second than it says, but for what timers are late by", async () => {
    const at = await passes(new Pacer(45), 200);
    expect(mostInASecond(at)).toBeLessThanOrEqual(48);
    expect(at.at(-1)).toBeLessThan(4_600);
  });

  it("catches up with nothing after a standstill", async () => {
    let now = 0;
    const pacer = new Pacer(10, () => now);
    await pacer.turn();
    now = 60_000;
    const passed: number[] = [];
    const all = [1, 2, 3].map((number) => pacer.turn().then(() => passed.push(number)));
    await vi.advanceTimersByTimeAsync(0);
    expect(passed).toEqual([1]);
    for (; passed.length < 3; now += 20) await vi.advanceTimersByTimeAsync(20);
    await Promise.all(all);
    expect(now).toBeGreaterThanOrEqual(60_000 + 160);
  });

  it("passes the turn of one that gave up on to the next", async () => {
    const pacer = new Pacer(1);
    await pacer.turn();
    const given = new AbortController();
    const gone = pacer.turn(given.signal);
    const next = pacer.turn();
    given.abort(new Error("gave up"));
    await expect(gone).rejects.toThrow("gave up");
    await vi.advanceTimersByTimeAsync(1_000);
    await next;
    expect(performance.now()).toBe(1_000);
  });
});

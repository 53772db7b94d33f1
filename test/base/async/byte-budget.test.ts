import { describe, expect, it } from "vitest";

import { ByteBudget } from "../../../src/base/async/byte-budget.ts";

const never = new AbortController().signal;
const settled = () => new Promise((resolve) => void setImmediate(resolve));

/** Work that lasts until the test ends it. */
function works(budget: ByteBudget) {
  const state = { held: 0, most: 0, order: [] as number[] };
  const start = (bytes: number, signal = never) => {
    const end = Promise.withResolvers<void>();
    const done = budget.hold(bytes, signal, async () => {
      state.held += bytes;
      state.most = Math.max(state.most, state.held);
      state.order.push(bytes);
      await end.promise;
      state.held -= bytes;
      return bytes;
    });
    return { done, end: end.resolve };
  };
  return { state, start };
}

describe("a budget of bytes", () => {
  it("never lets more be held at once, and serves all in the order they came", async () => {
    const { state, start } = works(new ByteBudget(10));
    const all = [4, 5, 6, 1, 9, 3].map((bytes) => start(bytes));
    for (const one of all) {
      await settled();
      one.end();
      await one.done;
    }
    expect(state).toMatchObject({ held: 0, order: [4, 5, 6, 1, 9, 3] });
    expect(state.most).toBeLessThanOrEqual(10);
  });

  it("lets what is larger than all of it work alone", async () => {
    const { state, start } = works(new ByteBudget(10));
    const [small, large] = [start(1), start(50)];
    await settled();
    expect(state.held).toBe(1);
    small.end();
    await settled();
    expect(state.held).toBe(50);
    large.end();
    expect(await large.done).toBe(50);
  });

  it("gives back what failed, and takes out of line who stopped waiting", async () => {
    const budget = new ByteBudget(10);
    await expect(budget.hold(10, never, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    const { state, start } = works(budget);
    const first = start(10);
    const stop = new AbortController();
    const gone = start(10, stop.signal);
    const last = start(10);
    stop.abort(new Error("left"));
    await expect(gone.done).rejects.toThrow("left");
    first.end();
    await settled();
    last.end();
    expect(await last.done).toBe(10);
    expect(state.order).toEqual([10, 10]);
  });

  it("holds nothing for whoever leaves in the moment it starts", async () => {
    const budget = new ByteBudget(10);
    const { start } = works(budget);
    const first = start(10);
    await settled();
    const stop = new AbortController();
    const gone = start(10, stop.signal);
    first.end();
    stop.abort(new Error("left"));
    await first.done;
    await expect(gone.done).rejects.toThrow("left");
    const next = start(10);
    next.end();
    expect(await next.done).toBe(10);
  });
});

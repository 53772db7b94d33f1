import { setImmediate as turn } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { Poller, PollingWorker } from "../../../src/base/async/poller.ts";
import { MovableClock, systemClock } from "../../../src/base/clock.ts";

const LONG_MS = 3_600_000;
const onFailure = () => LONG_MS;

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

/** Until a condition holds; the test's own time limit is the last resort. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

describe("a poller", () => {
  it("polls at once, again after the time a poll asked for, and no more when it is stopped", async () => {
    let polls = 0;
    const poll = async () => (++polls < 3 ? 1 : LONG_MS);
    const poller = new Poller({ clock: systemClock, poll, onFailure });
    poller.start();
    poller.start();
    await until(() => polls === 3);
    await poller.stop();
    poller.wake();
    expect(polls).toBe(3);
  });

  it("goes on after a failure, when it is told to", async () => {
    const failures: unknown[] = [];
    const poller = new Poller({
      clock: systemClock,
      poll: () => Promise.reject(new Error("no")),
      onFailure: (error) => (failures.push(error) < 2 ? 1 : LONG_MS),
    });
    poller.start();
    await until(() => failures.length === 2);
    await poller.stop();
    expect(failures).toHaveLength(2);
  });

  it("polls again at once when it is woken or the clock jumps, also while a poll is under way", async () => {
    const clock = new MovableClock();
    const gate = Promise.withResolvers<void>();
    let polls = 0;
    const poll = async () => {
      polls += 1;
      await gate.promise;
      return LONG_MS;
    };
    const poller = new Poller({ clock, poll, onFailure });
    poller.start();
    poller.wake();
    expect(polls).toBe(1);
    gate.resolve();
    await until(() => polls === 2);
    await turn();
    clock.advance(1_000);
    await until(() => polls === 3);
    await poller.stop();
  });

  it("waits for the poll under way when it is stopped", async () => {
    const gate = Promise.withResolvers<void>();
    let hasEnded = false;
    const poll = async () => {
      await gate.promise;
      hasEnded = true;
      return LONG_MS;
    };
    const poller = new Poller({ clock: systemClock, poll, onFailure });
    poller.start();
    const stopping = poller.stop();
    gate.resolve();
    await stopping;
    expect(hasEnded).toBe(true);
  });

  it("keeps no process alive where that is asked for", async () => {
    const poller = new Poller({ clock: systemClock, poll: async () => LONG_MS, onFailure, isUnref: true });
    const before = timers();
    poller.start();
    await turn();
    expect(timers()).toBe(before);
    await poller.stop();
  });
});

it("a polling worker ends its poll under way when it is stopped", async () => {
  const seen: unknown[] = [];
  class Worker extends PollingWorker {
    protected async next(): Promise<number> {
      const signal = this.within(LONG_MS);
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      seen.push(this.isStopped);
      throw new Error("ended");
    }

    protected failed(error: unknown): number {
      seen.push(error);
      return LONG_MS;
    }
  }
  const worker = new Worker(systemClock);
  worker.start();
  await worker.stop();
  expect(seen).toEqual([true, new Error("ended")]);
});

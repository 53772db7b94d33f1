import { expect, it } from "vitest";

import { SingleFlight } from "../../../src/base/async/single-flight.ts";

const reason = new Error("enough");

/** Calls that end when they are told to, or with their signal. */
function gated() {
  const gate = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    signal.addEventListener("abort", () => gate.reject(signal.reason));
    return gate.promise;
  };
  return { gate, signals, start };
}

it("makes one call for all who ask for the same, and a new one afterwards", async () => {
  const flights = new SingleFlight<string>();
  const { gate, signals, start } = gated();
  const all = [flights.join("a", start, undefined), flights.join("a", start, undefined)];
  expect([flights.size, flights.has("a"), flights.has("b")]).toEqual([1, true, false]);
  gate.resolve("here");
  expect(await Promise.all(all)).toEqual(["here", "here"]);
  expect(signals).toHaveLength(1);
  expect(flights.size).toBe(0);
  await flights.join("a", start, undefined);
  expect(signals).toHaveLength(2);
});

it("is ended when the last who waits has gone, and not before", async () => {
  const flights = new SingleFlight<string>();
  const { signals, start } = gated();
  const [one, other] = [new AbortController(), new AbortController()];
  const first = flights.join("a", start, one.signal);
  const second = flights.join("a", start, other.signal);
  one.abort(reason);
  await expect(first).rejects.toBe(reason);
  expect(signals[0]?.aborted).toBe(false);
  other.abort(reason);
  await expect(second).rejects.toBe(reason);
  expect(signals[0]?.aborted).toBe(true);
  expect(flights.has("a")).toBe(false);
});

it("goes on with nobody waiting where it is kept, until all are ended", async () => {
  const flights = new SingleFlight<string>();
  const { signals, start } = gated();
  const kept = flights.keep("a", start);
  const caller = new AbortController();
  const joined = flights.join("a", start, caller.signal);
  caller.abort(reason);
  await expect(joined).rejects.toBe(reason);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  flights.abortAll(reason);
  await expect(kept).rejects.toBe(reason);
});

it("tells when all that is under way has ended, whether well or not", async () => {
  const flights = new SingleFlight<string>();
  const good = gated();
  const bad = gated();
  const kept = flights.keep("a", good.start);
  const failing = flights.keep("b", bad.start);
  const settled = flights.settled();
  good.gate.resolve("here");
  bad.gate.reject(reason);
  await settled;
  expect(await kept).toBe("here");
  await expect(failing).rejects.toBe(reason);
});

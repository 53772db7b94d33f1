import { afterEach, describe, expect, test, vi } from "vitest";

import { MilepostError } from "../../../src/base/errors.ts";
import type { Answer, PlatformRequest } from "../../../src/platform/http/request.ts";
import { type LimitSharing, throttle } from "../../../src/platform/http/throttle.ts";
import { ManualClock } from "../../support/manual-clock.ts";

const turn = () => new Promise((done) => setImmediate(done));

/** Requests that end when the test says so. */
function setUp(limits = { rate: 1, windowSeconds: 4, concurrency: 2 }, sharing: Partial<LimitSharing> = {}) {
  const clock = new ManualClock();
  const running: { end(error?: unknown): void; readonly name: string }[] = [];
  const gate = throttle(
    ({ operation }) =>
      new Promise<Answer>((resolve, reject) => {
        running.push({
          name: operation,
          end: (error) => (error === undefined ? resolve({ payload: null, at: 0, bytes: 0 }) : reject(error)),
        });
      }),
    limits,
    clock,
    { part: () => 1, pause: () => {}, onPause: () => {}, ...sharing },
  );
  const send = (operation: string, parts: Partial<PlatformRequest> = {}) =>
    gate({
      operation,
      class: "public",
      method: "GET",
      url: new URL("https://portal.example/x"),
      envelope: "bare",
      maxBytes: 1,
      signal: new AbortController().signal,
      ...parts,
    }).then(
      () => "ok",
      (error: unknown) => error,
    );
  return { clock, running, send };
}

afterEach(() => void vi.useRealTimers());

describe("the throttle", () => {
  test("lets no more than its limit through at once, in the order they came", async () => {
    const { running, send } = setUp();
    const calls = ["a", "b", "c", "d"].map((name) => send(name));
    await turn();
    expect(running.map(({ name }) => name)).toEqual(["a", "b"]);
    running[1]?.end();
    await turn();
    expect(running.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    running[0]?.end();
    running[2]?.end();
    await turn();
    running[3]?.end();
    expect(await Promise.all(calls)).toEqual(["ok", "ok", "ok", "ok"]);
  });

  test("never lets more through in any window than the rate allows", async () => {
    const { clock, running, send } = setUp();
    const now = clock.now();
    for (const name of ["a", "b", "c", "d"]) {
      const call = send(name);
      await turn();
      running.at(-1)?.end();
      await call;
      clock.at += 500;
    }
    expect(await send("e", { deadlineAt: clock.monotonic() + 1_000 })).toMatchObject({
      code: "platform-throttled",
      details: { retryAfterMs: now + 4_000 - clock.now() },
    });
    clock.at = now + 4_000;
    const call = send("f");
    await turn();
    running.at(-1)?.end();
    expect(await call).toBe("ok");
  });

  test("lets who waits for the window go within a second of its end, before who came later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { clock, running, send } = setUp({ rate: 1, windowSeconds: 60, concurrency: 100 });
    for (let sent = 0; sent < 61; sent += 1) void send(`${sent}`);
    await turn();
    expect(running).toHaveLength(60);
    clock.at += 60_000;
    void send("later");
    await turn();
    expect(running).toHaveLength(60);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(running.slice(60).map(({ name }) => name)).toEqual(["60", "later"]);
  });

  test("keeps to a rate of less than one in a window, too", async () => {
    const { clock, running, send } = setUp({ rate: 0.05, windowSeconds: 10, concurrency: 2 });
    const first = send("a");
    await turn();
    running[0]?.end();
    await first;
    clock.at += 10_000;
    expect(await send("b", { deadlineAt: clock.monotonic() + 1_000 })).toMatchObject({
      code: "platform-throttled",
      details: { retryAfterMs: 10_000 },
    });
    clock.at += 10_000;
    const second = send("c", { deadlineAt: clock.monotonic() + 1_000 });
    await turn();
    running[1]?.end();
    expect(await second).toBe("ok");
  });

  test("rounds a window that holds no whole number of requests down", async () => {
    const { running, send } = setUp({ rate: 0.7, windowSeconds: 4, concurrency: 20 });
    for (let sent = 0; sent < 4; sent += 1) void send(`${sent}`);
    await turn();
    expect(running).toHaveLength(2);
  });

  test("looks at the last window alone, however much went before", async () => {
    const { clock, running, send } = setUp({ rate: 1, windowSeconds: 4, concurrency: 20 });
    for (let burst = 1; burst <= 3; burst += 1) {
      const { length } = running;
      for (let sent = 0; sent < 4; sent += 1) void send(`${sent}`);
      await turn();
      expect(running).toHaveLength(length + 4);
      expect(await send("one more", { deadlineAt: clock.monotonic() + 3_999 })).toMatchObject({
        details: { retryAfterMs: 4_000 },
      });
      clock.at += 10_000;
    }
  });

  test("when the platform asks to slow down, everybody waits", async () => {
    const { clock, running, send } = setUp();
    const first = send("a");
    await turn();
    running[0]?.end(new MilepostError("platform-throttled", { retryAfterMs: 30_000 }));
    await first;
    expect(await send("b", { deadlineAt: clock.monotonic() + 10_000 })).toMatchObject({
      code: "platform-throttled",
    });
    clock.at += 30_000;
    const later = send("c", { deadlineAt: clock.monotonic() + 10_000 });
    await turn();
    running[1]?.end();
    expect(await later).toBe("ok");
  });

  test("an error that names no pause keeps nobody waiting", async () => {
    const { clock, running, send } = setUp({ rate: 10, windowSeconds: 4, concurrency: 2 });
    for (const error of [
      new MilepostError("platform-unavailable", { retryAfterMs: 30_000 }),
      new MilepostError("platform-throttled"),
      new Error("gone"),
    ]) {
      const failed = send("a");
      await turn();
      running.at(-1)?.end(error);
      expect(await failed).toBe(error);
      void send("b", { deadlineAt: clock.monotonic() });
      await turn();
      expect(running.at(-1)?.name).toBe("b");
      running.at(-1)?.end();
      await turn();
    }
  });

  test("who waits is refused as soon as a pause outlasts the deadline", async () => {
    const { clock, running, send } = setUp({ rate: 10, windowSeconds: 10, concurrency: 1 });
    const first = send("a");
    const second = send("b", { deadlineAt: clock.monotonic() + 10_000 });
    await turn();
    running[0]?.end(new MilepostError("platform-throttled", { retryAfterMs: 30_000 }));
    await first;
    expect(await second).toMatchObject({ code: "platform-throttled", details: { retryAfterMs: 30_000 } });
  });

  test("who gives up in the queue leaves at once, and the rest keep their turns", async () => {
    const { running, send } = setUp({ rate: 10, windowSeconds: 10, concurrency: 1 });
    const first = send("a");
    const stop = new AbortController();
    const second = send("b", { signal: stop.signal });
    const third = send("c");
    await turn();
    stop.abort(new Error("gone"));
    expect(await second).toMatchObject({ message: "gone" });
    running[0]?.end();
    await first;
    await turn();
    expect(running.map(({ name }) => name)).toEqual(["a", "c"]);
    running[1]?.end();
    expect(await third).toBe("ok");
  });

  test("a deadline that passes in the queue is told as being throttled, not as a slow platform", async () => {
    const { send } = setUp({ rate: 10, windowSeconds: 10, concurrency: 1 });
    void send("a");
    const late = new AbortController();
    const second = send("b", { signal: late.signal });
    await turn();
    late.abort(new MilepostError("platform-timeout"));
    expect(await second).toMatchObject({ code: "platform-throttled", details: { retryAfterMs: 0 } });
  });

  test("500 who come together all get their turn, where the limits allow it before their deadlines", async () => {
    const { clock, running, send } = setUp({ rate: 100, windowSeconds: 10, concurrency: 8 });
    const calls = Array.from({ length: 500 }, (_, i) =>
      send(`${i}`, { deadlineAt: clock.monotonic() + 10_000 }),
    );
    for (let ended = 0; ended < 500; ended += 1) {
      await turn();
      expect(running.length - ended).toBeLessThanOrEqual(8);
      running[ended]?.end();
    }
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["ok"]));
    expect(running.map(({ name }) => name)).toEqual(calls.map((_, i) => `${i}`));
  });

  test("who can't have a turn before the deadline is refused at once and told when to come", async () => {
    const { clock, send } = setUp({ rate: 1, windowSeconds: 4, concurrency: 20 });
    const stop = new AbortController();
    const deadlineAt = clock.monotonic() + 10_000;
    const waiting = Array.from({ length: 12 }, () => send("next", { deadlineAt, signal: stop.signal }));
    expect(await send("one more", { deadlineAt })).toMatchObject({
      code: "platform-throttled",
      details: { retryAfterMs: 12_000 },
    });
    stop.abort(new Error("enough"));
    expect(await Promise.all(waiting)).toHaveLength(12);
  });

  test("reckons with everybody who waits, and with when each of the last began", async () => {
    const { clock, send } = setUp({ rate: 1, windowSeconds: 4, concurrency: 20 });
    const stop = new AbortController();
    const { signal } = stop;
    for (let sent = 0; sent < 4; sent += 1) {
      void send("began", { signal });
      await turn();
      clock.at += 500;
    }
    const waiting = Array.from({ length: 5 }, () => send("waits", { signal }));
    // Began 2,000, 1,500, 1,000 and 500 ms ago; of those who wait the fifth goes after 6,000, the sixth after 6,500.
    expect(await send("too late", { signal, deadlineAt: clock.monotonic() + 6_499 })).toMatchObject({
      code: "platform-throttled",
      details: { retryAfterMs: 6_500 },
    });
    const inTime = send("in time", { signal, deadlineAt: clock.monotonic() + 6_500 });
    await turn();
    stop.abort(new Error("enough"));
    for (const one of await Promise.all([...waiting, inTime]))
      expect(one).toMatchObject({ message: "enough" });
  });

  test("a full queue refuses at once", async () => {
    const { send } = setUp({ rate: 1_000, windowSeconds: 10, concurrency: 1 });
    const stop = new AbortController();
    void send("first");
    await turn();
    const waiting = Array.from({ length: 4_096 }, () => send("next", { signal: stop.signal }));
    expect(await send("one more")).toMatchObject({
      code: "platform-throttled",
      details: { reason: "our own queue to the platform is full" },
    });
    stop.abort(new Error("enough"));
    const answers = new Set((await Promise.all(waiting)).map(String));
    expect(answers).toEqual(new Set(["Error: enough"]));
  });

  test("one origin's queue is nobody else's", async () => {
    const { running, send } = setUp({ rate: 10, windowSeconds: 10, concurrency: 1 });
    void send("a");
    void send("b", { url: new URL("https://other.example/") });
    await turn();
    expect(running.map(({ name }) => name)).toEqual(["a", "b"]);
  });
});

test("names that are asked for one by one leave half of a window to others", async () => {
  const { clock, running, send } = setUp({ rate: 1, windowSeconds: 4, concurrency: 9 });
  const inTime = { deadlineAt: clock.monotonic() };
  const names = [inTime, inTime, {}, {}].map((parts) => send("definitions.one", parts));
  await turn();
  const list = send("trending.list");
  await turn();
  expect(running.map(({ name }) => name)).toEqual(["definitions.one", "definitions.one", "trending.list"]);
  clock.at += 10_000;
  await expect.poll(() => running).toHaveLength(5);
  for (const one of running) one.end();
  expect(await Promise.all([...names, list])).toEqual(["ok", "ok", "ok", "ok", "ok"]);
});

describe("the throttle of several processes", () => {
  test("keeps to its part of the limits, and to all of them once it is alone", async () => {
    let part = 1 / 2;
    const { clock, running, send } = setUp(
      { rate: 1, windowSeconds: 4, concurrency: 4 },
      { part: () => part },
    );
    const calls = ["a", "b", "c", "d"].map((name) => send(name));
    await turn();
    expect(running.map(({ name }) => name)).toEqual(["a", "b"]);
    for (const one of running) one.end();
    part = 1;
    clock.at += 1_000;
    await expect.poll(() => running).toHaveLength(4);
    for (const one of running) one.end();
    expect(await Promise.all(calls)).toEqual(["ok", "ok", "ok", "ok"]);
  });

  test("pauses when another one was asked to, and says when it was asked itself", async () => {
    const said: unknown[] = [];
    const listeners: ((origin: string, ms: number) => void)[] = [];
    const { clock, running, send } = setUp(undefined, {
      pause: (...given) => void said.push(given),
      onPause: (listener) => void listeners.push(listener),
    });
    for (const pause of listeners) pause("https://portal.example", 5_000);
    expect(await send("a", { deadlineAt: clock.monotonic() + 1_000 })).toMatchObject({
      code: "platform-throttled",
    });
    clock.at += 5_000;
    const asked = send("b");
    await turn();
    running[0]?.end(new MilepostError("platform-throttled", { retryAfterMs: 7_000 }));
    await asked;
    expect(said).toEqual([["https://portal.example", 7_000]]);
  });
});

describe("the throttle of a platform that allows less than it says", () => {
  const RATE = 12;
  const WINDOW = 10;
  const throttled = new MilepostError("platform-throttled", { retryAfterMs: 10_000 });

  /** A platform that allows so many a second, averaged over a window, and everybody asking as much as they may. */
  const stage = () => {
    const clock = new ManualClock();
    const taken: number[] = [];
    const platform = { allowed: RATE / 2 };
    const gate = throttle(
      async () => {
        const now = clock.monotonic();
        const recent = taken.filter((at) => now - at < WINDOW * 1_000).length;
        if (recent >= platform.allowed * WINDOW) throw throttled;
        taken.push(now);
        return { payload: null, at: 0, bytes: 0 };
      },
      { rate: RATE, windowSeconds: WINDOW, concurrency: 100 },
      clock,
    );
    const ask = () =>
      gate({
        operation: "x",
        class: "public",
        method: "GET",
        url: new URL("https://portal.example/x"),
        envelope: "bare",
        maxBytes: 1,
        signal: new AbortController().signal,
        deadlineAt: clock.monotonic(),
      }).then(
        () => "answered",
        (error: unknown) => (error === throttled ? "refused" : "not sent"),
      );
    /** Returns how many were answered and refused in so many minutes. */
    const pass = async (minutes: number) => {
      const counts = { answered: 0, refused: 0 };
      for (let second = 0; second < minutes * 60; second += 1) {
        for (const outcome of await Promise.all(Array.from({ length: RATE }, ask)))
          if (outcome === "answered" || outcome === "refused") counts[outcome] += 1;
        clock.at += 1_000;
      }
      return counts;
    };
    return { platform, pass };
  };

  test("slows down, so that hardly anything is refused, and takes most of what is allowed", async () => {
    const { pass } = stage();
    await pass(5);
    const { answered, refused } = await pass(60);
    expect(answered).toBeGreaterThan((RATE / 2) * 3_600 * 0.8);
    expect(refused).toBeLessThan(answered * 0.002);
  });

  test("is at its full pace again half an hour after the last refusal", async () => {
    const { platform, pass } = stage();
    await pass(30);
    platform.allowed = RATE;
    await pass(30);
    expect((await pass(10)).answered).toBe(RATE * 600);
  });
});

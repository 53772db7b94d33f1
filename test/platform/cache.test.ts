import { describe, expect, test } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import type { OnWait } from "../../src/platform/http/request.ts";
import { type Fetched, PublicCache } from "../../src/platform/cache.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** A platform whose answers come when the test says so. */
class Source {
  readonly asked: {
    resolve(data: string): void;
    reject(error: unknown): void;
    readonly signal: AbortSignal;
  }[] = [];
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  readonly load = (signal: AbortSignal): Promise<Fetched<string>> =>
    new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      this.asked.push({
        resolve: (data) => resolve({ data, at: this.#clock.now(), bytes: 10 }),
        reject,
        signal,
      });
    });
}

function setUp(patienceMs = 10) {
  const clock = new ManualClock();
  const cache = new PublicCache({ freshMs: 60_000, staleMs: 86_400_000, patienceMs }, clock);
  const source = new Source(clock);
  const get = (signal?: AbortSignal) => cache.get("key", source.load, signal === undefined ? {} : { signal });
  return { clock, cache, source, get };
}

async function filled(patienceMs?: number) {
  const parts = setUp(patienceMs);
  const first = parts.get();
  parts.source.asked[0]?.resolve("old");
  await first;
  return parts;
}

const turn = () => new Promise((done) => setImmediate(done));

describe("PublicCache", () => {
  test("a thousand callers at once make one request", async () => {
    const { source, get } = setUp();
    const all = Promise.all(Array.from({ length: 1_000 }, () => get()));
    source.asked[0]?.resolve("value");
    expect(new Set((await all).map(({ data }) => data))).toEqual(new Set(["value"]));
    expect(source.asked).toHaveLength(1);
  });

  test("what is fresh is asked for again by who wants it younger, and told as stale where that fails", async () => {
    const { clock, source, cache } = await filled();
    clock.at += 10_000;
    const younger = () => cache.get("key", source.load, { maxAgeMs: 5_000 });
    const asked = younger();
    await turn();
    source.asked[1]?.reject(new MilepostError("platform-maintenance"));
    expect(await asked).toMatchObject({ data: "old", isStale: true, isMaintenance: true });
    clock.at += 10_000;
    const again = younger();
    await turn();
    source.asked[2]?.resolve("new");
    expect(await again).toMatchObject({ data: "new", isStale: false });
    expect(await younger()).toMatchObject({ data: "new", isStale: false });
    expect(source.asked).toHaveLength(3);
  });

  test("what is fresh is not asked for again, and tells its age", async () => {
    const { clock, source, get } = await filled();
    const at = clock.now();
    clock.at += 59_999;
    expect(await get()).toEqual({ data: "old", at, isStale: false });
    expect(source.asked).toHaveLength(1);
  });

  test("what is a little old is given at once, and fetched anew behind it", async () => {
    const { clock, source, get } = await filled();
    clock.at += 61_000;
    expect(await get()).toMatchObject({ data: "old", isStale: false });
    source.asked[1]?.resolve("new");
    await turn();
    expect(await get()).toMatchObject({ data: "new", isStale: false });
    expect(source.asked).toHaveLength(2);
  });

  test("for what is old a caller waits a moment and gets the news", async () => {
    const { clock, source, get } = await filled(5_000);
    clock.at += 3_600_000;
    const call = get();
    source.asked[1]?.resolve("new");
    expect(await call).toEqual({ data: "new", at: clock.now(), isStale: false });
  });

  test("when no news come in time the old is shown as stale, and the request goes on", async () => {
    const { clock, source, get } = await filled();
    clock.at += 3_600_000;
    expect(await get()).toMatchObject({ data: "old", isStale: true });
    source.asked[1]?.resolve("new");
    await turn();
    expect(await get()).toMatchObject({ data: "new", isStale: false });
  });

  test("when the platform fails the old is shown, and maintenance is called that", async () => {
    const { clock, source, get } = await filled(5_000);
    clock.at += 3_600_000;
    const call = get();
    source.asked[1]?.reject(new MilepostError("platform-maintenance"));
    expect(await call).toMatchObject({ data: "old", isStale: true, isMaintenance: true });
    expect(await get()).toMatchObject({ data: "old", isStale: true, isMaintenance: true });
    expect(source.asked).toHaveLength(2);
    clock.at += 5_000;
    const later = get();
    source.asked[2]?.resolve("new");
    expect(await later).toEqual({ data: "new", at: clock.now(), isStale: false });
  });

  test("after its time the old is gone: the failure is the caller's", async () => {
    const { clock, source, get } = await filled();
    clock.at += 86_400_000;
    const call = get();
    source.asked[1]?.reject(new MilepostError("platform-unavailable"));
    await expect(call).rejects.toMatchObject({ code: "platform-unavailable" });
  });

  test("what was deleted or made private is not shown any longer", async () => {
    const { clock, source, get } = await filled(5_000);
    clock.at += 3_600_000;
    const call = get();
    source.asked[1]?.reject(new MilepostError("not-found"));
    await call;
    const next = get();
    source.asked[2]?.reject(new MilepostError("not-found"));
    await expect(next).rejects.toMatchObject({ code: "not-found" });
  });

  test("a person waits no longer for what is new than they would stay, and finds it when they ask again", async () => {
    const { cache, source, get } = setUp();
    const person = () => cache.get("key", source.load, { firstWithinMs: 5 });
    await expect(person()).rejects.toMatchObject({ code: "platform-timeout" });
    await expect(person()).rejects.toMatchObject({ code: "platform-timeout" });
    expect(source.asked[0]?.signal.aborted).toBe(false);
    const patient = get();
    source.asked[0]?.resolve("late");
    expect(await patient).toMatchObject({ data: "late" });
    expect(await person()).toMatchObject({ data: "late", isStale: false });
    expect(source.asked).toHaveLength(1);
  });

  test("a person who stays no longer than a wait for another try reads why it is waited", async () => {
    const { cache, clock } = setUp();
    const throttled = new MilepostError("platform-throttled", {
      operation: "user.byId",
      retryAfterMs: 5_000,
    });
    const load = (_: AbortSignal, onWait: OnWait) => {
      onWait(throttled, 5_000);
      return new Promise<never>(() => {});
    };
    const person = () => cache.get("key", load, { firstWithinMs: 5 });
    await expect(person()).rejects.toMatchObject({
      code: "platform-throttled",
      details: { retryAfterMs: 5_000 },
    });
    clock.at += 3_000;
    await expect(person()).rejects.toMatchObject({ details: { retryAfterMs: 2_000 } });
    clock.at += 2_000;
    await expect(person()).rejects.toMatchObject({ code: "platform-timeout" });
  });

  test("a person who leaves meanwhile, and a failure that comes too late, trouble nobody", async () => {
    const { cache, source } = setUp();
    const leaving = new AbortController();
    const left = cache.get("key", source.load, { firstWithinMs: 60_000, signal: leaving.signal });
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(source.asked[0]?.signal.aborted).toBe(true);
    const late = cache.get("key", source.load, { firstWithinMs: 5 });
    await expect(late).rejects.toMatchObject({ code: "platform-timeout" });
    source.asked[1]?.reject(new MilepostError("platform-unavailable"));
    await turn();
  });

  test("a caller that goes away takes only itself along", async () => {
    const { source, get } = setUp();
    const leaving = new AbortController();
    const left = get(leaving.signal);
    const stays = get();
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(source.asked[0]?.signal.aborted).toBe(false);
    source.asked[0]?.resolve("value");
    expect((await stays).data).toBe("value");
  });

  test("the last caller to go ends the request; the next begins a new one", async () => {
    const { source, get } = setUp();
    const leaving = new AbortController();
    const left = get(leaving.signal);
    leaving.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    expect(source.asked[0]?.signal.aborted).toBe(true);
    const next = get();
    source.asked[1]?.resolve("value");
    expect((await next).data).toBe("value");
  });

  test("a caller in the background is joined by nobody", async () => {
    const { cache, source, get } = setUp();
    const patient = cache.get("key", source.load, { background: true });
    const person = get();
    expect(source.asked).toHaveLength(2);
    source.asked[1]?.resolve("quick");
    expect((await person).data).toBe("quick");
    source.asked[0]?.resolve("slow");
    expect((await patient).data).toBe("slow");
  });

  test("closing ends every request and refuses new ones", async () => {
    const { cache, source, get } = setUp();
    const call = get();
    cache.close();
    await expect(call).rejects.toMatchObject({ code: "busy" });
    expect(source.asked[0]?.signal.aborted).toBe(true);
    await expect(get()).rejects.toMatchObject({ code: "busy" });
  });

  test("failures are not kept", async () => {
    const { source, get } = setUp();
    const call = get();
    source.asked[0]?.reject(new MilepostError("platform-unavailable"));
    await expect(call).rejects.toMatchObject({ code: "platform-unavailable" });
    const next = get();
    source.asked[1]?.resolve("value");
    expect((await next).data).toBe("value");
  });

  test("what was not asked for longest goes first when the bytes are too many", async () => {
    const { cache } = setUp();
    const loads: string[] = [];
    const get = (key: string, megabytes: number) =>
      cache.get(key, async () => {
        loads.push(key);
        return { data: key, at: new ManualClock().now(), bytes: megabytes * 1024 * 1024 };
      });
    await get("first", 10);
    await get("second", 10);
    await get("first", 10);
    await get("third", 10);
    await get("first", 10);
    expect(loads).toEqual(["first", "second", "third"]);
    await get("second", 10);
    await get("larger than all the room", 25);
    await get("larger than all the room", 25);
    expect(loads.slice(3)).toEqual(["second", "larger than all the room", "larger than all the room"]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { MovableClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { createLoginGuard, type LoginGuard, startDelayMs } from "../../src/compose/login-guard.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { HOUR } from "../support/time.ts";

let clock: MovableClock;
let database: Database;

beforeEach(async () => {
  clock = new MovableClock();
  database = await openDatabase({ url: ":memory:" });
});
afterEach(() => database.close());

/** A login of a new process, and whether it had to wait: then it was ended meanwhile. */
async function login(): Promise<{ readonly guard: LoginGuard; readonly waits: boolean }> {
  const guard = createLoginGuard(database, { log: silentLog, clock });
  const over = new AbortController();
  const before = guard.beforeLogin(over.signal).then(
    () => false,
    () => true,
  );
  for (let turn = 0; turn < 20; turn += 1) await database.queries.selectFrom("facts").selectAll().execute();
  over.abort();
  return { guard, waits: await before };
}

describe("logins", () => {
  it("wait after some crashes within an hour", async () => {
    const waited: boolean[] = [];
    for (let crash = 0; crash < 6; crash += 1) waited.push((await login()).waits);
    expect(waited).toEqual([false, false, false, false, false, true]);
    clock.advance(HOUR);
    expect((await login()).waits).toBe(false);
  });

  it("wait for nothing however often the program was stopped in order", async () => {
    for (let stop = 0; stop < 20; stop += 1) {
      const { guard, waits } = await login();
      expect(waits).toBe(false);
      await guard.stoppedInOrder();
    }
  });

  it("are crashes still when others were stopped in order between them", async () => {
    for (let crash = 0; crash < 5; crash += 1) {
      expect((await login()).waits).toBe(false);
      const { guard, waits } = await login();
      if (!waits) await guard.stoppedInOrder();
    }
    expect((await login()).waits).toBe(true);
  });

  it("are not counted where the waiting was ended", async () => {
    for (let crash = 0; crash < 5; crash += 1) await login();
    for (let end = 0; end < 5; end += 1) await (await login()).guard.stoppedInOrder();
    clock.advance(3_000);
    expect((await login()).waits).toBe(false);
  });
});

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

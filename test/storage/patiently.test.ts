import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { patiently } from "../../src/storage/patiently.ts";

const PATIENCE_MS = 5_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const busy = () => Promise.reject(new Sqlite.SqliteError("database is locked", "SQLITE_BUSY"));

it("does not count the time in which the database is written anew by ourselves", async () => {
  const rewrite = Promise.withResolvers<void>();
  let under: Promise<void> | undefined = rewrite.promise;
  let tries = 0;
  const work = () => {
    tries += 1;
    return under === undefined ? Promise.resolve("written") : busy();
  };
  const writing = patiently(work, { ownWork: () => under });
  await vi.advanceTimersByTimeAsync(10 * PATIENCE_MS);
  expect(tries).toBe(1);
  under = undefined;
  rewrite.resolve();
  expect(await writing).toBe("written");
});

it("gives up on another program in time, also after that", async () => {
  let under: Promise<void> | undefined = Promise.resolve();
  const ownWork = () => {
    const now = under;
    under = undefined;
    return now;
  };
  const writing = patiently(busy, { ownWork });
  await Promise.all([
    expect(writing).rejects.toMatchObject({ code: "SQLITE_BUSY" }),
    vi.advanceTimersByTimeAsync(PATIENCE_MS + 20),
  ]);
});

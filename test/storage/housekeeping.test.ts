import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";

import { describe, expect, it } from "vitest";

import { silentLog } from "../../src/base/log.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { startHousekeeping, sweep } from "../../src/storage/housekeeping.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { useFolder } from "../support/databases.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { DAY, HOUR, MINUTE } from "../support/time.ts";

/** As README says: 30 days. */
const BACKUPS_KEPT_MS = 30 * 86_400_000;
const NOW = Date.UTC(2026, 5, 1);

describe("a sweep", () => {
  const folder = useFolder();
  const at = (name: string) => path.join(folder.path, "data", name);
  const made = (name: string, ageMs: number) => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), "kept");
    utimesSync(at(name), new Date(NOW - ageMs), new Date(NOW - ageMs));
  };
  const sweepWith = async (also: readonly (() => Promise<unknown>)[] = []) => {
    const database = await openDatabase({ url: ":memory:" });
    const warned: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warned.push(message) };
    const { queries } = database;
    await sweep({ queries, clock: new ManualClock(NOW), log, databaseFile: at("test.db"), also });
    await database.close();
    return warned;
  };

  it("deletes the backups made before migrations, and copies cut short, after 30 days, and nothing else", async () => {
    const old = [
      "test.db.version-3.backup",
      "test.db.version-3.backup-2",
      "test.db.version-12.backup-journal",
      "test.db.version-12.backup.part",
      "test.db.version-12.backup-2.part-journal",
      "test.db.copy.part",
      "test.db.copy.part-journal",
      "test.db.restored.part",
      "test.db.restored.part-wal",
    ];
    for (const name of old) made(name, BACKUPS_KEPT_MS);
    const young = ["test.db.version-4.backup"];
    for (const name of young) made(name, BACKUPS_KEPT_MS - 1_000);
    const others = [
      "test.db",
      "test.db-wal",
      "test.db.lock",
      "other.db.version-3.backup",
      "test.db.version-x.backup",
      "test.db.copy",
      "test.db.version-3.backup.mine",
      "my.test.db.version-3.backup",
    ];
    for (const name of others) made(name, 10 * BACKUPS_KEPT_MS);
    expect(await sweepWith()).toEqual([]);
    expect(readdirSync(path.dirname(at("x")))).toEqual([...young, ...others].toSorted());
  });

  it("finds the backup that a migration makes", async () => {
    const url = `file:${at("test.db")}`;
    const [first] = migrations;
    if (first === undefined) throw new Error("no migration");
    await (await openDatabase({ url, migrations: [first] })).close();
    await (await openDatabase({ url })).close();
    const backup = "test.db.version-1.backup";
    expect(existsSync(at(backup))).toBe(true);
    utimesSync(at(backup), new Date(NOW - BACKUPS_KEPT_MS), new Date(NOW - BACKUPS_KEPT_MS));
    await sweepWith();
    expect(existsSync(at(backup))).toBe(false);
    expect(existsSync(at("test.db"))).toBe(true);
  });

  it("goes on when one part of it fails, and says so", async () => {
    let hasRun = false;
    made("test.db", 0);
    const warned = await sweepWith([
      () => Promise.reject(new Error("x")),
      async () => {
        hasRun = true;
      },
    ]);
    expect(warned).toHaveLength(1);
    expect(hasRun).toBe(true);
  });
});

/** Counts sweeps under a clock that is set. */
async function counted(during: (clock: ManualClock, sweeps: () => Promise<number>) => Promise<void>) {
  const clock = new ManualClock(NOW);
  const database = await openDatabase({ url: ":memory:" });
  let count = 0;
  const also = [async () => void (count += 1)];
  const stop = startHousekeeping({ queries: database.queries, clock, log: silentLog, also });
  const sweeps = async () => {
    // Each sweep is several turns of the database.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    return count;
  };
  await during(clock, sweeps);
  await stop();
  await database.close();
}

describe("housekeeping", () => {
  it.each([2 * HOUR, DAY, 365 * DAY])(
    "deletes nothing by a clock that was set ahead by %i ms, until it has stayed so for an hour",
    async (step) => {
      await counted(async (clock, sweeps) => {
        expect(await sweeps()).toBe(1);
        clock.step(step);
        clock.step(MINUTE);
        expect(await sweeps()).toBe(1);
        clock.at += HOUR;
        clock.step(MINUTE);
        expect(await sweeps()).toBe(2);
      });
    },
  );

  it("sweeps again at once after the clock was set back", async () => {
    await counted(async (clock, sweeps) => {
      expect(await sweeps()).toBe(1);
      clock.step(365 * DAY);
      expect(await sweeps()).toBe(1);
      clock.step(-365 * DAY);
      expect(await sweeps()).toBe(2);
    });
  });
});

import { expect, it } from "vitest";

import { MilepostError } from "../../../../src/base/errors.ts";
import { silentLog } from "../../../../src/base/log.ts";
import { KnownDatesStore } from "../../../../src/features/posts/engine/known-dates.ts";
import {
  PlatformWatch,
  type PlatformWatchDeps,
} from "../../../../src/features/posts/engine/platform-watch.ts";
import { knownDateRows } from "../../../../src/features/posts/store/platform-rows.ts";
import { systemContext } from "../../../../src/features/posts/engine/system-context.ts";
import { GamePublicMilestone } from "../../../../src/platform/resources/milestones.ts";
import { describeEachDatabase, describeOnSqlite } from "../../../support/databases.ts";
import { dated, fakePlatform, fakeServices } from "../../../support/fake-services.ts";
import { passingTime } from "../../../support/passing-time.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { MEMBER, NOW, personal, stageBook } from "../reminder-service-harness.ts";

const THING = "milestone:7";
const cut = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("cut")));
  });

describeEachDatabase("a date that moved", (database) => {
  it("counts for a reminder that is changed while it is planned anew", async () => {
    const { queries } = database();
    const { book: reminders, store, clock, dates } = stageBook(queries);
    dates.set(THING, { startAt: NOW, endAt: NOW + 10 * HOUR });
    const rule = { kind: "dated", thing: THING, edge: "end", leadMs: HOUR } as const;
    const made = await reminders.make(personal({ rule }));
    const id = "reminder" in made ? made.reminder.id : "";
    const rows = knownDateRows(queries);
    const row = { thing: THING, title: "x", start_at: NOW, end_at: NOW + 5 * HOUR, every_ms: null };
    await rows.put([{ ...row, seen_at: NOW, is_followed: 0 }]);
    const services = fakeServices({ platform: fakePlatform({}, []) });
    let isChanged = false;
    const watch = new PlatformWatch({
      store: {
        ...store,
        occurrences: {
          ...store.occurrences,
          async plan(plans, now) {
            if (!isChanged) await store.reminders.change(id, 1, { editor_id: "other" });
            isChanged = true;
            return store.occurrences.plan(plans, now);
          },
        },
      },
      known: new KnownDatesStore(rows, clock),
      recheckPosts: async () => {},
      findNew: async () => {},
      background: (signal) => systemContext({ services, now: NOW, locale: "en-US", signal }),
      clock,
      random: () => 0.5,
      log: silentLog,
      wake: () => {},
    });
    await watch.poll();
    await watch.poll();
    expect((await reminders.find(id))?.nextAt).toBe(NOW + 4 * HOUR);
    expect(await rows.changed()).toEqual([]);
  });
});

describeOnSqlite("watching the platform", (database) => {
  /** A watch that runs by itself, a reminder an hour before something ends, and what the platform shows of that. */
  const stage = async (more: Partial<PlatformWatchDeps> = {}) => {
    const { queries } = database();
    const { book: reminders, store, clock, woken } = stageBook(queries);
    const pass = passingTime(clock);
    const shown: { dates?: { startAt: number; endAt: number } } = {};
    const warned: string[] = [];
    const milestonesPublic = async () => {
      if (shown.dates === undefined) return dated({}, { at: clock.now() });
      const { startAt, endAt } = shown.dates;
      const [startDate, endDate] = [startAt, endAt].map((at) => new Date(at).toISOString());
      const milestone = GamePublicMilestone.parse({ milestoneHash: 7, startDate, endDate });
      return dated({ 7: milestone }, { at: clock.now() });
    };
    const services = fakeServices({ platform: fakePlatform({ milestonesPublic }, ["milestones.public"]) });
    const rechecked: string[] = [];
    const watch = new PlatformWatch({
      store,
      known: new KnownDatesStore(knownDateRows(queries), clock),
      recheckPosts: async (key) => void rechecked.push(key),
      findNew: async () => {},
      background: (signal) => systemContext({ services, now: clock.now(), locale: "en-US", signal }),
      clock,
      random: () => 0.5,
      log: { ...silentLog, warn: (message) => void warned.push(message) },
      wake: () => void (woken.times += 1),
      ...more,
    });
    const make = async (ownerId = MEMBER) => {
      const rule = { kind: "dated", thing: THING, edge: "end", leadMs: HOUR } as const;
      const made = await reminders.make(
        personal({ rule, ownerId, destinations: [{ kind: "dm", target: ownerId }] }),
      );
      return "reminder" in made ? made.reminder.id : "";
    };
    const id = await make();
    woken.times = 0;
    watch.start();
    await pass(0);
    const nextAt = async () => (await reminders.find(id))?.nextAt;
    return { queries, watch, pass, shown, make, nextAt, warned, rechecked, store, woken };
  };
  const SIEGE = { startAt: NOW - DAY, endAt: NOW + DAY };

  it("follows a date that moved as soon as a second answer can confirm it, and wakes who posts", async () => {
    const { watch, pass, shown, nextAt, rechecked, woken } = await stage();
    shown.dates = SIEGE;
    await pass(5 * MINUTE);
    expect([await nextAt(), rechecked, woken.times]).toEqual([NOW + DAY - HOUR, [THING], 1]);
    shown.dates = { ...SIEGE, endAt: NOW + 2 * DAY };
    await pass(6 * MINUTE);
    expect([await nextAt(), rechecked, woken.times]).toEqual([NOW + DAY - HOUR, [THING], 1]);
    await pass(10_000);
    expect([await nextAt(), rechecked, woken.times]).toEqual([NOW + 2 * DAY - HOUR, [THING, THING], 2]);
    await watch.stop();
  });

  it.each([
    ["four minutes", 0, 4 * MINUTE],
    ["six minutes", 1, 6 * MINUTE],
  ])("asks at intervals that are each bot's own: %s", async (_, random, everyMs) => {
    const { watch, pass, shown, nextAt } = await stage({ random: () => random });
    shown.dates = SIEGE;
    await pass(everyMs - 500);
    expect(await nextAt()).toBeUndefined();
    await pass(500);
    expect(await nextAt()).toBe(NOW + DAY - HOUR);
    await watch.stop();
  });

  it("plans one that was made without dates, though what is known did not change", async () => {
    const { watch, pass, shown, make, store } = await stage();
    shown.dates = SIEGE;
    await pass(5 * MINUTE);
    const id = await make("other");
    await pass(5 * MINUTE);
    expect((await store.reminders.find(id))?.next_slot).toBe(NOW + DAY - HOUR);
    await watch.stop();
  });

  it("learns what comes next soon after what it knows has ended", async () => {
    const { watch, pass, shown, nextAt } = await stage();
    shown.dates = { startAt: NOW - DAY, endAt: NOW + 7 * MINUTE };
    await pass(6 * MINUTE);
    shown.dates = { startAt: NOW + 7 * MINUTE, endAt: NOW + DAY };
    await pass(2 * MINUTE);
    expect(await nextAt()).toBeUndefined();
    await pass(10_000);
    expect(await nextAt()).toBe(NOW + DAY - HOUR);
    await watch.stop();
  });

  it("tells nothing again of what is on for longer than what was posted is remembered", async () => {
    const { queries, watch, pass, shown, nextAt } = await stage();
    shown.dates = SIEGE;
    await pass(5 * MINUTE);
    expect(await nextAt()).toBe(NOW + DAY - HOUR);
    await pass(DAY - 30 * MINUTE);
    // It was posted since, and forgotten.
    await queries.updateTable("reminders").set({ next_slot: null, useful_until: null }).execute();
    await pass(10 * MINUTE);
    expect(await nextAt()).toBeUndefined();
    await watch.stop();
  });

  it("goes on after minutes where the database failed, and says so", async () => {
    const { watch, pass, shown, nextAt, warned, store } = await stage();
    const { awaited } = store.reminders;
    store.reminders.awaited = () => Promise.reject(new Error("disk I/O error"));
    watch.wake();
    await pass(0);
    store.reminders.awaited = awaited;
    shown.dates = SIEGE;
    expect(warned).toHaveLength(1);
    await pass(5 * MINUTE - 500);
    expect(await nextAt()).toBeUndefined();
    await pass(500);
    expect([await nextAt(), warned.length]).toEqual([NOW + DAY - HOUR, 1]);
    await watch.stop();
  });

  it("says nothing of a platform that fails, nor of what its own end cut short", async () => {
    let isDown = true;
    const findNew: PlatformWatchDeps["findNew"] = async ({ signal }) => {
      if (isDown) throw new MilepostError("platform-maintenance");
      await cut(signal);
    };
    const { watch, pass, shown, nextAt, warned } = await stage({ findNew });
    shown.dates = SIEGE;
    await pass(5 * MINUTE);
    expect(await nextAt()).toBe(NOW + DAY - HOUR);
    isDown = false;
    watch.wake();
    await pass(0);
    await watch.stop();
    expect(warned).toEqual([]);
  });

  it("leaves out a reminder that can't be read, and says so", async () => {
    const { queries, watch, pass, shown, make, nextAt, warned } = await stage();
    const odd = await make("other");
    await queries.updateTable("reminders").set({ rule: "{" }).where("id", "=", odd).execute();
    shown.dates = SIEGE;
    await pass(5 * MINUTE);
    expect([await nextAt(), new Set(warned)]).toEqual([
      NOW + DAY - HOUR,
      new Set(["a reminder could not be planned anew"]),
    ]);
    await watch.stop();
  });
});

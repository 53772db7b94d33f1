import { expect, it } from "vitest";

import { sweepReminders } from "../../../../src/features/posts/engine/sweep.ts";
import { type Log, silentLog } from "../../../../src/base/log.ts";
import { conversationRows, reminderNotices } from "../../../../src/features/posts/store/member-rows.ts";
import { knownDateRows, seenEntries } from "../../../../src/features/posts/store/platform-rows.ts";
import { planNewEntries } from "../../../../src/features/posts/engine/plan-occurrences.ts";
import type { Queries } from "../../../../src/storage/schema.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { announcement, contentOf, GUILD, MEMBER, NOW, stageBook } from "../reminder-service-harness.ts";
import { DAY } from "../../../support/time.ts";
import { ManualClock } from "../../../support/manual-clock.ts";

interface Known {
  readonly thing: string;
  readonly startAt?: number;
  readonly endAt?: number;
  readonly everyMs?: number;
}

const dated = (thing: string) => ({ kind: "dated", thing, edge: "start", leadMs: 0 }) as const;

describeEachDatabase("what waits for something that is long over", (database) => {
  /** The state of a reminder of a thing with these dates, so long after its time. */
  async function stateAfter(
    days: number,
    { thing, startAt, endAt, everyMs }: Known,
    seenAt = NOW,
  ): Promise<string | undefined> {
    const { queries } = database();
    const { book: reminders, store } = stageBook(queries);
    const known = knownDateRows(queries);
    const made = await reminders.make(announcement({ rule: dated(thing) }));
    if (!("reminder" in made)) throw new Error(`nothing was made: ${made.kind}`);
    const at = { start_at: startAt ?? null, end_at: endAt ?? null, every_ms: everyMs ?? null };
    const row = { thing, ...at, title: "x", seen_at: seenAt, is_followed: 1 };
    await known.put([row]);
    const clock = new ManualClock(NOW + days * DAY);
    await sweepReminders({ queries, clock, log: silentLog });
    return (await store.reminders.find(made.reminder.id))?.state;
  }

  it.each([
    ["an event that has an end", { thing: "ritual:3:a", startAt: NOW - DAY, endAt: NOW }, 7],
    ["an event that has only a start", { thing: "ritual:3:a", startAt: NOW }, 7],
    ["a milestone that has only a start", { thing: "milestone:7", startAt: NOW }, 60],
  ])("is ended so many days later, not before: %s", async (_, thing, days) => {
    expect(await stateAfter(days - 1, thing)).toBe("active");
    expect(await stateAfter(days, thing)).toBe("ended");
  });

  it.each([
    ["what comes again", { startAt: NOW, everyMs: 7 * DAY }],
    ["what was never dated", {}],
  ])("is kept where it may come yet: %s", async (_, dates) => {
    expect(await stateAfter(100, { thing: "milestone:7", ...dates })).toBe("active");
  });

  it("ends no other: what is planned, paused, waits for something unknown, or for no date", async () => {
    const { queries } = database();
    const { book: reminders } = stageBook(queries);
    const subject = { kind: "new-entries" } as const;
    const content = contentOf({ purpose: "announcement", subject });
    for (const given of [
      { rule: dated("ritual:3:a") },
      { rule: dated("ritual:3:a"), destinations: [{ kind: "channel", target: "9" }] as const },
      { rule: dated("ritual:3:a"), destinations: [{ kind: "channel", target: "8" }] as const },
      { rule: dated("ritual:3:b") },
      { rule: { kind: "watch", what: "entries" } as const, content },
    ])
      await reminders.make(announcement(given));
    await reminders.change({ id: "id3", revision: 1, by: MEMBER }, { state: "paused" });
    const planned = queries.updateTable("reminders").set({ next_slot: NOW + 10 * DAY });
    await planned.where("id", "=", "id5").execute();
    const over = { thing: "ritual:3:a", start_at: NOW, end_at: null, every_ms: null };
    await knownDateRows(queries).put([{ ...over, title: "x", seen_at: NOW, is_followed: 1 }]);
    await sweepReminders({ queries, clock: new ManualClock(NOW + 9 * DAY), log: silentLog });
    const states = (await reminders.ofGuild(GUILD)).map(({ state }) => state);
    expect(states).toEqual(["ended", "paused", "active", "active", "active"]);
  });

  it("is kept while answers hold it", async () => {
    const seenAt = NOW + 20 * DAY;
    expect(await stateAfter(25, { thing: "ritual:3:a", startAt: NOW }, seenAt)).toBe("active");
  });
});

describeEachDatabase("what was kept for as long as promised", (database) => {
  it.each<[string, number, (queries: Queries) => Promise<readonly unknown[]>]>([
    ["what was posted", 30, (queries) => queries.selectFrom("deliveries").select("id").execute()],
    ["notices nobody read", 30, (queries) => reminderNotices(queries).of(MEMBER, 9)],
    [
      "entries the platform lists no more",
      90,
      (queries) => queries.selectFrom("seen_entries").select("key").where("key", "=", "gone").execute(),
    ],
    ["dates nobody waits for", 90, (queries) => knownDateRows(queries).list(9)],
  ])("is forgotten when that is over, not before: %s", async (_, days, kept) => {
    const { queries } = database();
    const { book: reminders, store } = stageBook(queries);
    const made = await reminders.make(announcement());
    const id = "reminder" in made ? made.reminder.id : "";
    const row = await store.reminders.find(id);
    if (row !== undefined)
      await store.occurrences.plan([planNewEntries(row, { now: NOW, usefulUntil: NOW + DAY })], NOW);
    await queries.updateTable("deliveries").set({ state: "sent" }).execute();
    const trouble = { reminder_id: id, what: "dm-closed", target: MEMBER, reason: null };
    await reminderNotices(queries).add({ member_id: MEMBER, ...trouble, at: NOW });
    await seenEntries(queries).add("entries", ["gone"], NOW);
    const dates = { thing: "milestone:9", start_at: 1, end_at: 2, every_ms: null, title: "x" };
    await knownDateRows(queries).put([{ ...dates, seen_at: NOW, is_followed: 1 }]);
    const sweep = (at: number) => sweepReminders({ queries, clock: new ManualClock(at), log: silentLog });
    await sweep(NOW + days * DAY);
    expect(await kept(queries)).toHaveLength(1);
    await sweep(NOW + days * DAY + 1);
    expect(await kept(queries)).toEqual([]);
  });

  it("is forgotten of a reminder that ended: itself, after its history", async () => {
    const { queries } = database();
    const { book: reminders, store } = stageBook(queries);
    const made = await reminders.make(announcement());
    const id = "reminder" in made ? made.reminder.id : "";
    const row = await store.reminders.find(id);
    if (row !== undefined)
      await store.occurrences.plan(
        [planNewEntries(row, { now: NOW + DAY, usefulUntil: NOW + 2 * DAY })],
        NOW + DAY,
      );
    await queries.updateTable("deliveries").set({ state: "sent" }).execute();
    await queries.updateTable("reminders").set({ state: "ended", changed_at: NOW }).execute();
    const said: unknown[] = [];
    const log = {
      ...silentLog,
      debug: (...[, { count } = {}]: Parameters<Log["debug"]>) => void said.push(count),
    };
    const sweep = async (at: number) => {
      await sweepReminders({ queries, clock: new ManualClock(at), log });
      return (await store.reminders.find(id)) !== undefined;
    };
    expect([await sweep(NOW + 30 * DAY), await sweep(NOW + 31 * DAY)]).toEqual([true, true]);
    expect([await sweep(NOW + 31 * DAY + 1), await sweep(NOW + 40 * DAY), said]).toEqual([false, false, [2]]);
  });

  it("is forgotten of the conversation with a member once they have no reminder", async () => {
    const { queries } = database();
    const { book: reminders } = stageBook(queries);
    const made = await reminders.make(announcement());
    const conversations = conversationRows(queries);
    await conversations.set(MEMBER, "c");
    const known = async () => {
      await sweepReminders({ queries, clock: new ManualClock(NOW), log: silentLog });
      return conversations.get(MEMBER);
    };
    expect(await known()).toBe("c");
    await reminders.remove("reminder" in made ? made.reminder.id : "");
    expect(await known()).toBeUndefined();
  });

  it("leaves a reminder that ended for as long as its history is kept", async () => {
    const { queries } = database();
    const { book: reminders, store } = stageBook(queries);
    const made = await reminders.make(announcement());
    const id = "reminder" in made ? made.reminder.id : "";
    await queries.updateTable("reminders").set({ state: "ended", changed_at: NOW }).execute();
    const sweep = async (at: number) => {
      await sweepReminders({ queries, clock: new ManualClock(at), log: silentLog });
      return (await store.reminders.find(id)) !== undefined;
    };
    expect([await sweep(NOW + 30 * DAY), await sweep(NOW + 30 * DAY + 1)]).toEqual([true, false]);
  });
});

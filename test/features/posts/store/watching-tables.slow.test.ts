import { expect, it } from "vitest";

import { reminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { postUpdateRows } from "../../../../src/features/posts/store/delivery-rows.ts";
import { repeatsAndSnoozes } from "../../../../src/features/posts/store/occurrence-rows.ts";
import {
  forgetDataOfOtherPlatform,
  knownDateRows,
  seenEntries,
} from "../../../../src/features/posts/store/platform-rows.ts";
import { reminderNotices } from "../../../../src/features/posts/store/member-rows.ts";
import { allWaiting, WAITING_AT_ONCE } from "../../../../src/features/posts/store/reminder-rows.ts";
import { addReminder, START } from "../engine/engine-harness.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { HOUR } from "../../../support/time.ts";

const dates = (thing: string, seenAt = 10) => ({
  thing,
  start_at: 1,
  end_at: 2,
  every_ms: null,
  title: "The siege",
  seen_at: seenAt,
  is_followed: 0,
});

describeEachDatabase("known dates", (database) => {
  it("are the last ones put, until nobody waits for them and no answer held them for long", async () => {
    const { queries } = database();
    const known = knownDateRows(queries);
    await known.put([dates("a"), dates("b"), dates("c", 100)]);
    await known.put([{ ...dates("a"), end_at: 5 }]);
    expect(await known.get("a")).toMatchObject({ end_at: 5 });
    await addReminder(database(), "waits");
    await queries.updateTable("reminders").set({ thing: "b" }).execute();
    expect(await known.forgetUnseenSince(50)).toBe(1);
    expect((await known.list(9)).map(({ thing }) => thing)).toEqual(["b", "c"]);
  });

  it("are followed once, unless they changed again meanwhile", async () => {
    const known = knownDateRows(database().queries);
    await known.put([dates("a"), dates("b"), dates("c")]);
    const [a, b] = await known.changed();
    if (a === undefined || b === undefined) throw new Error("nothing is to be followed");
    await known.put([dates("b", 11)]);
    await known.markPlanned(a);
    await known.markPlanned(b);
    expect((await known.changed()).map(({ thing }) => thing).sort()).toEqual(["b", "c"]);
  });
});

describeEachDatabase("seen entries", (database) => {
  it("are known per watch, many at once, and the first look is known to have been", async () => {
    const seen = seenEntries(database().queries);
    const keys = Array.from({ length: 450 }, (_, index) => `0:${index}`);
    expect(await seen.lastLook("entries")).toBeUndefined();
    await seen.add("entries", [], 5);
    expect(await seen.lastLook("entries")).toBeDefined();
    await seen.add("entries", keys.slice(0, 449), 5);
    expect(await seen.unseen("entries", keys)).toEqual(["0:449"]);
    expect(await seen.unseen("entries:news", ["0:1"])).toEqual(["0:1"]);
    await seen.add("entries", ["0:7"], 50);
    expect(await seen.forgetUnseenSince(50)).toBe(448);
    expect(await seen.lastLook("entries")).toBeDefined();
    await seen.add("entries:news", [], 5);
    await seen.forget("entries");
    expect(await seen.lastLook("entries")).toBeUndefined();
    expect(await seen.lastLook("entries:news")).toBeDefined();
  });
});

describeEachDatabase("what is known of a platform", (database) => {
  it("is forgotten where another one takes its place", async () => {
    const { queries } = database();
    const [known, seen] = [knownDateRows(queries), seenEntries(queries)];
    const isKnownTo = async (platform: string) => {
      await known.put([dates("a")]);
      await seen.add("entries", [], 5);
      await forgetDataOfOtherPlatform(queries, platform);
      return [(await known.get("a")) !== undefined, (await seen.lastLook("entries")) !== undefined];
    };
    for (const platform of ["one", "one"]) expect(await isKnownTo(platform)).toEqual([true, true]);
    expect(await isKnownTo("two")).toEqual([false, false]);
    expect(await isKnownTo("two")).toEqual([true, true]);
  });
});

describeEachDatabase("notices about reminders", (database) => {
  it("are one for each trouble, go with their reminder, and are forgotten in time", async () => {
    const notices = reminderNotices(database().queries);
    const row = { member_id: "m", reminder_id: "a", what: "dm-closed", target: "m", reason: null, at: 5 };
    for (const id of ["a", "b"]) await addReminder(database(), id);
    await notices.add(row);
    await notices.add({ ...row, at: 9 });
    await notices.add({ ...row, reminder_id: "b", at: 7 });
    expect((await notices.of("m", 9)).map(({ reminder_id, at }) => [reminder_id, at])).toEqual([
      ["b", 7],
      ["a", 9],
    ]);
    expect(await notices.of("m", 1)).toMatchObject([{ reminder_id: "b" }]);
    await reminderStore(database().queries).reminders.remove("b");
    await notices.add({ ...row, what: "refused" });
    await notices.remove({ ...row, what: "refused" });
    expect(await notices.of("m", 9)).toMatchObject([{ what: "dm-closed" }]);
    expect(await notices.removeBefore(9)).toBe(0);
    expect(await notices.removeBefore(10)).toBe(1);
  });
});

describeEachDatabase("what reminders wait for", (database) => {
  it("is named once each, of those that are on, and who waits is read a part at a time", async () => {
    const { queries } = database();
    const { reminders } = reminderStore(queries);
    expect(await reminders.awaited()).toEqual({ keys: [], watches: [] });
    const count = WAITING_AT_ONCE + 3;
    for (let index = 0; index < count; index += 1) await addReminder(database(), `r${index}`);
    await queries.updateTable("reminders").set({ thing: "b" }).execute();
    await queries
      .updateTable("reminders")
      .set({ thing: "a", next_slot: null })
      .where("id", "=", "r1")
      .execute();
    await queries
      .updateTable("reminders")
      .set({ thing: "c", state: "paused" })
      .where("id", "=", "r2")
      .execute();
    await queries
      .updateTable("reminders")
      .set({ watch: "entries" })
      .where("id", "in", ["r3", "r4"])
      .execute();
    await queries.updateTable("reminders").set({ watch: "session" }).where("id", "=", "r5").execute();
    expect(await reminders.awaited()).toEqual({ keys: ["a", "b"], watches: ["entries", "session"] });
    const parts: number[] = [];
    for await (const part of allWaiting(reminders, { thing: "b" })) parts.push(part.length);
    expect(parts).toEqual([WAITING_AT_ONCE, 1]);
    expect(await reminders.waitingFor({ thing: "a", isUnplanned: true })).toHaveLength(1);
    expect(await reminders.waitingFor({ thing: "b", isUnplanned: true })).toEqual([]);
    expect((await reminders.waitingFor({ watch: "entries" })).map(({ id }) => id)).toEqual(["r3", "r4"]);
  });
});

describeEachDatabase("occurrences that ask again", (database) => {
  const repeats = [1, 2].map((hours) => ({ slot: START + hours * HOUR, usefulUntil: START + 9 * HOUR }));
  const occurrence = { slot: START, usefulUntil: START + HOUR, sendAt: START, joins: false, repeats };
  const plan = { reminderId: "a", from: START, revision: 1, missed: [], occurrence };
  async function planned(): Promise<ReturnType<typeof repeatsAndSnoozes>> {
    await addReminder(database(), "a", { targets: ["m"] });
    const { occurrences } = reminderStore(database().queries);
    expect(await occurrences.plan([plan], START)).toBe(1);
    expect(await occurrences.plan([plan], START)).toBe(0);
    return repeatsAndSnoozes(database().queries);
  }
  const states = async () =>
    (await reminderStore(database().queries).deliveries.history("a", 9))
      .map(({ slot, state, code }) => [(slot - START) / HOUR, state, code])
      .sort(([a], [b]) => Number(a) - Number(b));

  it("are planned with the first, and dropped when it is done", async () => {
    const asked = await planned();
    const { deliveries } = reminderStore(database().queries);
    expect((await deliveries.history("a", 9)).map(({ joins }) => joins)).toEqual([0, 0, 0]);
    await asked.done({ reminderId: "a", slot: START }, START);
    expect(await states()).toEqual([
      [0, "due", null],
      [1, "skipped", "done"],
      [2, "skipped", "done"],
    ]);
  });

  it("stay dropped where their first one's time is planned once more", async () => {
    const asked = await planned();
    await asked.done({ reminderId: "a", slot: START }, START);
    const { occurrences } = reminderStore(database().queries);
    expect(await occurrences.plan([{ ...plan, from: null }], START)).toBe(1);
    expect((await states()).map(([, state]) => state)).toEqual(["due", "skipped", "skipped"]);
  });

  it("are not the last that came, nor is what was missed", async () => {
    await planned();
    const { occurrences } = reminderStore(database().queries);
    expect(await occurrences.last("a")).toEqual({ at: START, usefulUntil: START + HOUR });
    const slot = START + 3 * HOUR;
    const later = { slot, usefulUntil: slot + HOUR, sendAt: slot, joins: false };
    const missed = [START + 4 * HOUR];
    await occurrences.plan([{ ...plan, from: null, occurrence: later, missed }], slot);
    expect(await occurrences.last("a")).toEqual({ at: slot, usefulUntil: slot + HOUR });
  });

  it("are not dropped by what was done before them", async () => {
    const asked = await planned();
    await asked.done({ reminderId: "a", slot: START - HOUR }, START);
    expect((await states()).map(([, state]) => state)).toEqual(["due", "due", "due"]);
  });

  it("are not dropped by a press on an older post after a later one was put off", async () => {
    const asked = await planned();
    const later = START + 4 * HOUR;
    const snoozed = { reminderId: "a", at: START + 5 * HOUR, usefulUntil: START + 9 * HOUR };
    const { occurrences } = reminderStore(database().queries);
    const occurrence = { slot: later, usefulUntil: later + HOUR, sendAt: later, joins: false };
    await occurrences.plan([{ reminderId: "a", from: null, revision: 1, missed: [], occurrence }], later);
    await asked.snooze(snoozed, later + 1);
    await asked.done({ reminderId: "a", slot: START + HOUR }, later + 2);
    expect((await states()).at(-1)).toEqual([5, "due", null]);
    await asked.done({ reminderId: "a", slot: later }, later + 2);
    expect((await states()).at(-1)).toEqual([5, "skipped", "done"]);
  });

  it("are dropped by a press on the post they followed, also the one that was put off", async () => {
    const asked = await planned();
    const snoozed = { reminderId: "a", at: START + 3 * HOUR, usefulUntil: START + 9 * HOUR };
    await asked.snooze(snoozed, START + 1.5 * HOUR);
    await asked.done({ reminderId: "a", slot: START }, START + 2 * HOUR);
    expect((await states()).at(-1)).toEqual([3, "skipped", "done"]);
  });

  it("are dropped by a press on the post that was put off, though a later one came since", async () => {
    const asked = await planned();
    const slot = START + 4 * HOUR;
    await asked.snooze({ reminderId: "a", at: START + 5 * HOUR, usefulUntil: START + 9 * HOUR }, START + 1);
    const { occurrences } = reminderStore(database().queries);
    const occurrence = { slot, usefulUntil: slot + HOUR, sendAt: slot, joins: false };
    await occurrences.plan([{ reminderId: "a", from: null, revision: 1, missed: [], occurrence }], slot);
    await asked.done({ reminderId: "a", slot: START }, slot + 1);
    expect((await states()).at(-1)).toEqual([5, "skipped", "done"]);
  });

  it.each(["edited", "moved", "dm-closed"])(
    "come when they are put off to a time that was %s before",
    async (code) => {
      const asked = await planned();
      const { queries } = database();
      await queries.updateTable("deliveries").set({ state: "skipped", code, settled_at: START }).execute();
      await asked.snooze({ reminderId: "a", at: START + HOUR, usefulUntil: START + 9 * HOUR }, START);
      expect((await states())[1]).toEqual([1, "due", null]);
      expect(await asked.snoozedUntil("a", START)).toBe(START + HOUR);
      expect(await asked.snoozedUntil("a", START + HOUR)).toBeUndefined();
      expect(await asked.snoozedUntil("b", START)).toBeUndefined();
      const { occurrences } = reminderStore(queries);
      expect(await occurrences.wasPutOff("a", START + HOUR)).toBe(true);
      expect(await occurrences.wasPutOff("a", START)).toBe(false);
    },
  );

  it("are put off no more once they are done, though another reminder waits for then", async () => {
    const asked = await planned();
    await asked.snooze({ reminderId: "a", at: START + HOUR, usefulUntil: START + 9 * HOUR }, START);
    await addReminder(database(), "b", { targets: ["m"], slot: START + HOUR });
    const { occurrences } = reminderStore(database().queries);
    const then = { slot: START + HOUR, usefulUntil: START + 9 * HOUR, sendAt: START + HOUR, joins: false };
    const other = { reminderId: "b", from: START + HOUR, revision: 1, missed: [], occurrence: then };
    expect(await occurrences.plan([other], START)).toBe(1);
    expect(await asked.snoozedUntil("a", START)).toBe(START + HOUR);
    await asked.done({ reminderId: "a", slot: START }, START);
    expect(await asked.snoozedUntil("a", START)).toBeUndefined();
  });

  it("are not put off once their reminder is gone", async () => {
    const { snooze } = repeatsAndSnoozes(database().queries);
    expect(await snooze({ reminderId: "gone", at: START + HOUR, usefulUntil: START + 2 * HOUR }, START)).toBe(
      false,
    );
  });

  it("give way to a snooze, which is one at a time", async () => {
    const asked = await planned();
    const snooze = (hours: number) =>
      asked.snooze({ reminderId: "a", at: START + hours * HOUR, usefulUntil: START + 9 * HOUR }, START);
    await snooze(1.5);
    await snooze(3);
    await snooze(1.5);
    const { deliveries } = reminderStore(database().queries);
    expect((await deliveries.history("a", 9)).filter(({ joins }) => joins === 1)).toEqual([]);
    expect(await states()).toEqual([
      [0, "due", null],
      [1, "skipped", "snoozed"],
      [1.5, "due", null],
      [2, "skipped", "snoozed"],
      [3, "skipped", "snoozed"],
    ]);
  });
});

const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw new Error("nothing was due");
  return row;
};

describeEachDatabase("posts that are looked after", (database) => {
  it("wait for their time, and for each other's nothing", async () => {
    const { queries } = database();
    await addReminder(database(), "a", { targets: ["one", "two"] });
    const { occurrences, deliveries } = reminderStore(queries);
    const occurrence = { slot: START, usefulUntil: START + HOUR, sendAt: START, joins: false };
    await occurrences.plan([{ reminderId: "a", from: START, revision: 1, missed: [], occurrence }], START);
    const options = { now: START, worker: "w", leaseMs: 9, limit: 9, digestAfterMs: 9, busy: [] };
    const claims = await deliveries.claim(options);
    const after = postUpdateRows(queries);
    expect(await after.nextAt()).toBeUndefined();
    for (const [index, claim] of claims.entries()) {
      const sent = { state: "sent", channelId: "c", messageId: "m" } as const;
      const settled = { ...sent, ...(index === 0 ? { editAt: 50 } : { publishAt: 60 }) };
      await deliveries.settle({ claim, settled, now: START });
    }
    expect(await after.nextAt()).toBe(50);
    expect([await after.toEdit(49, 9), await after.toPublish(59, 9)]).toEqual([[], []]);
    const [edit] = await after.toEdit(50, 9);
    const [publish] = await after.toPublish(60, 9);
    await after.set(found(edit), { editAt: null, tries: 0 });
    expect(await after.nextAt()).toBe(60);
    await after.set(found(publish), { publishAt: null, tries: 0 });
    expect(await after.nextAt()).toBeUndefined();
  });
});

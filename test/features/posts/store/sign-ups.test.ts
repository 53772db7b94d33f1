import { beforeEach, expect, it } from "vitest";

import { memberReminders } from "../../../../src/features/posts/store/reminder-view.ts";
import { postUpdateRows } from "../../../../src/features/posts/store/delivery-rows.ts";
import { guildData } from "../../../../src/features/servers/store/guild-data.ts";
import { rowOf } from "../../../../src/features/posts/store/reminder-rows.ts";
import { reminderStore, type ReminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { readContent } from "../../../../src/schedule/subject.ts";
import type { Database } from "../../../../src/storage/database.ts";
import { describeEachDatabase } from "../../../support/databases.ts";
import { ManualClock } from "../../../support/manual-clock.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";
import { contentOf } from "../reminder-service-harness.ts";

const SLOT = Date.parse("2026-11-20T12:00:00Z");
const POST = { reminderId: "raid", slot: SLOT };
const NOW = SLOT + MINUTE;
const daily = { kind: "weekly", zone: "UTC", time: "12:00", days: [] } as const;

describeEachDatabase("sign-ups", (database) => {
  let store: ReminderStore;
  beforeEach(async () => {
    store = await posted(database(), 2);
  });

  const join = (memberId: string, now = NOW, reminderId = POST.reminderId) => {
    const signing = {
      ...POST,
      reminderId,
      memberId,
      locale: "de",
      zone: "Europe/Berlin",
      startAt: SLOT + DAY,
    };
    return store.signUps.join(signing, now);
  };
  const names = async (comes: number) =>
    (await store.signUps.of(POST)).filter((one) => one.comes === comes).map((one) => one.member_id);
  const remindersOf = async (ownerId: string) =>
    (await store.reminders.list({ ownerId })).map(({ next_slot: at, content }) => {
      return { at, isMovedUp: readContent({ content }).signedUp?.isMovedUp === true };
    });

  it("give places in order, once each, and put the rest on the waiting list", async () => {
    expect(await join("1")).toEqual({ comes: true, place: 1, isTold: true });
    expect(await join("2")).toEqual({ comes: true, place: 2, isTold: true });
    expect(await join("3")).toEqual({ comes: false, place: 1, isTold: true });
    expect(await join("4")).toEqual({ comes: false, place: 2, isTold: true });
    expect(await join("1")).toEqual({ comes: true, place: 1, isTold: true });
    expect([await names(1), await names(0)]).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
    expect(await remindersOf("1")).toEqual([{ at: SLOT + DAY - 15 * MINUTE, isMovedUp: false }]);
  });

  it("never give a place twice, however many press at once", async () => {
    const members = Array.from({ length: 12 }, (_, index) => `m${index}`);
    const pressed = await Promise.all([...members, ...members].map((member) => join(member)));
    expect(pressed.filter((one) => typeof one === "object" && one.comes)).toHaveLength(4);
    expect([(await names(1)).length, (await names(0)).length]).toEqual([2, 10]);
    const numbers = (await store.signUps.of(POST)).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(12);
    for (const member of members) expect(await remindersOf(member)).toHaveLength(1);
  });

  it("give a place that is left to the first who waits, who gets a DM at once", async () => {
    for (const member of ["1", "2", "3", "4"]) await join(member);
    expect(await store.signUps.leave({ ...POST, memberId: "1" }, NOW)).toBe(true);
    expect([await names(1), await names(0)]).toEqual([["2", "3"], ["4"]]);
    expect(await remindersOf("1")).toEqual([]);
    expect(await remindersOf("3")).toContainEqual({ at: NOW, isMovedUp: true });
    expect(await store.signUps.leave({ ...POST, memberId: "1" }, NOW)).toBe(false);
    await store.signUps.leave({ ...POST, memberId: "4" }, NOW);
    expect(await names(0)).toEqual([]);
    expect(await join("1")).toMatchObject({ comes: false });
  });

  it("leave one list after another at once, and no place stays empty", async () => {
    const members = ["1", "2", "3", "4", "5", "6"];
    for (const member of members) await join(member);
    await Promise.all(members.slice(0, 4).map((memberId) => store.signUps.leave({ ...POST, memberId }, NOW)));
    expect([await names(1), await names(0)]).toEqual([["5", "6"], []]);
  });

  it("are taken for posts that were planned alone", async () => {
    const signing = {
      ...POST,
      slot: SLOT + DAY,
      memberId: "1",
      locale: "de",
      zone: "UTC",
      startAt: SLOT + 2 * DAY,
    };
    expect(await store.signUps.join(signing, NOW)).toBe("gone");
  });

  it.each([
    ["the announcement", () => store.reminders.remove("raid")],
    ["all of its server", () => guildData(database()).remove("g")],
  ])("are deleted with %s, and so are their members' DMs", async (_, remove) => {
    await posted(database(), 2, { id: "other", guildId: "g2" });
    for (const member of ["1", "2", "3"]) await join(member);
    await join("1", NOW, "other");
    await remove();
    expect(await store.signUps.ofMember("3")).toEqual([]);
    expect([await remindersOf("2"), await remindersOf("3")]).toEqual([[], []]);
    expect(await remindersOf("1")).toHaveLength(1);
    expect(await store.signUps.ofMember("1")).toMatchObject([{ reminderId: "other" }]);
  });

  it("send no DM where it starts within minutes", async () => {
    expect(await join("1", SLOT + DAY - 10 * MINUTE)).toMatchObject({ comes: true, isTold: false });
    expect(await remindersOf("1")).toEqual([]);
  });

  it("are forgotten with a member, whose place the next one gets", async () => {
    for (const member of ["1", "2", "3"]) await join(member);
    const own = memberReminders(database().queries, new ManualClock(NOW));
    expect(await own.signUpsOf("1")).toEqual([{ ...POST, joinedAt: NOW, comes: true }]);
    await own.forgetMember("1");
    expect([await own.signUpsOf("1"), await own.ofMember("1")]).toEqual([[], []]);
    expect(await names(1)).toEqual(["2", "3"]);
  });

  it("fill the places that are added, in order", async () => {
    for (const member of ["1", "2", "3", "4"]) await join(member);
    await database()
      .queries.updateTable("reminders")
      .set({ content: JSON.stringify(content(3)) })
      .where("id", "=", "raid")
      .execute();
    await store.signUps.refill("raid", NOW);
    expect([await names(1), await names(0)]).toEqual([["1", "2", "3"], ["4"]]);
  });

  it("have the post edited again where one comes during an edit", async () => {
    const updates = postUpdateRows(database().queries);
    await join("1");
    const [begun] = await updates.toEdit(NOW + HOUR, 9);
    if (begun === undefined) throw new Error("no edit is due");
    await join("2");
    await updates.set(begun, { editAt: null, tries: 0 });
    expect(await updates.toEdit(NOW + HOUR, 9)).toHaveLength(1);
    const [again] = await updates.toEdit(NOW + HOUR, 9);
    await updates.set(again ?? begun, { editAt: null, tries: 0 });
    expect(await updates.toEdit(NOW + HOUR, 9)).toEqual([]);
  });

  it("are not lost where one comes while the post is being posted", async () => {
    const { queries } = database();
    await queries.deleteFrom("occurrences").execute();
    const claim = await claimed(store);
    await join("1");
    const sent = { state: "sent", channelId: "c", messageId: "m" } as const;
    await store.deliveries.settle({ claim, settled: { ...sent, editAt: SLOT + DAY }, now: NOW });
    expect(await postUpdateRows(queries).toEdit(NOW + MINUTE, 9)).toHaveLength(1);
  });
});

function content(places: number) {
  return contentOf({ purpose: "announcement", offers: { signUp: { places, afterMs: DAY } } });
}

async function claimed(store: ReminderStore, reminderId = POST.reminderId) {
  const occurrence = { slot: SLOT, usefulUntil: SLOT + HOUR, sendAt: SLOT, joins: false };
  await store.occurrences.plan(
    [
      {
        reminderId,
        from: SLOT,
        revision: 1,
        missed: [],
        occurrence,
        next: { at: SLOT, usefulUntil: SLOT },
      },
    ],
    SLOT,
  );
  const options = { now: SLOT, worker: "w", leaseMs: 9 * MINUTE, limit: 9, digestAfterMs: HOUR, busy: [] };
  const [claim] = await store.deliveries.claim(options);
  if (claim === undefined) throw new Error("nothing was claimed");
  return claim;
}

/** An announcement with so many places that was posted. */
async function posted(
  { queries }: Pick<Database, "queries">,
  places: number,
  { id, guildId } = { id: POST.reminderId, guildId: "g" },
): Promise<ReminderStore> {
  const store = reminderStore(queries);
  const destination = { kind: "channel", target: "general" } as const;
  const wanted = {
    ownerId: "admin",
    guildId,
    rule: daily,
    content: content(places),
    destinations: [destination] as const,
  };
  const row = rowOf(wanted, id, SLOT, { at: SLOT, usefulUntil: SLOT + HOUR });
  await store.reminders.add(row, [
    { ...destination, id: `${id}-general`, reminder_id: id, state: "open", reason: null, since: 0 },
  ]);
  const claim = await claimed(store, id);
  await store.deliveries.settle({
    claim,
    settled: { state: "sent", channelId: "c", messageId: "m" },
    now: SLOT,
  });
  return store;
}

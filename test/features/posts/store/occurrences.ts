import { expect, it } from "vitest";

import type { ReminderStore } from "../../../../src/features/posts/engine/ports.ts";
import { add, addDue, claim, claimOne, DUE, LEASE_MS, plan } from "./rows.ts";
import { DAY_MS, HOUR_MS } from "../../../../src/base/duration.ts";

/** From slots to rows of the ledger. */
export function plansOccurrences(store: () => ReminderStore): void {
  it("says when there is something to do: a slot, a try, the end of a lease", async () => {
    const nextAt = () => store().occurrences.nextAt();
    expect(await nextAt()).toBeUndefined();
    await add(store(), "unplanned", { slot: null });
    await add(store(), "paused", { state: "paused" });
    expect(await nextAt()).toBeUndefined();
    await add(store(), "a");
    expect(await nextAt()).toBe(DUE);
    await plan(store(), "a", { next: DUE + DAY_MS, sendAt: DUE + HOUR_MS });
    expect(await nextAt()).toBe(DUE + HOUR_MS);
    const taken = await claimOne(store(), DUE + HOUR_MS);
    expect(await nextAt()).toBe(DUE + HOUR_MS + LEASE_MS);
    await store().deliveries.settle({
      claim: taken,
      settled: { state: "sent", channelId: "c" },
      now: DUE + HOUR_MS,
    });
    expect(await nextAt()).toBe(DUE + DAY_MS);
  });

  it("gives what is due and active, soonest first, no more than asked for", async () => {
    await add(store(), "third", { slot: DUE });
    await add(store(), "first", { slot: DUE - 2 });
    await add(store(), "second", { slot: DUE - 1 });
    await add(store(), "later", { slot: DUE + 1 });
    for (const state of ["paused", "ended", "disabled"] as const) await add(store(), state, { state });
    const due = async (limit: number) => (await store().occurrences.due(DUE, limit)).map(({ id }) => id);
    expect(await due(10)).toEqual(["first", "second", "third"]);
    expect(await due(2)).toEqual(["first", "second"]);
  });

  it("plans only what still has the slot and the revision it was read with", async () => {
    await add(store(), "a");
    const occurrence = { slot: DUE, usefulUntil: DUE + HOUR_MS, sendAt: DUE, joins: false };
    const one = { reminderId: "a", from: DUE, revision: 1, occurrence, missed: [] };
    expect(await store().occurrences.plan([{ ...one, from: DUE - 1 }], DUE)).toBe(0);
    expect(await store().occurrences.plan([{ ...one, from: null }], DUE)).toBe(0);
    expect(await store().occurrences.plan([{ ...one, revision: 2 }], DUE)).toBe(0);
    expect(await store().occurrences.plan([{ ...one, reminderId: "b" }], DUE)).toBe(0);
    expect(await store().deliveries.history("a", 9)).toEqual([]);
    expect(await store().occurrences.plan([one, one], DUE)).toBe(1);
    expect(await store().deliveries.history("a", 9)).toHaveLength(1);
  });

  it("plans nothing of what was ended or switched off meanwhile", async () => {
    for (const state of ["ended", "paused", "disabled"] as const) {
      await add(store(), state, { state, slot: null });
      const next = { at: DUE, usefulUntil: DUE + HOUR_MS };
      const one = { reminderId: state, from: null, revision: 1, next, missed: [] };
      expect(await store().occurrences.plan([one], DUE)).toBe(0);
      expect((await store().reminders.find(state))?.next_slot).toBeNull();
    }
  });

  it("lets one of many that plan at once do it", async () => {
    await add(store(), "a", { places: ["x", "y"] });
    const occurrence = { slot: DUE, usefulUntil: DUE + HOUR_MS, sendAt: DUE, joins: false };
    const one = { reminderId: "a", from: DUE, revision: 1, occurrence, missed: [] };
    const tries = Array.from({ length: 8 }, () => store().occurrences.plan([one], DUE));
    expect((await Promise.all(tries)).filter((held) => held > 0)).toEqual([1]);
    expect(await store().deliveries.history("a", 99)).toHaveLength(2);
  });

  it("plans the same slot once in its life, though the reminder is set back to it", async () => {
    await addDue(store(), "a", { next: DUE + DAY_MS });
    await store().reminders.change("a", 1, { next_slot: DUE });
    await plan(store(), "a", { next: DUE + DAY_MS });
    expect(await store().deliveries.history("a", 9)).toHaveLength(1);
    expect((await store().reminders.find("a"))?.next_slot).toBe(DUE + DAY_MS);
  });

  it("notes of one what it tells of, not of another at that time", async () => {
    for (const id of ["a", "b"]) await addDue(store(), id);
    await store().occurrences.setNote("a", DUE, "told");
    const noteOf = (id: string) => store().occurrences.noteOf(id, DUE);
    expect([await noteOf("a"), await noteOf("b")]).toEqual(["told", undefined]);
  });

  it("has nothing more to do for a reminder without a next slot", async () => {
    await addDue(store(), "a");
    expect((await store().reminders.find("a"))?.next_slot).toBeNull();
    expect(await store().occurrences.due(DUE + DAY_MS, 9)).toEqual([]);
  });

  it("makes a row for each place, named the same by everybody", async () => {
    await addDue(store(), "a", { places: ["x", "y"] });
    const first = await store().deliveries.history("a", 9);
    expect(first).toMatchObject([
      { target: "x", slot: DUE, state: "due", fence: 0, tries: 0, doubt_since: null, batch: null },
      { target: "y" },
    ]);
    for (const { id } of first) expect(id).toMatch(/^[\w-]{22}$/);
    await store().reminders.remove("a");
    await addDue(store(), "a", { places: ["x", "y"] });
    const second = await store().deliveries.history("a", 9);
    expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(new Set(first.map(({ id }) => id)).size).toBe(2);
  });

  it("writes down a missed slot without a delivery, and never posts it after that", async () => {
    await add(store(), "a");
    const missed = { reminderId: "a", from: DUE, revision: 1, missed: [DUE - 1, DUE] };
    expect(await store().occurrences.plan([missed], DUE)).toBe(1);
    expect(await store().occurrences.missed("a", 9)).toEqual([DUE, DUE - 1]);
    expect(await store().occurrences.missed("a", 1)).toEqual([DUE]);
    await store().reminders.change("a", 1, { next_slot: DUE });
    await plan(store(), "a");
    expect(await claim(store(), DUE + HOUR_MS)).toEqual([]);
  });
}

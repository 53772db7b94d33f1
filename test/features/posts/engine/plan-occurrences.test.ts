import { describe, expect, it } from "vitest";

import {
  planDue,
  planNewEntries,
  replanForDates,
} from "../../../../src/features/posts/engine/plan-occurrences.ts";
import type { Rule } from "../../../../src/schedule/next-slot.ts";
import type { ReminderRow } from "../../../../src/features/posts/store/reminder-rows.ts";
import { START } from "./engine-harness.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";

const daily: Rule = { kind: "weekly", zone: "UTC", time: "12:00", days: [] };
const row = (given: Partial<ReminderRow>): ReminderRow => ({
  id: "a",
  owner_id: "m",
  editor_id: "m",
  guild_id: null,
  state: "active",
  rule: JSON.stringify(daily),
  content: "{}",
  quiet: null,
  when_unsure: "at-least-once",
  revision: 1,
  next_slot: START,
  useful_until: START + 6 * HOUR,
  made_at: 0,
  changed_at: 0,
  purpose: "personal",
  thing: null,
  watch: null,
  repeat_ms: HOUR,
  repeat_most: 3,
  ...given,
});
const quiet = (from: string, to: string) => JSON.stringify({ zone: "UTC", from, to });
const hoursOf = (asked: readonly { readonly slot: number }[] = []) =>
  asked.map(({ slot }) => (slot - START) / HOUR);
const lasting = (repeatMs: number) =>
  planDue(row({ repeat_ms: repeatMs }), START).occurrence?.repeats?.map(
    ({ slot, usefulUntil }) => (usefulUntil - slot) / HOUR,
  );
const until = (given: Partial<ReminderRow>) => planDue(row(given), START).occurrence?.usefulUntil;
const seen = (given: Partial<ReminderRow>) =>
  planNewEntries(row(given), { now: START, usefulUntil: START + DAY }).occurrence;
const joinsAt = (lateMs: number) => planDue(row({}), START + lateMs).occurrence?.joins;

describe("what asks again until it is done", () => {
  it("asks again after the first time it asked, when quiet hours put that off", () => {
    const plan = planDue(row({ quiet: quiet("11:00", "20:00") }), START);
    expect(plan.occurrence?.sendAt).toBe(START + 8 * HOUR);
    expect(hoursOf(plan.occurrence?.repeats)).toEqual([9, 10, 11]);
  });

  it("asks again after the first time it asked, when it came late", () => {
    expect(hoursOf(planDue(row({}), START + 5 * HOUR).occurrence?.repeats)).toEqual([6, 7, 8]);
    expect(hoursOf(planDue(row({}), START + MINUTE).occurrence?.repeats)).toEqual([1, 2, 3]);
    expect(hoursOf(planDue(row({}), START + 1.2 * MINUTE).occurrence?.repeats)).toEqual([1.02, 2.02, 3.02]);
  });

  it("is of use until it asks again, the last time for six hours or as long as it waits", () => {
    expect(lasting(HOUR)).toEqual([1, 1, 6]);
    expect(lasting(7 * HOUR)).toEqual([7, 7, 3]);
    expect(lasting(7.5 * HOUR)).toEqual([7.5, 7.5, 1.5]);
    expect(lasting(13 * HOUR)).toEqual([11]);
  });

  it("asks never again once its subject is over", () => {
    const rule = JSON.stringify({ kind: "dated", thing: "event", edge: "start", leadMs: 0 });
    const until = (end: number) => planDue(row({ rule, useful_until: end }), START).occurrence?.repeats;
    expect(hoursOf(until(START + 2.5 * HOUR))).toEqual([1, 2]);
    expect(hoursOf(until(START + 2 * HOUR))).toEqual([1]);
  });

  it("asks never again once the next one is due", () => {
    const plan = planDue(row({ quiet: quiet("11:00", "10:30") }), START);
    expect(plan.occurrence?.sendAt).toBe(START + 22.5 * HOUR);
    expect(hoursOf(plan.occurrence?.repeats)).toEqual([]);
    expect(plan.next?.at).toBe(START + DAY);
    expect(hoursOf(planDue(row({ repeat_ms: 12 * HOUR }), START).occurrence?.repeats)).toEqual([12]);
  });
});

it("what is later than five minutes goes along with what else is", () => {
  expect([joinsAt(0), joinsAt(5 * MINUTE), joinsAt(5 * MINUTE + 1)]).toEqual([false, false, true]);
});

it("what is new in quiet hours goes along with what else is at their end", () => {
  expect(seen({ quiet: quiet("11:00", "20:00") })).toMatchObject({ sendAt: START + 8 * HOUR, joins: true });
  expect(seen({})).toMatchObject({ sendAt: START, joins: false });
});

it("what comes again until an end is over with its last one", () => {
  const hourly = { kind: "interval", unit: "hour", count: 1, from: "2026-11-01", zone: "UTC", time: "00:00" };
  const ending = (end: number) => row({ rule: JSON.stringify({ ...hourly, until: end }), repeat_ms: null });
  expect(planDue(ending(START + 2 * HOUR), START)).toMatchObject({ next: { at: START + HOUR } });
  const last = planDue(ending(START + HOUR), START);
  expect(last).toMatchObject({ ends: true, occurrence: { slot: START } });
  expect(last.next).toBeUndefined();
});

it("a time of one's own stays of use over quiet hours that begin while it is tried", () => {
  expect(until({})).toBe(START + 6 * HOUR);
  expect(until({ quiet: quiet("19:00", "07:00") })).toBe(START + 6 * HOUR);
  expect(until({ quiet: quiet("13:00", "20:00") })).toBe(START + 14 * HOUR);
});

it("what comes again, and was moved, is planned for its next time, not for the one that has begun", () => {
  const rule = { kind: "dated", thing: "reset", edge: "start", leadMs: 0 };
  const planned = row({
    rule: JSON.stringify(rule),
    next_slot: START + DAY,
    useful_until: START + 1.5 * DAY,
  });
  const replan = (startAt: number) =>
    replanForDates(planned, { now: START + 2 * HOUR, dates: { startAt, everyMs: DAY }, areFresh: true });
  expect(replan(START + HOUR)?.next?.at).toBe(START + DAY + HOUR);
  expect(replan(START)).toBeUndefined();
});

it("what begins later than was known is planned for then, while it is the period that was known", () => {
  const rule = { kind: "dated", thing: "event", edge: "start", leadMs: 0 };
  const planned = row({ rule: JSON.stringify(rule), useful_until: START + DAY });
  const replan = (startAt: number) =>
    replanForDates(planned, {
      now: START - HOUR,
      dates: { startAt, endAt: startAt + DAY },
      areFresh: true,
    })?.next?.at;
  expect(replan(START + HOUR)).toBe(START + HOUR);
  expect(replan(START + DAY)).toBeUndefined();
});

it("a period that begins as the last one ends is told ahead of, though the last one still lasts", () => {
  const rule = { kind: "dated", thing: "event", edge: "start", leadMs: 2 * HOUR };
  const waiting = row({ rule: JSON.stringify(rule), next_slot: null, useful_until: null });
  const replan = (startAt: number) =>
    replanForDates(waiting, {
      now: START - HOUR,
      dates: { startAt, endAt: START + DAY },
      areFresh: true,
      last: { at: START - DAY, usefulUntil: START },
    })?.next?.at;
  expect(replan(START)).toBe(START - 2 * HOUR);
  expect(replan(START - HOUR)).toBe(START - 3 * HOUR);
  expect(replan(START - HOUR - 1)).toBeUndefined();
});

it("a period nobody knew of before it began is due at once while it lasts, not after, nor if set since", () => {
  const rule = { kind: "dated", thing: "event", edge: "start", leadMs: 0 };
  const waiting = row({ rule: JSON.stringify(rule), next_slot: null, useful_until: null });
  const dates = { startAt: START - 6 * HOUR, endAt: START };
  const replan = (now: number, since = 0) =>
    replanForDates({ ...waiting, changed_at: since }, { now, dates, areFresh: true })?.next?.at;
  expect(replan(START - 1)).toBe(START - 6 * HOUR);
  expect(replan(START)).toBeUndefined();
  expect(replan(START - 1, START - 6 * HOUR - 1)).toBe(START - 6 * HOUR);
  expect(replan(START - 1, START - 6 * HOUR)).toBeUndefined();
});

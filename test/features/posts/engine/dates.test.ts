import { describe, expect, it } from "vitest";

import { planDue, replanForDates } from "../../../../src/features/posts/engine/plan-occurrences.ts";
import {
  type Dates,
  hasMoved,
  lastSlot,
  nextSlot,
  preview,
  type Rule,
  type Slot,
} from "../../../../src/schedule/next-slot.ts";
import type { ReminderRow } from "../../../../src/features/posts/store/reminder-rows.ts";
import { DAY, HOUR, WEEK } from "../../../support/time.ts";

const EDGE = Date.parse("2026-12-01T17:00:00Z");

const rule = (edge: "start" | "end", leadMs = 0): Extract<Rule, { kind: "dated" }> => ({
  kind: "dated",
  thing: "milestone:7",
  edge,
  leadMs,
});
const slot = (at: number, usefulUntil: number): Slot => ({ at, usefulUntil });
const row = (given: Partial<ReminderRow>): ReminderRow => ({
  id: "a",
  owner_id: "m",
  editor_id: "m",
  guild_id: null,
  state: "active",
  rule: JSON.stringify(rule("end", HOUR)),
  content: "{}",
  quiet: null,
  when_unsure: "at-least-once",
  revision: 1,
  next_slot: EDGE - HOUR,
  useful_until: EDGE,
  made_at: 0,
  changed_at: 0,
  purpose: "personal",
  thing: "milestone:7",
  watch: null,
  repeat_ms: null,
  repeat_most: null,
  ...given,
});

describe("what comes again after so long", () => {
  const dates: Dates = { startAt: EDGE, everyMs: WEEK };

  it("has a slot in every period, before and after the one that is known", () => {
    expect(preview(rule("start", HOUR), EDGE - HOUR, { dates, count: 2 })).toEqual([
      EDGE + WEEK - HOUR,
      EDGE + 2 * WEEK - HOUR,
    ]);
    expect(nextSlot(rule("start"), EDGE - 3 * WEEK, dates)?.at).toBe(EDGE - 2 * WEEK);
    expect(lastSlot(rule("start"), EDGE - 1, dates)?.at).toBe(EDGE - WEEK);
    expect(nextSlot(rule("end"), EDGE, dates)?.at).toBe(EDGE + WEEK);
  });

  it("has not moved while it keeps its rhythm, and has when summer time shifts it", () => {
    const from = { at: EDGE, usefulUntil: EDGE + DAY };
    const moved = (startAt: number, now: number) =>
      hasMoved(rule("start"), { from, dates: { startAt, everyMs: WEEK }, now });
    expect([moved(EDGE, 0), moved(EDGE + WEEK, EDGE)]).toEqual([false, false]);
    expect([moved(EDGE + HOUR, EDGE - DAY), moved(EDGE + HOUR + WEEK, EDGE)]).toEqual([true, false]);
  });

  it("is caught up by its latest slot alone", () => {
    const daily = { startAt: EDGE, everyMs: DAY };
    const waiting = row({ rule: JSON.stringify(rule("start")), next_slot: EDGE, useful_until: EDGE + DAY });
    const plan = planDue(waiting, EDGE + 3 * DAY + HOUR, daily);
    expect(plan.occurrence?.slot).toBe(EDGE + 3 * DAY);
    expect(plan.missed).toEqual([EDGE, EDGE + DAY, EDGE + 2 * DAY]);
    expect(plan.next?.at).toBe(EDGE + 4 * DAY);
  });
});

describe("dates that changed", () => {
  const next = { startAt: EDGE, endAt: EDGE + WEEK };

  it.each<[string, Dates, boolean]>([
    ["the same end", { startAt: EDGE - WEEK, endAt: EDGE }, false],
    ["a later end", { startAt: EDGE - WEEK, endAt: EDGE + DAY }, true],
    ["an earlier end", { startAt: EDGE - WEEK, endAt: EDGE - DAY }, true],
    ["the next week's", next, false],
    ["the next week's, which shares a second", { startAt: EDGE - 1_000, endAt: EDGE + WEEK }, false],
    ["a later end of half an hour", { startAt: EDGE - HOUR / 2, endAt: EDGE + HOUR }, true],
    ["none", {}, false],
  ])("move a planned end: %s", (_, dates, expected) => {
    const from = { at: EDGE - HOUR, usefulUntil: EDGE };
    expect(hasMoved(rule("end", HOUR), { from, dates, now: EDGE - 2 * DAY })).toBe(expected);
  });

  it("lose no slot to the next period that is published early", () => {
    expect(replanForDates(row({}), { now: EDGE - DAY, dates: next, areFresh: true })).toBeUndefined();
    const plan = planDue(row({}), EDGE - HOUR, next);
    expect([plan.occurrence?.slot, plan.next?.at]).toEqual([EDGE - HOUR, EDGE + WEEK - HOUR]);
  });

  it("put off what is due just then to when it was moved to", () => {
    const plan = planDue(row({}), EDGE - HOUR, { startAt: EDGE - WEEK, endAt: EDGE + DAY });
    expect(plan).toMatchObject({ missed: [], next: { at: EDGE + DAY - HOUR } });
    expect(plan.occurrence).toBeUndefined();
  });

  it("make what was moved near due at once, while it helps", () => {
    const now = EDGE - DAY;
    const near = { startAt: EDGE - WEEK, endAt: now + HOUR / 2 };
    const plan = replanForDates(row({}), { now, dates: near, areFresh: true });
    expect(plan?.next).toEqual({ at: now - HOUR / 2, usefulUntil: now + HOUR / 2 });
    const due = row({ next_slot: plan?.next?.at ?? 0, useful_until: plan?.next?.usefulUntil ?? 0 });
    expect(planDue(due, now, near).occurrence?.slot).toBe(now - HOUR / 2);
  });

  it("make due what began before anybody could know of it, but not for who asked after it had", () => {
    const given = { rule: JSON.stringify(rule("start")), next_slot: null, useful_until: null };
    const seen = { now: EDGE + 5 * 60_000, dates: next };
    expect(replanForDates(row(given), { ...seen, areFresh: true })?.next?.at).toBe(EDGE);
    expect(replanForDates(row(given), { ...seen, areFresh: false })).toBeUndefined();
    const ending = { dates: next, areFresh: true };
    expect(replanForDates(row(given), { ...ending, now: EDGE + WEEK - 1 })?.next?.at).toBe(EDGE);
    expect(replanForDates(row(given), { ...ending, now: EDGE + WEEK })).toBeUndefined();
    expect(
      replanForDates(row({ ...given, changed_at: EDGE + 1 }), { ...seen, areFresh: true }),
    ).toBeUndefined();
  });

  it.each<[string, "start" | "end", Slot, Dates, boolean]>([
    [
      "a start that was corrected",
      "start",
      slot(EDGE, EDGE + WEEK),
      { startAt: EDGE + HOUR, endAt: EDGE + WEEK },
      true,
    ],
    ["the next week", "start", slot(EDGE - WEEK, EDGE), { startAt: EDGE + HOUR, endAt: EDGE + WEEK }, false],
    ["an end that came nearer", "end", slot(EDGE, EDGE + 4 * HOUR), { endAt: EDGE + 3 * HOUR }, true],
    ["the end of a next period", "end", slot(EDGE - DAY, EDGE - HOUR), { endAt: EDGE + 3 * HOUR }, false],
  ])("tell of nothing twice where only a date was corrected: %s", (...[, edge, told, dates, isTold]) => {
    const leadMs = edge === "end" ? 2 * HOUR : 0;
    const waiting = row({ rule: JSON.stringify(rule(edge, leadMs)), next_slot: null, useful_until: null });
    const plan = replanForDates(waiting, { now: EDGE + 2 * HOUR, dates, areFresh: true, last: told });
    expect(plan?.next?.at).toBe(isTold ? undefined : EDGE + HOUR);
  });
});

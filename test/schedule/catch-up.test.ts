import { describe, expect, it } from "vitest";

import { catchUp } from "../../src/schedule/catch-up.ts";
import { nextSlot, type Rule } from "../../src/schedule/next-slot.ts";
import { HOUR } from "../support/time.ts";

const utc = (text: string) => Date.parse(text);
const daily: Rule = { kind: "weekly", zone: "UTC", time: "17:00", days: [] };
const slotOf = (rule: Rule, after: string) => {
  const slot = nextSlot(rule, utc(after));
  if (slot === undefined) throw new Error("no slot");
  return slot;
};

describe("catching up", () => {
  const from = slotOf(daily, "2026-11-01T00:00Z");

  it("takes the slot itself when nothing was missed", () => {
    const now = from.at + 2_000;
    expect(catchUp({ rule: daily, from, now })).toEqual({
      slot: from,
      missed: [],
      next: { at: utc("2026-11-02T17:00Z"), usefulUntil: utc("2026-11-02T23:00Z") },
    });
  });

  it("takes only the latest slot after a week, and writes the others down", () => {
    const caught = catchUp({ rule: daily, from, now: utc("2026-11-08T17:42Z") });
    expect(caught.slot?.at).toBe(utc("2026-11-08T17:00Z"));
    expect(caught.missed).toHaveLength(7);
    expect(caught.next?.at).toBe(utc("2026-11-09T17:00Z"));
  });

  it("takes nothing that helps nobody any more", () => {
    const caught = catchUp({ rule: daily, from, now: utc("2026-11-04T02:00Z") });
    expect(caught.slot).toBeUndefined();
    expect(caught.missed).toHaveLength(3);
    const rule: Rule = { kind: "dated", thing: "t", edge: "end", leadMs: HOUR };
    const dates = { endAt: from.at + HOUR };
    const options = { rule, dates, from: { at: from.at, usefulUntil: dates.endAt } };
    expect(catchUp({ ...options, now: dates.endAt - 1 }).slot?.at).toBe(from.at);
    expect(catchUp({ ...options, now: dates.endAt }).slot).toBeUndefined();
  });

  it("takes the latest of every few hours, and none once they are over", () => {
    const rule: Rule = {
      kind: "interval",
      unit: "hour",
      count: 2,
      from: "2026-11-01",
      zone: "UTC",
      time: "17:00",
      until: utc("2026-11-02T00:00Z"),
    };
    const first = slotOf(rule, "2026-11-01T00:00Z");
    const caught = catchUp({ rule, from: first, now: utc("2026-11-01T21:30Z") });
    expect(caught.slot?.at).toBe(utc("2026-11-01T21:00Z"));
    expect(caught.missed).toEqual([utc("2026-11-01T17:00Z"), utc("2026-11-01T19:00Z")]);
    expect(caught.next?.at).toBe(utc("2026-11-01T23:00Z"));
    const over = catchUp({ rule, from: first, now: utc("2026-11-05T00:00Z") });
    expect(over.slot).toBeUndefined();
    expect(over.missed).toHaveLength(4);
    expect(over.next).toBeUndefined();
  });

  it("stays small after years", () => {
    const caught = catchUp({ rule: daily, from, now: utc("2029-11-08T18:00Z") });
    expect(caught.missed).toHaveLength(31);
    expect(caught.missed.at(-1)).toBe(utc("2029-11-07T17:00Z"));
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { checkRule, lastSlot, nextSlot, preview, type Rule } from "../../src/schedule/next-slot.ts";
import type { IntervalUnit, MonthDay, Nth, Weekday } from "../../src/schedule/repeating.ts";
import { localOf } from "../../src/base/wall-time.ts";
import { nextByTemporal, transitions, wrongSlots } from "./wall-clock.ts";
import { HOUR } from "../support/time.ts";

const berlin = (time: string, days: Extract<Rule, { kind: "weekly" }>["days"] = []): Rule => ({
  kind: "weekly",
  zone: "Europe/Berlin",
  time,
  days,
});
const datedBy = (edge: "start" | "end", leadMs = 0): Rule => ({ kind: "dated", thing: "t", edge, leadMs });
const iso = (instants: readonly number[]) => instants.map((at) => new Date(at).toISOString());
const utc = (text: string) => Date.parse(text);

describe("a rule on the wall", () => {
  it("previews the next five across a clock change", () => {
    expect(iso(preview(berlin("09:00"), utc("2026-03-27T12:00Z")))).toEqual([
      "2026-03-28T08:00:00.000Z",
      "2026-03-29T07:00:00.000Z",
      "2026-03-30T07:00:00.000Z",
      "2026-03-31T07:00:00.000Z",
      "2026-04-01T07:00:00.000Z",
    ]);
  });

  it("is due at the next valid minute when its hour is skipped", () => {
    expect(iso(preview(berlin("02:30"), utc("2026-03-28T12:00Z"), { count: 2 }))).toEqual([
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:30:00.000Z",
    ]);
  });

  it("is due once, the first time, when its hour is repeated", () => {
    expect(iso(preview(berlin("02:30"), utc("2026-10-24T12:00Z"), { count: 2 }))).toEqual([
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
    ]);
  });

  it("is not lost when the skipped hour ends at midnight", () => {
    const rule: Rule = { kind: "weekly", zone: "America/Nuuk", time: "23:10", days: [6] };
    expect(nextSlot(rule, utc("2026-03-28T12:00Z"))?.at).toBe(utc("2026-03-29T01:00Z"));
    expect(lastSlot(rule, utc("2026-03-29T01:00Z"))?.at).toBe(utc("2026-03-29T01:00Z"));
  });

  it("keeps to its days of the week", () => {
    expect(iso(preview(berlin("18:00", [2, 5]), utc("2026-11-21T00:00Z"), { count: 3 }))).toEqual([
      "2026-11-24T17:00:00.000Z",
      "2026-11-27T17:00:00.000Z",
      "2026-12-01T17:00:00.000Z",
    ]);
  });

  it("knows its last slot as well as its next", () => {
    const rule = berlin("18:00", [2]);
    const next = nextSlot(rule, utc("2026-11-21T00:00Z"));
    expect(lastSlot(rule, next?.at ?? 0)).toEqual(next);
    expect(lastSlot(rule, (next?.at ?? 0) - 1)?.at).toBe(utc("2026-11-17T17:00Z"));
  });

  it("follows the written rule in a taste of zones", () => {
    const zones = [
      "Europe/Berlin",
      "America/Santiago",
      "Australia/Lord_Howe",
      "Africa/Cairo",
      "America/Nuuk",
    ];
    const found = [...transitions(zones)].slice(0, 120).map(wrongSlots);
    expect(found.length).toBeGreaterThan(60);
    expect(found.filter(({ wrong }) => wrong > 0)).toEqual([]);
  });
});

const wall = { zone: "Europe/Berlin", time: "18:00" };
const every = (count: number, unit: IntervalUnit, from: string, time = "18:00"): Rule => ({
  kind: "interval",
  unit,
  count,
  from,
  ...wall,
  time,
});
const days = (rule: Rule, after: string, count: number) =>
  preview(rule, utc(after), { count }).map((at) =>
    new Date(localOf(wall.zone, at)).toISOString().slice(0, 16),
  );

describe("a rule that comes again after so long", () => {
  it.each<[string, Rule, readonly string[]]>([
    ["days", every(3, "day", "2026-11-21"), ["2026-11-21T18:00", "2026-11-24T18:00", "2026-11-27T18:00"]],
    ["weeks", every(2, "week", "2026-11-06"), ["2026-12-04T18:00", "2026-12-18T18:00", "2027-01-01T18:00"]],
    ["months", every(3, "month", "2026-08-31"), ["2026-11-30T18:00", "2027-02-28T18:00", "2027-05-31T18:00"]],
    ["years", every(12, "month", "2024-02-29"), ["2027-02-28T18:00", "2028-02-29T18:00", "2029-02-28T18:00"]],
    ["hours", every(5, "hour", "2026-11-20"), ["2026-11-21T14:00", "2026-11-21T19:00", "2026-11-22T00:00"]],
  ])("counts %s from the first one", (_, rule, expected) => {
    expect(days(rule, "2026-11-21T12:00Z", 3)).toEqual(expected);
  });

  it("never comes before its first one", () => {
    expect(days(every(2, "week", "2027-03-05"), "2026-11-21T00:00Z", 1)).toEqual(["2027-03-05T18:00"]);
    expect(days(every(2, "hour", "2027-03-05"), "2026-11-21T00:00Z", 1)).toEqual(["2027-03-05T18:00"]);
    expect(lastSlot(every(2, "week", "2027-03-05"), utc("2026-11-21T00:00Z"))).toBeUndefined();
  });

  it("keeps hours apart by the same time over a change of the clocks, and days by the wall", () => {
    expect(iso(preview(every(12, "hour", "2027-03-27"), utc("2027-03-27T12:00Z"), { count: 3 }))).toEqual([
      "2027-03-27T17:00:00.000Z",
      "2027-03-28T05:00:00.000Z",
      "2027-03-28T17:00:00.000Z",
    ]);
    const wallDays = every(2, "day", "2027-03-26", "02:30");
    expect(iso(preview(wallDays, utc("2027-03-26T12:00Z"), { count: 2 }))).toEqual([
      "2027-03-28T01:00:00.000Z",
      "2027-03-30T00:30:00.000Z",
    ]);
  });

  it("ends before the instant it is bound to", () => {
    const rule = { ...every(1, "hour", "2026-11-21", "07:00"), until: utc("2026-11-21T09:00Z") } as Rule;
    expect(iso(preview(rule, utc("2026-11-21T06:30Z")))).toEqual([
      "2026-11-21T07:00:00.000Z",
      "2026-11-21T08:00:00.000Z",
    ]);
    expect(lastSlot(rule, utc("2026-12-21T00:00Z"))?.at).toBe(utc("2026-11-21T08:00Z"));
    const daily = { ...every(1, "day", "2026-11-20"), until: utc("2026-11-21T18:00Z") } as Rule;
    expect(nextSlot(daily, utc("2026-11-21T12:00Z"))).toEqual({
      at: utc("2026-11-21T17:00Z"),
      usefulUntil: utc("2026-11-21T18:00Z"),
    });
  });

  it("is of no use any more once the next one of the hour is due", () => {
    const slot = nextSlot(every(1, "hour", "2026-11-21"), utc("2026-11-22T00:30Z"));
    expect(slot?.usefulUntil).toBe((slot?.at ?? 0) + HOUR);
  });

  const anyRule = fc.oneof(
    fc
      .tuple(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom<IntervalUnit>("hour", "day", "week", "month"),
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 0, max: 23 }),
      )
      .map(([count, unit, away, hour]) => {
        const from = new Date(utc("2026-01-01T00:00Z") + away * 24 * HOUR).toISOString().slice(0, 10);
        return every(count, unit, from, `${String(hour).padStart(2, "0")}:30`);
      }),
    fc.integer({ min: 1, max: 31 }).map((day): Rule => ({ kind: "monthly", on: { day }, ...wall })),
    fc
      .tuple(fc.constantFrom<Nth>(1, 2, 3, 4, -1), fc.constantFrom<Weekday>(0, 1, 2, 3, 4, 5, 6))
      .map(([nth, weekday]): Rule => ({ kind: "monthly", on: { nth, weekday }, ...wall })),
  );

  it("is what another library counts", () => {
    fc.assert(
      fc.property(anyRule, fc.integer({ min: 0, max: 40_000 }), (rule, hours) => {
        const after = utc("2026-03-01T00:00Z") + hours * HOUR;
        expect(nextSlot(rule, after)?.at).toBe(nextByTemporal(rule, after));
      }),
    );
  });

  it("finds the same slots back as forth", () => {
    fc.assert(
      fc.property(anyRule, fc.integer({ min: 0, max: 40_000 }), (rule, hours) => {
        const next = nextSlot(rule, utc("2026-03-01T00:00Z") + hours * HOUR);
        const after = next && nextSlot(rule, next.at);
        expect(lastSlot(rule, (after?.at ?? 0) - 1)).toEqual(next);
      }),
    );
  });
});

describe("a rule for a day of the month", () => {
  it.each<[string, MonthDay, readonly string[]]>([
    ["its number", { day: 1 }, ["2026-12-01T18:00", "2027-01-01T18:00", "2027-02-01T18:00"]],
    [
      "the last day of a shorter month",
      { day: 31 },
      ["2026-11-30T18:00", "2026-12-31T18:00", "2027-01-31T18:00"],
    ],
    [
      "the first Friday",
      { nth: 1, weekday: 5 },
      ["2026-12-04T18:00", "2027-01-01T18:00", "2027-02-05T18:00"],
    ],
    [
      "the last Sunday",
      { nth: -1, weekday: 0 },
      ["2026-11-29T18:00", "2026-12-27T18:00", "2027-01-31T18:00"],
    ],
  ])("is due on %s", (_, on, expected) => {
    expect(days({ kind: "monthly", on, ...wall }, "2026-11-21T00:00Z", 3)).toEqual(expected);
  });
});

describe("a rule for something dated", () => {
  const dates = { startAt: utc("2026-12-01T17:00Z"), endAt: utc("2026-12-08T17:00Z") };

  it("is due its lead before the edge, and useful until the end", () => {
    expect(nextSlot(datedBy("end", 24 * HOUR), 0, dates)).toEqual({
      at: dates.endAt - 24 * HOUR,
      usefulUntil: dates.endAt,
    });
    expect(nextSlot(datedBy("start"), 0, dates)).toEqual({ at: dates.startAt, usefulUntil: dates.endAt });
  });

  it("comes before the end of what recurs with one, and after that before the next one's", () => {
    const recurring = { ...dates, everyMs: 14 * 24 * HOUR };
    const slot = { at: dates.endAt - HOUR, usefulUntil: dates.endAt };
    expect(nextSlot(datedBy("end", HOUR), dates.startAt, recurring)).toEqual(slot);
    expect(nextSlot(datedBy("end", HOUR), slot.at, recurring)).toEqual({
      at: slot.at + recurring.everyMs,
      usefulUntil: slot.usefulUntil + recurring.everyMs,
    });
  });

  it("has no slot while the platform gives no date, nor after it", () => {
    expect(nextSlot(datedBy("end"), 0)).toBeUndefined();
    expect(nextSlot(datedBy("end"), 0, {})).toBeUndefined();
    expect(nextSlot(datedBy("end"), dates.endAt, dates)).toBeUndefined();
  });
});

describe("checking a rule", () => {
  it.each<[string, Rule]>([
    ["zone", { kind: "weekly", zone: "Mars/Base", time: "10:00", days: [] }],
    ["time", { kind: "weekly", zone: "UTC", time: "24:00", days: [] }],
    ["date", { kind: "once", zone: "UTC", time: "10:00", date: "2026-02-30" }],
    ["interval", { kind: "interval", unit: "day", count: 0, from: "2026-02-01", ...wall }],
    ["date", { kind: "interval", unit: "day", count: 1, from: "2026-02-30", ...wall }],
    ["month", { kind: "monthly", on: { day: 32 }, ...wall }],
    ["lead", { kind: "dated", thing: "t", edge: "end", leadMs: -1 }],
  ])("refuses what can't be followed, naming it: %s", (word, rule) => {
    const check = () => checkRule(rule);
    expect(check).toThrow(MilepostError);
    expect(check).toThrow(word);
  });
});

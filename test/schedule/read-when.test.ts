import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readWhen } from "../../src/schedule/read-when.ts";
import { type WallRule, type When, whenRefusals } from "../../src/schedule/when.ts";
import { zoneNamed } from "../../src/features/kit/settings/time-zones.ts";
import type { IntervalUnit, MonthDay, Weekday } from "../../src/schedule/repeating.ts";
import { checkRule, nextSlot } from "../../src/schedule/next-slot.ts";
import { anyText } from "../support/any-text.ts";
import { measureProcessorTime } from "../support/processor-time.ts";
import { DAY, HOUR, MINUTE } from "../support/time.ts";

/** A Saturday, 07:00 in Berlin. */
const HERE = { now: Date.UTC(2026, 10, 21, 6), zone: "Europe/Berlin", zoneNamed };
const read = (typed: string) => readWhen(typed, HERE);
const end = (leadMs: number): When => ({ kind: "edge", edge: "end", leadMs });
const start = (leadMs: number): When => ({ kind: "edge", edge: "start", leadMs });
const { zone } = HERE;
const weekly = (days: readonly Weekday[], time: string): WallRule => ({ kind: "weekly", days, zone, time });
const monthly = (on: MonthDay, time: string): WallRule => ({ kind: "monthly", on, zone, time });
const every = (count: number, unit: IntervalUnit, first: string): WallRule => {
  const [from = "", time = ""] = first.split(" ");
  return { kind: "interval", unit, count, from, zone, time };
};
const once = (date: string, time: string): WallRule => ({ kind: "once", date, zone, time });
const until = (rule: WallRule, instant: string) => ({ ...rule, until: Date.parse(instant) }) as WallRule;
const at = (rule: WallRule): When => ({ kind: "wall", rules: [rule] });
const rulesOf = (when: When | string) =>
  typeof when === "object" && when.kind === "wall" ? when.rules : [when];

describe("a phrase about something's start or end", () => {
  it.each<[string, When]>([
    ["1h before it ends", end(HOUR)],
    ["2 days before end", end(2 * DAY)],
    ["1 hour 30 minutes before it ends", end(1.5 * HOUR)],
    ["an hour before the end", end(HOUR)],
    ["when it is over", end(0)],
    ["when it starts", start(0)],
    ["At the start!", start(0)],
    ["as soon as it begins", start(0)],
    ["half an hour before it starts", start(30 * MINUTE)],
    ["1 day 2 hours before the event starts", start(26 * HOUR)],
    ["1h early", { kind: "edge", edge: "any", leadMs: HOUR }],
    ["1 hour before the event", { kind: "edge", edge: "any", leadMs: HOUR }],
    ["the day before it ends", end(DAY)],
    ["daily reset", { kind: "reset", every: "day", leadMs: 0 }],
    ["every weekly reset", { kind: "reset", every: "week", leadMs: 0 }],
    ["15 min before", { kind: "edge", edge: "any", leadMs: 15 * MINUTE }],
    ["at reset", { kind: "reset", leadMs: 0 }],
    ["1 day before the weekly reset", { kind: "reset", every: "week", leadMs: DAY }],
    ["at the next daily reset", { kind: "reset", every: "day", leadMs: 0 }],
    ["when it appears", { kind: "news" }],
  ])("is read: %s", async (typed, when) => expect(await read(typed)).toEqual(when));
});

describe("a length of time", () => {
  it.each([
    ["1h 30m", 90],
    ["1 h 30 min", 90],
    ["1h30min", 90],
    ["1h30m", 90],
    ["1h30", 90],
    ["1 hour and 30 minutes", 90],
    ["2h15m", 135],
    ["90 min", 90],
    ["1.5 hours", 90],
    ["1,5h", 90],
    ["an hour and a half", 90],
    ["1 and a half hours", 90],
    ["a couple of hours", 120],
    ["half an hour", 30],
    ["a quarter of an hour", 15],
    ["three quarters of an hour", 45],
    ["1d 2h", 26 * 60],
    ["a week", 7 * 24 * 60],
    ["1 minute", 1],
  ])("is read, alone and from now: %s", async (typed, minutes) => {
    expect(await read(typed)).toEqual({ kind: "bare", ms: minutes * MINUTE });
    expect(await read(`in ${typed}`)).toEqual({ kind: "in", ms: minutes * MINUTE });
    expect(await read(`${typed} before it starts`)).toEqual(start(minutes * MINUTE));
  });
});

describe("a length of time from now", () => {
  it.each(["10 minutes from now", "in 10 minutes from now"])(
    "is no lead before something: %s",
    async (typed) => expect(await read(typed)).toEqual({ kind: "in", ms: 10 * MINUTE }),
  );
});

describe("a phrase about a clock and a calendar", () => {
  it.each<[string, WallRule]>([
    ["18:00", once("2026-11-21", "18:00")],
    ["6:00", once("2026-11-22", "06:00")],
    ["7pm", once("2026-11-21", "19:00")],
    ["tonight at 9", once("2026-11-21", "21:00")],
    ["tomorrow 18:00", once("2026-11-22", "18:00")],
    ["18:00 tomorrow.", once("2026-11-22", "18:00")],
    ["tmrw 6pm", once("2026-11-22", "18:00")],
    ["tomorow 6pm", once("2026-11-22", "18:00")],
    ["9:30 tomorrow morning", once("2026-11-22", "09:30")],
    ["tomorrow evening 7", once("2026-11-22", "19:00")],
    ["7:30 tomorrow evening", once("2026-11-22", "19:30")],
    ["3 tomorrow afternoon", once("2026-11-22", "15:00")],
    ["at 8 in the evening tomorrow", once("2026-11-22", "20:00")],
    ["8 in the morning on dec 24", once("2026-12-24", "08:00")],
    ["1 at night on friday", once("2026-11-28", "01:00")],
    ["the evening of friday at 8", once("2026-11-27", "20:00")],
    ["at 8 on friday night", once("2026-11-27", "20:00")],
    ["12 friday night", once("2026-11-28", "00:00")],
    ["7 this evening", once("2026-11-21", "19:00")],
    ["around 8pm", once("2026-11-21", "20:00")],
    ["coming friday 8pm", once("2026-11-27", "20:00")],
    ["8 in the evening", once("2026-11-21", "20:00")],
    ["quarter past 8pm", once("2026-11-21", "20:15")],
    ["quarter to 1pm", once("2026-11-21", "12:45")],
    ["quarter to 12 pm", once("2026-11-21", "11:45")],
    ["quarter to 20", once("2026-11-21", "19:45")],
    ["Tomorrow at 6 p.m.", once("2026-11-22", "18:00")],
    ["day after tomorrow 7pm", once("2026-11-23", "19:00")],
    ["in 2 days at 18:00", once("2026-11-23", "18:00")],
    ["in 2 weeks 8pm", once("2026-12-05", "20:00")],
    ["in 1 year at 8pm", once("2027-11-21", "20:00")],
    ["noon", once("2026-11-21", "12:00")],
    ["midnight", once("2026-11-22", "00:00")],
    ["midnight tonight", once("2026-11-22", "00:00")],
    ["sunday night at midnight", once("2026-11-23", "00:00")],
    ["tonight at 12", once("2026-11-22", "00:00")],
    ["tonight at 1:30", once("2026-11-22", "01:30")],
    ["2am tonight", once("2026-11-22", "02:00")],
    ["friday night 11", once("2026-11-27", "23:00")],
    ["tonight @ 9", once("2026-11-21", "21:00")],
    ["tomorrow night at 10", once("2026-11-22", "22:00")],
    ["tomorrow night at 1", once("2026-11-23", "01:00")],
    ["tomorrow night at 12:30", once("2026-11-23", "00:30")],
    ["saturday night at 2", once("2026-11-22", "02:00")],
    ["friday evening at 1", once("2026-11-28", "01:00")],
    ["friday at 1 at night", once("2026-11-28", "01:00")],
    ["fri night 1am", once("2026-11-28", "01:00")],
    ["next week tuesday 8pm", once("2026-11-24", "20:00")],
    ["half past 8 pm", once("2026-11-21", "20:30")],
    ["5:30pm", once("2026-11-21", "17:30")],
    ["8pm pacific time", { ...once("2026-11-21", "20:00"), zone: "America/Los_Angeles" }],
    ["12 am", once("2026-11-22", "00:00")],
    ["monday 9:30", once("2026-11-23", "09:30")],
    ["saturday 6:00", once("2026-11-28", "06:00")],
    ["next friday 20:00", once("2026-11-27", "20:00")],
    ["friday next week 8pm", once("2026-11-27", "20:00")],
    ["the 25th 6pm", once("2026-11-25", "18:00")],
    ["2026-12-24 18:00", once("2026-12-24", "18:00")],
    ["2026-12-24T18:00", once("2026-12-24", "18:00")],
    ["24.12. 18.30", once("2026-12-24", "18:30")],
    ["24.12.2027 18:30 Uhr", once("2027-12-24", "18:30")],
    ["12/24 18:00", once("2026-12-24", "18:00")],
    ["24/12/2026 18:00", once("2026-12-24", "18:00")],
    ["dec 24th 6pm", once("2026-12-24", "18:00")],
    ["24th of December 2027 at noon", once("2027-12-24", "12:00")],
    ["may 5 18:00", once("2027-05-05", "18:00")],
    ["sat 5 dec 18:00", once("2026-12-05", "18:00")],
    ["29 feb 12:00", once("2028-02-29", "12:00")],
    ["9 am EST", { ...once("2026-11-21", "09:00"), zone: "America/New_York" }],
    ["6pm EST", { ...once("2026-11-21", "18:00"), zone: "America/New_York" }],
    ["tomorrow 18:00 CET", once("2026-11-22", "18:00")],
    ["18:00 utc", { ...once("2026-11-21", "18:00"), zone: "UTC" }],
    ["6pm utc+2 tomorrow", { ...once("2026-11-22", "18:00"), zone: "Etc/GMT-2" }],
    ["a week from friday 8pm", once("2026-12-04", "20:00")],
    ["2 weeks from today at noon", once("2026-12-05", "12:00")],
    ["a week from saturday 8pm", once("2026-12-05", "20:00")],
    ["christmas 9am", once("2026-12-25", "09:00")],
    ["on christmas eve at 18:00", once("2026-12-24", "18:00")],
    ["New Year's Eve 23:30", once("2026-12-31", "23:30")],
    ["new year 12:00", once("2027-01-01", "12:00")],
    ["new year's eve at midnight", once("2027-01-01", "00:00")],
    ["midnight on new year's eve", once("2027-01-01", "00:00")],
    ["15th of next month 18:00", once("2026-12-15", "18:00")],
    ["weekend 10am", once("2026-11-21", "10:00")],
    ["at the weekend 10am", once("2026-11-21", "10:00")],
    ["today at 6", once("2026-11-21", "18:00")],
  ])("is read: %s", async (typed, rule) => expect(await read(typed)).toEqual(at(rule)));
});

describe("a phrase about what comes again", () => {
  it.each<[string, WallRule]>([
    ["every monday 9:30", weekly([1], "09:30")],
    ["mondays 9:30", weekly([1], "09:30")],
    ["every night at 1", weekly([], "01:00")],
    ["every friday night at 1", weekly([6], "01:00")],
    ["every friday and saturday night at 12:30", weekly([0, 6], "00:30")],
    ["saturday nights at 2am every week", weekly([0], "02:00")],
    ["every friday evening at 1", weekly([6], "01:00")],
    ["every friday at 1 at night", weekly([6], "01:00")],
    ["every friday night at 11", weekly([5], "23:00")],
    ["every friday at 1am", weekly([5], "01:00")],
    ["every friday evening at 8", weekly([5], "20:00")],
    ["at 8 in the evening every friday", weekly([5], "20:00")],
    ["weekly on monday 9:00", weekly([1], "09:00")],
    ["weekdays 18:00", weekly([1, 2, 3, 4, 5], "18:00")],
    ["weekends 10:00", weekly([0, 6], "10:00")],
    ["weekend mornings at 10", weekly([0, 6], "10:00")],
    ["sat evenings 8", weekly([6], "20:00")],
    ["every 2 tuesdays 8pm", every(2, "week", "2026-11-24 20:00")],
    ["every other month 9am", every(2, "month", "2026-11-21 09:00")],
    ["every third day 9am", every(3, "day", "2026-11-21 09:00")],
    ["mon-fri 9:00", weekly([1, 2, 3, 4, 5], "09:00")],
    ["mon – fri 9:00", weekly([1, 2, 3, 4, 5], "09:00")],
    ["from friday to monday 8am", weekly([0, 1, 5, 6], "08:00")],
    ["Mon, Wed & Fri at 6 p.m.", weekly([1, 3, 5], "18:00")],
    ["mon/wed 18h30 uhr", weekly([1, 3], "18:30")],
    ["each tuesday and thursday 7pm", weekly([2, 4], "19:00")],
    ["every day at 7pm", weekly([], "19:00")],
    ["daily 07:00", weekly([], "07:00")],
    ["every morning at 8", weekly([], "08:00")],
    ["once a day 9am", weekly([], "09:00")],
    ["once a week on friday 8pm", weekly([5], "20:00")],
    ["every week 18:00", weekly([6], "18:00")],
    ["every day 18:00 EST", { ...weekly([], "18:00"), zone: "America/New_York" }],
    ["every 3 days 18:00", every(3, "day", "2026-11-21 18:00")],
    ["every other day 6:00", every(2, "day", "2026-11-22 06:00")],
    ["every 2 weeks on friday 8pm", every(2, "week", "2026-11-27 20:00")],
    ["every other friday 8pm", every(2, "week", "2026-11-27 20:00")],
    ["biweekly 18:00", every(2, "week", "2026-11-21 18:00")],
    ["every 2 weeks from 2026-11-06 20:00", every(2, "week", "2026-11-06 20:00")],
    ["every day from 2026-12-01 18:00", every(1, "day", "2026-12-01 18:00")],
    ["every hour", every(1, "hour", "2026-11-21 07:00")],
    ["every 6h from 18:00", every(6, "hour", "2026-11-21 18:00")],
    ["quarterly 9am", every(3, "month", "2026-11-21 09:00")],
    ["every year on dec 25 9am", every(12, "month", "2026-12-25 09:00")],
    ["every december 25th 9am", every(12, "month", "2026-12-25 09:00")],
    ["every christmas 9am", every(12, "month", "2026-12-25 09:00")],
    ["every new year's eve at 23:00", every(12, "month", "2026-12-31 23:00")],
    ["every 3 march 9am", every(12, "month", "2027-03-03 09:00")],
    ["monthly on the 1st 18:00", monthly({ day: 1 }, "18:00")],
    ["monthly 18:00", monthly({ day: 21 }, "18:00")],
    ["once a month on the 5th 9am", monthly({ day: 5 }, "09:00")],
    ["every 15th 9am", monthly({ day: 15 }, "09:00")],
    ["first day of the month 6pm", monthly({ day: 1 }, "18:00")],
    ["last day of every month 18:00", monthly({ day: 31 }, "18:00")],
    ["first friday of the month 8pm", monthly({ nth: 1, weekday: 5 }, "20:00")],
    ["the last Friday of every month 8pm", monthly({ nth: -1, weekday: 5 }, "20:00")],
    ["2nd tuesday of each month 8pm", monthly({ nth: 2, weekday: 2 }, "20:00")],
    ["every day 18:00 until 2026-12-01 18:00", until(weekly([], "18:00"), "2026-12-01T17:00Z")],
    ["every day 18:00 until dec 24", until(weekly([], "18:00"), "2026-12-24T23:00Z")],
  ])("is read: %s", async (typed, rule) => expect(await read(typed)).toEqual(at(rule)));

  it.each<[string, WallRule]>([
    ["every hour until it ends", every(1, "hour", "2026-11-21 07:00")],
    ["every friday 8pm until the end", weekly([5], "20:00")],
    ["every 2 days 18:00 until it's over", every(2, "day", "2026-11-21 18:00")],
  ])("until something ends: %s", async (typed, rule) =>
    expect(await read(typed)).toEqual({ ...at(rule), untilEnd: true }),
  );
});

describe("a phrase without an hour is a choice of three", () => {
  it.each<[string, (time: string) => WallRule, readonly string[]]>([
    ["tonight", (time) => once("2026-11-21", time), ["19:00", "20:00", "21:00"]],
    ["tomorrow morning", (time) => once("2026-11-22", time), ["08:00", "09:00", "10:00"]],
    ["in the evening on friday", (time) => once("2026-11-27", time), ["19:00", "20:00", "21:00"]],
    ["tomorrow", (time) => once("2026-11-22", time), ["09:00", "18:00", "20:00"]],
    ["next week", (time) => once("2026-11-28", time), ["09:00", "18:00", "20:00"]],
    ["next friday", (time) => once("2026-11-27", time), ["09:00", "18:00", "20:00"]],
    ["this weekend", (time) => once("2026-11-21", time), ["09:00", "18:00", "20:00"]],
    ["dec 25", (time) => once("2026-12-25", time), ["09:00", "18:00", "20:00"]],
    ["every evening", (time) => weekly([], time), ["19:00", "20:00", "21:00"]],
    ["every 2 weeks", (time) => every(2, "week", `2026-11-21 ${time}`), ["09:00", "18:00", "20:00"]],
    ["every 3 days", (time) => every(3, "day", `2026-11-21 ${time}`), ["09:00", "18:00", "20:00"]],
    ["monthly on the 1st", (time) => monthly({ day: 1 }, time), ["09:00", "18:00", "20:00"]],
    ["once a week on sunday", (time) => weekly([0], time), ["09:00", "18:00", "20:00"]],
    ["weekend", (time) => once("2026-11-21", time), ["09:00", "18:00", "20:00"]],
    ["in a month", (time) => once("2026-12-21", time), ["09:00", "18:00", "20:00"]],
    [
      "first friday of the month",
      (time) => monthly({ nth: 1, weekday: 5 }, time),
      ["09:00", "18:00", "20:00"],
    ],
  ])("%s", async (typed, rule, times) =>
    expect(await read(typed)).toEqual({ kind: "wall", rules: times.map(rule) }),
  );

  it("keeps to the last day of a month that is shorter", async () => {
    const january = { ...HERE, now: Date.UTC(2028, 0, 31, 6) };
    for (const typed of ["in 1 month", "in a month at 9am", "next month"]) {
      const [first] = rulesOf(await readWhen(typed, january));
      expect([typed, first]).toEqual([typed, once("2028-02-29", "09:00")]);
    }
    const [leap] = rulesOf(await readWhen("in 1 year", { ...HERE, now: Date.UTC(2028, 1, 29, 6) }));
    expect(leap).toEqual(once("2029-02-28", "09:00"));
  });

  it("means today by the weekend on a Sunday", async () => {
    const sunday = { ...HERE, now: Date.UTC(2026, 10, 22, 6) };
    for (const typed of ["this weekend", "weekend"])
      expect(rulesOf(await readWhen(typed, sunday))).toContainEqual(once("2026-11-22", "18:00"));
  });

  it("offers what comes first before what comes a day later", async () => {
    const evening = { ...HERE, now: Date.UTC(2026, 10, 21, 16, 30) };
    const begins = [every(2, "week", "2026-11-21 18:00"), every(2, "week", "2026-11-21 20:00")];
    const later = every(2, "week", "2026-11-22 09:00");
    expect(await readWhen("every 2 weeks", evening)).toEqual({ kind: "wall", rules: [...begins, later] });
  });

  it("offers only hours that are still to come", async () => {
    const late = { ...HERE, now: Date.UTC(2026, 10, 21, 20, 30) };
    const [ten, eleven] = ["22:00", "23:00"].map((time) => once("2026-11-21", time));
    for (const typed of ["tonight", "this evening"])
      expect(await readWhen(typed, late)).toEqual({ kind: "wall", rules: [ten, eleven] });
    expect(await readWhen("this morning", late)).toBe("past");
    const next = once("2026-11-28", "19:00");
    expect(await readWhen("saturday night", late)).toEqual({ kind: "wall", rules: [ten, eleven, next] });
  });
});

describe("a phrase that doesn't say which half of the day is a choice of two", () => {
  it.each<[string, readonly WallRule[]]>([
    ["at 6", [once("2026-11-21", "18:00"), once("2026-11-22", "06:00")]],
    ["tomorrow at 9", [once("2026-11-22", "09:00"), once("2026-11-22", "21:00")]],
    ["friday 8", [once("2026-11-27", "08:00"), once("2026-11-27", "20:00")]],
    ["every day at 7", [weekly([], "07:00"), weekly([], "19:00")]],
    ["weekly on monday at 9", [weekly([1], "09:00"), weekly([1], "21:00")]],
  ])("%s", async (typed, rules) => expect(rulesOf(await read(typed))).toEqual(rules));

  it.each([
    "friday 8pm",
    "friday at 08:00",
    "friday 8:00",
    "friday at 20",
    "friday at 12",
    "friday evening at 8",
  ])("unless it does: %s", async (typed) => expect(rulesOf(await read(typed))).toHaveLength(1));
});

describe("a phrase that can't be followed says why", () => {
  it.each([
    ["", "empty"],
    [" . ", "empty"],
    ["soonish", "unknown"],
    ["now", "unknown"],
    ["from 5pm to 6pm", "unknown"],
    ["mon 5pm, tue 6pm", "unknown"],
    ["weekdays 18:00 from dec 1", "unknown"],
    ["every day 18:00 for a week", "unknown"],
    ["every hour until 8", "unknown"],
    ["in 2h on friday", "unknown"],
    ["in 2h30 on friday", "unknown"],
    ["every hour from 18:00 to 22:00", "unknown"],
    ["not tomorrow", "unknown"],
    ["evening of dec 24", "unknown"],
    ["morning of the 24th at 8", "unknown"],
    ["25:00", "not-a-time"],
    ["tomorrow 13pm", "not-a-time"],
    ["before it ends", "no-lead"],
    ["1h after it ends", "after"],
    ["8 days before it ends", "too-early"],
    ["in 500 weeks", "too-far"],
    ["2036-01-01 10:00", "too-far"],
    ["31.2. 10:00", "not-a-date"],
    ["2026-02-29 10:00", "not-a-date"],
    ["2026-13-01 10:00", "not-a-date"],
    ["sun 5 dec 18:00", "not-a-date"],
    ["04/05 18:00", "ambiguous-date"],
    ["12/4 18:00", "ambiguous-date"],
    ["tomorrow, dec 25 8pm", "unknown"],
    ["every 0 days 18:00", "unknown"],
    ["tomorrow in 2 hours", "unknown"],
    ["today 6:30", "past"],
    ["yesterday 5pm", "past"],
    ["last friday 5pm", "past"],
    ["5 minutes ago", "past"],
    ["2020-01-01 10:00", "past"],
    ["every 10 minutes", "often"],
    ["8 and 9 or so", "unknown"],
    ["1".repeat(10_000), "unknown"],
  ])("%j: %s", async (typed, why) => expect(await read(typed)).toBe(why));
});

describe("a phrase in a week that changes its clocks", () => {
  const eve = { now: Date.UTC(2027, 2, 27, 12), zone: "Europe/Berlin" };
  it.each([
    ["tomorrow 2:30", "2027-03-28T01:00:00.000Z"],
    ["tomorrow 3:30", "2027-03-28T01:30:00.000Z"],
    ["in 24 hours", "2027-03-28T12:00:00.000Z"],
    ["oct 31 2027 2:30", "2027-10-31T00:30:00.000Z"],
  ])("keeps to the wall: %s", async (typed, due) => {
    const when = await readWhen(typed, eve);
    const rule = typeof when === "object" && when.kind === "wall" ? when.rules[0] : undefined;
    const instant = typeof when === "object" && when.kind === "in" ? eve.now + when.ms : undefined;
    const found = instant ?? (rule && nextSlot(rule, eve.now)?.at) ?? 0;
    expect(new Date(found).toISOString()).toBe(due);
  });

  it.each(["UTC", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe"])(
    "wherever the process runs: %s",
    async (processZone) => {
      const before = process.env["TZ"];
      process.env["TZ"] = processZone;
      try {
        expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(processZone);
        expect(await readWhen("tomorrow 3:30", eve)).toMatchObject({
          rules: [{ kind: "once", date: "2027-03-28", time: "03:30" }],
        });
      } finally {
        if (before === undefined) delete process.env["TZ"];
        else process.env["TZ"] = before;
      }
    },
  );
});

const faultOf = (when: Awaited<ReturnType<typeof readWhen>>, here: typeof HERE): string | undefined => {
  if (typeof when === "string") return whenRefusals.includes(when) ? undefined : when;
  if (when.kind === "in" || when.kind === "bare") return when.ms > 0 ? undefined : "no length";
  if (when.kind !== "wall") return undefined;
  for (const rule of when.rules) {
    checkRule(rule);
    const end = "until" in rule ? (rule.until ?? 0) : 0;
    if (end === 0 && (nextSlot(rule, here.now)?.at ?? 0) <= here.now) return "in the past";
  }
  return when.rules.length <= 3 ? undefined : "too many choices";
};

describe("whatever is typed", () => {
  const words = fc.constantFrom(
    ..."in every before after at 1h 2 days 18:00 24.12. monday weekdays ends it starts reset - , . 2026-12-24 tomorrow noon 25:99 31/12 pm".split(
      " ",
    ),
  );
  const typed = fc.oneof(
    anyText({ maxLength: 300 }),
    fc.array(words, { maxLength: 8 }).map((parts) => parts.join(" ")),
  );

  it("is read or refused with a known reason, and what is read is a rule in the future", async () => {
    await fc.assert(
      fc.asyncProperty(
        typed,
        fc.constantFrom("Europe/Berlin", "Pacific/Apia", "America/St_Johns"),
        async (text, zone) => {
          const here = { ...HERE, zone };
          expect(faultOf(await readWhen(text, here), here)).toBeUndefined();
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([160, 159, 10_000, 100_000])("takes no longer than a moment at %i characters", async (length) => {
    const parts = [
      "1",
      "1 ",
      "before ",
      "a",
      "1h ",
      "monday ",
      "every ",
      "1:",
      "jan 1 ",
      "1.1.",
      "until ",
      "- ",
      "1 or ",
      "8pm and ",
      "friday or ",
      "next friday ",
      "1.1.1.",
      "except ",
      "mundey ",
    ];
    await read("tomorrow 6pm");
    const spent = measureProcessorTime();
    for (const part of parts) await read(part.repeat(length).slice(0, length));
    expect(spent()).toBeLessThan(200);
  });
});

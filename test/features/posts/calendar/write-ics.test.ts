import { execFileSync } from "node:child_process";

import ICAL from "ical.js";
import { describe, expect, it } from "vitest";

import { DAY_MS } from "../../../../src/base/duration.ts";
import { writeIcs } from "../../../../src/features/posts/calendar/write-ics.ts";
import { type Rule, preview } from "../../../../src/schedule/next-slot.ts";
import { CALENDAR, fileOf, NOW, reminder } from "./sample-calendar.ts";

/** Of what comes monthly, fewer than the months that are shown apart. */
const COUNT = 20;

function eventsIn(file: string): readonly ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  return calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
}

/** The instants at which a calendar app shows something, by another library's reading. */
function instantsIn(file: string, count = COUNT): readonly number[] {
  const all = eventsIn(file).flatMap((event) => {
    const iterator = event.iterator();
    const found: number[] = [];
    while (found.length < count) {
      const next = event.isRecurring() || found.length === 0 ? iterator.next() : null;
      if (next === null || next === undefined) break;
      found.push(next.toUnixTime() * 1000);
    }
    return found;
  });
  return all.toSorted((a, b) => a - b).slice(0, count);
}

const wall = (zone: string, time: string) => ({ zone, time });
const RULES: readonly (readonly [name: string, rule: Rule])[] = [
  ["once", { kind: "once", date: "2026-12-24", ...wall("Europe/Berlin", "18:00") }],
  ["daily", { kind: "weekly", days: [], ...wall("Europe/Berlin", "18:00") }],
  ["on two weekdays", { kind: "weekly", days: [1, 5], ...wall("Australia/Lord_Howe", "00:15") }],
  ["daily in a skipped hour", { kind: "weekly", days: [], ...wall("Europe/Berlin", "02:30") }],
  ["on Sundays in a skipped hour", { kind: "weekly", days: [0], ...wall("America/New_York", "02:30") }],
  ["daily in a repeated hour", { kind: "weekly", days: [], ...wall("America/New_York", "01:30") }],
  ["daily at a skipped midnight", { kind: "weekly", days: [], ...wall("Africa/Cairo", "00:10") }],
  ["without clock changes", { kind: "weekly", days: [6], ...wall("Asia/Kolkata", "23:59") }],
  ["around Ramadan", { kind: "weekly", days: [], ...wall("Africa/Casablanca", "02:15") }],
  ["with seconds", { kind: "weekly", days: [2], ...wall("America/St_Johns", "07:05:09") }],
  ["monthly", { kind: "monthly", on: { day: 5 }, ...wall("Europe/London", "09:00") }],
  ["on the last of months", { kind: "monthly", on: { day: 31 }, ...wall("Europe/London", "09:00") }],
  ["on the 29th", { kind: "monthly", on: { day: 29 }, ...wall("Europe/London", "09:00") }],
  ["on second Fridays", { kind: "monthly", on: { nth: 2, weekday: 5 }, ...wall("UTC", "20:00") }],
  ["on last Sundays", { kind: "monthly", on: { nth: -1, weekday: 0 }, ...wall("Europe/Berlin", "02:30") }],
  ...(["hour", "day", "week", "month"] as const).map(
    (unit) =>
      [
        `every 3 ${unit}s`,
        { kind: "interval", unit, count: 3, from: "2026-10-31", ...wall("America/New_York", "02:30") },
      ] as const,
  ),
  [
    "until an instant",
    { kind: "weekly", days: [], until: NOW + 9 * DAY_MS, ...wall("Europe/Berlin", "13:00") },
  ],
];

/** The file as a machine in this zone writes it. */
function printed(zone: string): string {
  const script = "test/features/posts/calendar/printed-calendar.ts";
  return execFileSync(process.execPath, [script], { env: { ...process.env, TZ: zone }, encoding: "utf8" });
}

describe("a calendar file", () => {
  it.each(RULES)("comes %s when the reminder does, as another library reads it", (_, rule) => {
    const file = writeIcs(fileOf(reminder(rule)));
    const wanted = preview(rule, NOW, { count: COUNT });
    expect(instantsIn(file, wanted.length)).toEqual(wanted);
  });

  it.each(["02:30", "02:00", "03:00"])("follows the clocks for two years at %s", (time) => {
    const rule: Rule = { kind: "weekly", days: [], ...wall("Europe/Berlin", time) };
    const wanted = preview(rule, NOW, { count: 700 });
    expect(instantsIn(writeIcs(fileOf(reminder(rule))), 700)).toEqual(wanted);
  });

  it("is the same wherever the machine is", () => {
    const [first, ...others] = ["UTC", "America/New_York"].map(printed);
    expect(first).toContain("BEGIN:VEVENT");
    expect(others).toEqual([first]);
  });

  it("keeps the rules of the standard that readers don't check", () => {
    const file = writeIcs(CALENDAR);
    expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
    const lines = file.split("\r\n");
    expect(lines.filter((line) => Buffer.byteLength(line) > 75 || line.includes("\n"))).toEqual([]);
    const whole = file.replaceAll("\r\n ", "");
    const events = whole.split("BEGIN:VEVENT").slice(1);
    expect(events.length).toBeGreaterThan(3);
    for (const event of events) {
      for (const once of [/^UID:\S+@test$/gm, /^DTSTAMP:\d{8}T\d{6}Z$/gm, /^SEQUENCE:\d+$/gm, /^DTEND/gm])
        expect(event.replaceAll("\r", "").match(once)).toHaveLength(1);
    }
    expect(whole).toContain("TZID:America/New_York\r\n");
    expect(whole).not.toContain("TZID:Asia/Kolkata");
    expect(whole).toContain("X-WR-CALNAME:Neutral\\; really\\, two\\nlines\r\n");
  });

  it("says words as they are, and what was called off as canceled", () => {
    const events = eventsIn(writeIcs(CALENDAR));
    const [first] = CALENDAR.items;
    expect(events[0]?.summary).toBe(first?.item.title);
    expect(events[0]?.description).toContain("\nline two");
    const fair = events.find(({ uid }) => uid === "fair@test");
    expect(fair?.component.getFirstPropertyValue("status")).toBe("CANCELLED");
    expect(fair?.sequence).toBe(2);
    expect(fair?.endDate.toUnixTime()).toBe((NOW + 3 * DAY_MS) / 1000);
  });
});

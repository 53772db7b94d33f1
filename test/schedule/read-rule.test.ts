import { expect, it } from "vitest";

import { readRule } from "../../src/features/posts/read/read-rule.ts";
import { HOUR } from "../support/time.ts";

const NOW = Date.parse("2026-11-21T06:00:00Z");
const here = { now: NOW, zone: "UTC" };
const subject = { kind: "milestone", hash: 5 } as const;
const weekly = (startAt: number, endAt: number) => ({
  subject,
  thing: { subject, label: "A week of races", startAt, endAt },
});
const running = weekly(NOW - 48 * HOUR, NOW + 120 * HOUR);
const coming = weekly(NOW + 48 * HOUR, NOW + 216 * HOUR);

it("refuses a lead before the start of what is listed only once it runs, and says so", async () => {
  expect(await readRule("1 hour before it starts", running, here)).toBe("begun");
});

it.each([
  ["when it starts", running, "start"],
  ["1 hour before it ends", running, "end"],
  ["1 hour early", running, "end"],
  ["1 hour before it starts", coming, "start"],
])("takes what can come: %s", async (typed, what, edge) => {
  expect(await readRule(typed, what, here)).toMatchObject({
    rules: [{ kind: "dated", thing: "milestone:5", edge }],
  });
});

it.each([
  ["every hour until it ends", running, { kind: "interval", unit: "hour", until: NOW + 120 * HOUR }],
  ["every day 18:00 until it ends", running, { kind: "weekly", days: [], until: NOW + 120 * HOUR }],
  ["6pm EST", running, { kind: "once", zone: "America/New_York", time: "18:00" }],
])("binds what comes again to the end: %s", async (typed, what, rule) => {
  expect(await readRule(typed, what, here)).toMatchObject({ rules: [rule] });
});

it.each([
  ["every hour until it ends", { kind: "note", text: "Tea" }, "no-dates"],
  ["every hour until it ends", { kind: "reset", every: "week" }, "no-dates"],
  ["tonight at 9", { kind: "new-entries" }, "only-news"],
] as const)("refuses what has no end or no time: %s", async (typed, noEnd, why) => {
  expect(await readRule(typed, { subject: noEnd }, here)).toBe(why);
});

const reset = (every: "day" | "week", leadMs: number) => ({
  kind: "dated",
  thing: `reset:${every}`,
  edge: "end",
  leadMs,
});
const atEnd = (leadMs: number) => ({ kind: "dated", thing: "milestone:5", edge: "end", leadMs });
const note = { subject: { kind: "note", text: "Tea" } } as const;

it.each([
  ["at reset", note, [reset("day", 0), reset("week", 0)]],
  ["after reset", note, [reset("day", 0), reset("week", 0)]],
  ["at reset", { subject: { kind: "reset", every: "week" } }, [reset("week", 0)]],
  ["10 minutes after daily reset", note, [reset("day", 24 * HOUR - HOUR / 6)]],
  ["1 hour after reset", note, [reset("day", 23 * HOUR), reset("week", 167 * HOUR)]],
  ["6h and 1h before it ends", running, [atEnd(6 * HOUR), atEnd(HOUR)]],
  ["halfway", running, [atEnd(84 * HOUR)]],
  ["last day", running, [atEnd(24 * HOUR)]],
  ["when it's back", running, [{ ...atEnd(0), edge: "start" }]],
  ["1 day or 9 days before it ends", running, "too-early"],
  ["30 hours after daily reset", note, "after"],
  ["halfway", note, "no-dates"],
] as const)("takes %s as what it may be", async (typed, what, read) => {
  const found = await readRule(typed, what, here);
  expect(typeof found === "string" ? found : found.rules).toEqual(read);
});

it("ends with nothing that has ended or always comes again", async () => {
  const typed = "every hour until it ends";
  expect(await readRule(typed, weekly(NOW - 48 * HOUR, NOW), here)).toBe("past");
  const reset = { kind: "reset", every: "week" } as const;
  const thing = { subject: reset, label: "Weekly reset", endAt: NOW + 5 * HOUR };
  expect(await readRule(typed, { subject: reset, thing }, here)).toBe("no-dates");
});

it("counts a minute from now as sixty seconds", async () => {
  const rules = [{ kind: "once", zone: "UTC", date: "2026-11-21", time: "06:01:20" }];
  const at = { ...here, now: NOW + 20_000 };
  expect(await readRule("in 1 minute", { subject: { kind: "note", text: "Tea" } }, at)).toMatchObject({
    rules,
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { onceAt, phraseOf } from "../../../../src/features/shared/schedule/phrase.ts";
import { readWhen, type When, whenRefusals } from "../../../../src/features/shared/schedule/read-when.ts";
import { remind } from "../../../../src/messages/en/remind.ts";
import { checkRule, nextSlot, type Rule } from "../../../../src/features/shared/schedule/next-slot.ts";
import { anyText } from "../../../support/any-text.ts";
import { growthByEight, LINEAR_BY_EIGHT, processorTime } from "../../../support/processor-time.ts";
import { DAY, HOUR, MINUTE } from "../../../support/time.ts";

/** A Saturday, 07:00 in Berlin. */
const HERE = { now: Date.UTC(2026, 10, 21, 6), zone: "Europe/Berlin" };
const two = (value: number) => String(value).padStart(2, "0");
const read = (typed: string) => readWhen(typed, HERE);
const end = (leadMs: number): When => ({ kind: "edge", edge: "end", leadMs });
const start = (leadMs: number): When => ({ kind: "edge", edge: "start", leadMs });
const weekly = (days: readonly (0 | 1 | 2 | 3 | 4 | 5 | 6)[], time: string): When => ({
  kind: "weekly",
  days,
  time,
});
const once = (date: string, time: string): When => ({ kind: "once", date, time });

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
    ["1 day and 2 hours before the event starts", start(26 * HOUR)],
    ["1h early", { kind: "edge", edge: "any", leadMs: HOUR }],
    ["15 min before", { kind: "edge", edge: "any", leadMs: 15 * MINUTE }],
    ["at reset", { kind: "reset", leadMs: 0 }],
    ["1 day before the weekly reset", { kind: "reset", every: "week", leadMs: DAY }],
    ["at the next daily reset", { kind: "reset", every: "day", leadMs: 0 }],
    ["when it appears", { kind: "news" }],
  ])("is read: %s", (typed, when) => expect(read(typed)).toEqual(when));
});

describe("a phrase about a clock and a calendar", () => {
  it.each<[string, When]>([
    ["18:00", once("2026-11-21", "18:00")],
    ["6:00", once("2026-11-22", "06:00")],
    ["tomorrow 18:00", once("2026-11-22", "18:00")],
    ["18:00 tomorrow.", once("2026-11-22", "18:00")],
    ["Tomorrow at 6 p.m.", once("2026-11-22", "18:00")],
    ["tomorrow at 6 o'clock", once("2026-11-22", "06:00")],
    ["day after tomorrow 7pm", once("2026-11-23", "19:00")],
    ["in 2 days at 18:00", once("2026-11-23", "18:00")],
    ["noon", once("2026-11-21", "12:00")],
    ["12 am", once("2026-11-22", "00:00")],
    ["monday 9:30", once("2026-11-23", "09:30")],
    ["saturday 6:00", once("2026-11-28", "06:00")],
    ["next friday 20:00", once("2026-11-27", "20:00")],
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
    ["every monday 9:30", weekly([1], "09:30")],
    ["mondays 9:30", weekly([1], "09:30")],
    ["weekly on monday at 9", weekly([1], "09:00")],
    ["weekdays 18:00", weekly([1, 2, 3, 4, 5], "18:00")],
    ["weekends 10:00", weekly([0, 6], "10:00")],
    ["mon-fri 9:00", weekly([1, 2, 3, 4, 5], "09:00")],
    ["mon – fri 9:00", weekly([1, 2, 3, 4, 5], "09:00")],
    ["from friday to monday 8am", weekly([0, 1, 5, 6], "08:00")],
    ["Mon, Wed & Fri at 6 p.m.", weekly([1, 3, 5], "18:00")],
    ["mon/wed 18h30 uhr", weekly([1, 3], "18:30")],
    ["every day at 7", weekly([], "07:00")],
    ["daily 07:00", weekly([], "07:00")],
    ["every week 18:00", weekly([6], "18:00")],
    ["in 20 minutes", { kind: "in", ms: 20 * MINUTE }],
    ["in half an hour", { kind: "in", ms: 30 * MINUTE }],
    ["in 1h30", { kind: "in", ms: 90 * MINUTE }],
    ["in a week", { kind: "in", ms: 7 * DAY }],
    ["90 min", { kind: "bare", ms: 90 * MINUTE }],
  ])("is read: %s", (typed, when) => expect(read(typed)).toEqual(when));
});

describe("a phrase that can't be followed says why", () => {
  it.each([
    ["", "empty"],
    [" . ", "empty"],
    ["soonish", "unknown"],
    ["every evening", "unknown"],
    ["tomorrow", "no-time"],
    ["every day", "no-time"],
    ["24 dec", "no-time"],
    ["25:00", "not-a-time"],
    ["tomorrow 13pm", "not-a-time"],
    ["before it ends", "no-lead"],
    ["1h after it ends", "after"],
    ["8 days before it ends", "too-early"],
    ["in 500 weeks", "too-far"],
    ["2036-01-01 10:00", "too-far"],
    ["31.2. 10:00", "not-a-date"],
    ["2026-02-29 10:00", "not-a-date"],
    ["sun 5 dec 18:00", "not-a-date"],
    ["04/05 18:00", "ambiguous-date"],
    ["today 6:30", "past"],
    ["2020-01-01 10:00", "past"],
    ["every 2 hours", "often"],
    ["monthly 18:00", "often"],
    ["every other day 18:00", "often"],
  ])("%j: %s", (typed, why) => expect(read(typed)).toBe(why));
});

const faultOf = (when: ReturnType<typeof readWhen>, here: typeof HERE): string | undefined => {
  if (typeof when === "string") return whenRefusals.includes(when) ? undefined : when;
  if (when.kind === "in" || when.kind === "bare") return when.ms > 0 ? undefined : "no length";
  if (when.kind !== "once" && when.kind !== "weekly") return undefined;
  const rule: Rule = { ...when, zone: here.zone };
  checkRule(rule);
  return (nextSlot(rule, here.now)?.at ?? 0) > here.now ? undefined : "in the past";
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

  it("is read or refused with a known reason, and what is read is a rule in the future", () => {
    fc.assert(
      fc.property(
        typed,
        fc.constantFrom("Europe/Berlin", "Pacific/Apia", "America/St_Johns"),
        (text, zone) => {
          const here = { now: HERE.now, zone };
          expect(faultOf(readWhen(text, here), here)).toBeUndefined();
        },
      ),
      { numRuns: 500 },
    );
  });

  it("takes no longer than a moment", () => {
    const slow = ["1 ", "before ", "a", "1h "].filter(
      (part) => growthByEight((size) => readWhen(part.repeat(size), HERE), 12_500) > LINEAR_BY_EIGHT,
    );
    expect(slow).toEqual([]);
    const long = ["1 ".repeat(5_000), "before ".repeat(1_000), "a".repeat(100_000), "1h ".repeat(3_000)];
    expect(processorTime(() => long.forEach((text) => readWhen(text, HERE)))).toBeLessThan(200);
  });
});

describe("a rule's own phrase", () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([hours, minutes]) => `${two(hours)}:${two(minutes)}`);
  const day = fc.constantFrom<0 | 1 | 2 | 3 | 4 | 5 | 6>(0, 1, 2, 3, 4, 5, 6);
  const zone = "Europe/Berlin";
  const weeklyRule = fc
    .tuple(fc.uniqueArray(day, { maxLength: 6 }), time)
    .map(([days, at]): Rule => ({ kind: "weekly", zone, days: days.sort((a, b) => a - b), time: at }));
  const onceRule = fc.tuple(fc.integer({ min: 1, max: 1500 }), time).map(([away, at]): Rule => {
    const date = new Date(HERE.now + away * DAY).toISOString().slice(0, 10);
    return { kind: "once", zone, date, time: at };
  });

  it("is read as that rule again, on the wall", () => {
    fc.assert(
      fc.property(fc.oneof(weeklyRule, onceRule), (rule) => {
        const when = readWhen(phraseOf(rule, remind.phrases, zone), HERE);
        expect({ ...(when as object), zone }).toEqual(rule);
      }),
    );
  });

  it("is read as that rule again, before a start, an end or a reset", () => {
    const lead = fc.integer({ min: 0, max: 7 * 24 * 60 }).map((minutes) => minutes * MINUTE);
    const dated = fc.tuple(fc.constantFrom("start", "end"), lead);
    fc.assert(
      fc.property(
        dated,
        fc.constantFrom("milestone:5", "reset:day", "reset:week"),
        ([edge, leadMs], thing) => {
          const rule = { kind: "dated", thing, edge, leadMs } as const;
          const expected = thing.startsWith("reset")
            ? { kind: "reset", every: thing.slice(6), leadMs }
            : { kind: "edge", edge, leadMs };
          expect(read(phraseOf(rule, remind.phrases, zone))).toEqual(expected);
        },
      ),
    );
  });

  it("says an instant in the reader's zone, and never makes it earlier", () => {
    const rule = onceAt(HERE.now + 20 * MINUTE + 1);
    expect(rule).toEqual({ kind: "once", zone: "UTC", date: "2026-11-21", time: "06:21" });
    expect(phraseOf(rule, remind.phrases, "Europe/Berlin")).toBe("2026-11-21 07:21");
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { fromNowPhrase, onceAt, phraseOf, dayPhrase } from "../../src/schedule/phrase.ts";
import { phraseLanguages } from "../../src/schedule/phrase-book.ts";
import { readWhen } from "../../src/schedule/read-when.ts";
import type { Rule } from "../../src/schedule/next-slot.ts";
import type { MonthDay } from "../../src/schedule/repeating.ts";
import { zoneNamed, zoneLabel } from "../../src/features/kit/settings/time-zones.ts";
import { instantOf, localOf } from "../../src/base/wall-time.ts";
import { DAY, MINUTE } from "../support/time.ts";

const zone = "Europe/Berlin";
/** A Saturday, 07:00 in Berlin. */
const HERE = { now: Date.UTC(2026, 10, 21, 6), zone, zoneNamed };
const SEEDED = { seed: 20261121 };
const two = (value: number) => String(value).padStart(2, "0");

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hours, minutes]) => `${two(hours)}:${two(minutes)}`);
const day = fc.constantFrom<0 | 1 | 2 | 3 | 4 | 5 | 6>(0, 1, 2, 3, 4, 5, 6);
const weeklyRule = fc
  .tuple(fc.uniqueArray(day, { maxLength: 6 }), time)
  .map(([days, at]): Rule => ({ kind: "weekly", zone, days: days.sort((a, b) => a - b), time: at }));
const onceRule = fc.tuple(fc.integer({ min: 1, max: 1500 }), time).map(([away, at]): Rule => {
  const date = new Date(HERE.now + away * DAY).toISOString().slice(0, 10);
  return { kind: "once", zone, date, time: at };
});

const date = fc
  .integer({ min: -400, max: 1500 })
  .map((away) => new Date(HERE.now + away * DAY).toISOString().slice(0, 10));
const monthDay: fc.Arbitrary<MonthDay> = fc.oneof(
  fc.record({ day: fc.integer({ min: 1, max: 31 }) }),
  fc.record({
    nth: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, -1 as const),
    weekday: day,
  }),
);
const monthlyRule = fc
  .tuple(monthDay, time)
  .map(([on, at]) => ({ kind: "monthly" as const, on, zone, time: at }));
const intervalRule = fc
  .tuple(fc.integer({ min: 1, max: 100 }), fc.constantFrom("hour", "day", "week", "month"), date, time)
  .map(([count, unit, from, at]) => ({ kind: "interval" as const, unit, count, from, zone, time: at }));
const repeatingRule = fc
  .tuple(fc.oneof(weeklyRule, monthlyRule, intervalRule), fc.option(fc.integer({ min: 1, max: 5_000_000 })))
  .map(([rule, minutes]) =>
    minutes === null ? rule : ({ ...rule, until: HERE.now + minutes * MINUTE } as Rule),
  );

const at18 = (date: string) => ({ kind: "wall", rules: [{ kind: "once", zone, date, time: "18:00" }] });
/** What says an instant says it on the wall: not an hour that is skipped or comes twice. */
const isOnTheWall = (rule: Rule) => {
  if (rule.kind === "once") {
    const local = Date.parse(`${rule.date}T${rule.time}:00Z`);
    return localOf(zone, instantOf(zone, local)) === local;
  }
  const until = "until" in rule ? rule.until : undefined;
  return until === undefined || instantOf(zone, localOf(zone, until)) === until;
};
const lead = fc.integer({ min: 0, max: 7 * 24 * 60 }).map((minutes) => minutes * MINUTE);

describe.each(phraseLanguages)("a rule's own phrase in %s", (locale) => {
  const read = (typed: string) => readWhen(typed, { ...HERE, locale });

  it("is read as that rule again, on the wall", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(repeatingRule, onceRule).filter(isOnTheWall), async (rule) => {
        expect(await read(phraseOf(rule, locale, zone))).toEqual({ kind: "wall", rules: [rule] });
      }),
      SEEDED,
    );
  });

  it("is read as that rule again with a zone behind it", async () => {
    const there = fc.constantFrom(
      "America/Sao_Paulo",
      "Asia/Tokyo",
      "America/Port-au-Prince",
      "Etc/GMT-2",
      "-03:30",
      "+05:45",
      "UTC",
    );
    await fc.assert(
      fc.asyncProperty(weeklyRule, there, async (rule, other) => {
        const far = { ...rule, zone: other } as Rule;
        expect(await read(`${phraseOf(far, locale, other)} ${zoneLabel(other)}`)).toEqual({
          kind: "wall",
          rules: [far],
        });
      }),
      SEEDED,
    );
  });

  it("is read as that rule again, before a start, an end or a reset", async () => {
    const things = fc.constantFrom("milestone:5", "reset:day", "reset:week");
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("start", "end"), lead, things, async (edge, leadMs, thing) => {
        const rule = { kind: "dated", thing, edge, leadMs } as const;
        const period = thing === "reset:day" ? DAY : 7 * DAY;
        const after = leadMs > period / 2 && leadMs < period ? leadMs - period : leadMs;
        const expected = thing.startsWith("reset")
          ? { kind: "reset", every: thing.slice(6), leadMs: after }
          : { kind: "edge", edge, leadMs };
        expect(await read(phraseOf(rule, locale, zone))).toEqual(expected);
      }),
      SEEDED,
    );
  });

  it("is read again where it counts from now", async () => {
    const lengths = fc.oneof(
      fc.integer({ min: 1, max: 59 }).map((seconds) => seconds * 1000),
      fc.integer({ min: 1, max: 20 * 24 * 60 }).map((minutes) => minutes * MINUTE),
    );
    await fc.assert(
      fc.asyncProperty(lengths, async (ms) => {
        expect(await read(fromNowPhrase(ms, locale))).toEqual({ kind: "in", ms });
      }),
      SEEDED,
    );
  });

  it("is read again for today, for tomorrow and for what is new", async () => {
    expect(await read(dayPhrase("today", "18:00", locale))).toEqual(at18("2026-11-21"));
    expect(await read(dayPhrase("tomorrow", "18:00", locale))).toEqual(at18("2026-11-22"));
    for (const what of ["new-entries", "session"] as const) {
      const phrase = phraseOf({ kind: "watch", what }, locale, zone);
      expect(await read(phrase)).toEqual({ kind: "news" });
    }
  });
});

it.each([
  ["en", "every Monday, Wednesday, and Friday 20:00 until 2026-12-25"],
  ["de", "jeden Montag, Mittwoch und Freitag 20:00 bis 2026-12-25"],
  ["ja", "2026-12-25まで毎週月曜日、水曜日、金曜日 20:00"],
  ["pt-BR", "toda segunda, toda quarta e toda sexta às 20:00 até 2026-12-25"],
])("lists days, and says the last one, as %s does: %s", (language, phrase) => {
  const until = instantOf(zone, Date.UTC(2026, 11, 26));
  expect(phraseOf({ kind: "weekly", zone, days: [1, 3, 5], time: "20:00", until }, language, zone)).toBe(
    phrase,
  );
});

it("says from when before it says until when, where both stand ahead", () => {
  const until = instantOf(zone, Date.UTC(2026, 11, 26));
  const common = {
    kind: "interval",
    unit: "week",
    count: 2,
    from: "2026-11-27",
    zone,
    time: "20:00",
  } as const;
  expect(phraseOf({ ...common, until }, "ja", zone)).toBe("2026-11-27 20:00から2026-12-25まで2週間ごと");
});

it("says an instant in the reader's zone, and never makes it earlier", () => {
  const rule = onceAt(HERE.now + 20 * MINUTE + 1);
  expect(rule).toEqual({ kind: "once", zone: "UTC", date: "2026-11-21", time: "06:20:01" });
  expect(phraseOf(rule, "en", "Europe/Berlin")).toBe("2026-11-21 07:20");
});

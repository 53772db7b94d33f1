import { z } from "zod";

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/duration.ts";
import { instantOf, localOf } from "../base/wall-time.ts";

const weekdaySchema = z.literal([0, 1, 2, 3, 4, 5, 6]);
const nthSchema = z.literal([1, 2, 3, 4, -1]);
const monthDaySchema = z.union([
  z.object({ day: z.number() }),
  z.object({ nth: nthSchema, weekday: weekdaySchema }),
]);
const unitSchema = z.enum(["hour", "day", "week", "month"]);

/** A wall-clock time, `HH:MM` or `HH:MM:SS`, in an IANA zone. */
export const wallTime = { zone: z.string(), time: z.string() };
/** `until`: milliseconds since 1970; every slot is before it. */
const repeated = { ...wallTime, until: z.number().optional() };

export const repeatingSchema = z.discriminatedUnion("kind", [
  /** On these days of the week; daily when empty. */
  z.object({ kind: z.literal("weekly"), days: z.array(weekdaySchema).readonly(), ...repeated }),
  z.object({ kind: z.literal("monthly"), on: monthDaySchema, ...repeated }),
  /** Every so many hours, days, weeks or months from this `YYYY-MM-DD`. Hours are elapsed time. */
  z.object({
    kind: z.literal("interval"),
    unit: unitSchema,
    count: z.number(),
    from: z.string(),
    ...repeated,
  }),
]);

/** A rule that repeats by the clock. */
export type Repeating = z.output<typeof repeatingSchema>;
/** Sunday is 0, as in cron. */
export type Weekday = z.output<typeof weekdaySchema>;
/** The week of a month; -1 is the last. */
export type Nth = z.output<typeof nthSchema>;
/** A day of every month: by number (the last day in shorter months) or by weekday. */
export type MonthDay = z.output<typeof monthDaySchema>;
export type IntervalUnit = z.output<typeof unitSchema>;

/** How often, without the time of day and the first day. */
export type Frequency =
  /** Daily where `days` is empty; undefined: weekly, on the weekday of the first date. */
  | { readonly kind: "weekly"; readonly days: readonly Weekday[] | undefined }
  | { readonly kind: "monthly"; readonly on?: MonthDay | undefined }
  | { readonly kind: "interval"; readonly unit: IntervalUnit; readonly count: number };

/** From before today, since a time may have moved past midnight, to a week ahead. */
const AROUND = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8];
const NEAR = AROUND.slice(0, 4);

/** Yields the instants around `near`: from before it forward, or from after it back where `step` is -1. */
export function* instantsNear(rule: Repeating, near: number, step: 1 | -1): Generator<number> {
  const { zone, time } = rule;
  if (rule.kind === "interval" && rule.unit === "hour") {
    const first = instantOf(zone, dayOf(rule.from) + timeOf(time));
    const length = rule.count * HOUR_MS;
    const indices = indicesFrom(Math.floor((near - first) / length), step);
    yield* indices.map((index) => first + index * length);
    return;
  }
  for (const day of daysNear(rule, dayAt(zone, near), step)) yield instantOf(zone, day + timeOf(time));
}

/** Yields days as midnight UTC. */
function daysNear(rule: Repeating, today: number, step: 1 | -1): readonly number[] {
  switch (rule.kind) {
    case "weekly": {
      const wanted: readonly number[] = rule.days;
      const days = AROUND.map((away) => today + away * step * DAY_MS);
      return wanted.length === 0 ? days : days.filter((day) => wanted.includes(new Date(day).getUTCDay()));
    }
    case "monthly":
      return NEAR.map((away) => dayInMonth(monthOf(today) + away * step, rule.on));
    case "interval": {
      const from = dayOf(rule.from);
      if (rule.unit === "month") {
        const on = { day: new Date(from).getUTCDate() };
        const indices = indicesFrom(Math.floor((monthOf(today) - monthOf(from)) / rule.count), step);
        return indices.map((index) => dayInMonth(monthOf(from) + index * rule.count, on));
      }
      const length = rule.count * (rule.unit === "week" ? 7 : 1) * DAY_MS;
      return indicesFrom(Math.floor((today - from) / length), step).map((index) => from + index * length);
    }
  }
}

/** None is before the first. */
function indicesFrom(index: number, step: 1 | -1): readonly number[] {
  const start = step === 1 ? Math.max(0, index) : index;
  return NEAR.map((away) => start + away * step).filter((one) => one >= 0);
}

/** Months since the year 0. */
export function monthOf(day: number): number {
  const date = new Date(day);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Returns midnight UTC of a day in a month counted by `monthOf`. */
export function dayInMonth(month: number, on: MonthDay): number {
  const year = Math.floor(month / 12);
  const last = new Date(Date.UTC(year, (month % 12) + 1, 0));
  const dayAt = (day: number) => Date.UTC(year, month % 12, day);
  if ("day" in on) return dayAt(Math.min(on.day, last.getUTCDate()));
  if (on.nth === -1) return dayAt(last.getUTCDate() - ((last.getUTCDay() - on.weekday + 7) % 7));
  const away = (on.weekday - new Date(dayAt(1)).getUTCDay() + 7) % 7;
  return dayAt(1 + away + (on.nth - 1) * 7);
}

/** Returns a day so many months later, both as midnight UTC: the same day of the month, or its last. */
export function monthsAfter(from: number, months: number, day = new Date(from).getUTCDate()): number {
  return dayInMonth(monthOf(from) + months, { day });
}

/** Returns the current day in a zone as midnight UTC. */
export function dayAt(zone: string, instant: number): number {
  return Math.floor(localOf(zone, instant) / DAY_MS) * DAY_MS;
}

/** Returns a `YYYY-MM-DD` as midnight UTC. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Returns `HH:MM` or `HH:MM:SS` as milliseconds since midnight. */
export function timeOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000;
}

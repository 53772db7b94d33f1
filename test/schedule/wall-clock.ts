import { Temporal } from "temporal-polyfill";

import type { MonthDay } from "../../src/schedule/repeating.ts";
import { HOUR } from "../support/time.ts";
import { nextSlot, type Rule } from "../../src/schedule/next-slot.ts";

export interface Transition {
  readonly zone: string;
  readonly at: number;
}

/** Every change of the offset of these zones in 2026 to 2036. */
export function* transitions(zones: readonly string[]): Generator<Transition> {
  for (const zone of zones) {
    let at = Temporal.Instant.from("2026-01-01T00:00:00Z").toZonedDateTimeISO(zone);
    for (;;) {
      const next = at.getTimeZoneTransition("next");
      if (next === null || next.epochMilliseconds >= Date.UTC(2037, 0, 1)) break;
      yield { zone, at: next.epochMilliseconds };
      at = next;
    }
  }
}

/** The written rule by another library: the first instant of a local time, or the end of the gap it lies in. */
function instantOf(zone: string, date: Temporal.PlainDate, time: string): number {
  const local = date.toPlainDateTime(Temporal.PlainTime.from(time));
  const earlier = local.toZonedDateTime(zone, { disambiguation: "earlier" });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  return earlier.getTimeZoneTransition("next")?.epochMilliseconds ?? Number.NaN;
}

/** The first instant after another of a rule for days or hours, by another library and one after the other. */
export function nextByTemporal(rule: Rule, after: number): number | undefined {
  for (const at of instantsOf(rule)) if (at > after) return at;
  return undefined;
}

function* instantsOf(rule: Rule): Generator<number> {
  if (rule.kind !== "interval" && rule.kind !== "monthly") return;
  const { zone, time } = rule;
  const from = Temporal.PlainDate.from(rule.kind === "interval" ? rule.from : "2026-01-01");
  for (let index = 0; ; index += 1) {
    if (rule.kind === "monthly") {
      const first = from.add({ months: index });
      yield instantOf(zone, dayOf(first, rule.on), time);
    } else if (rule.unit === "hour") {
      yield instantOf(zone, from, time) + index * rule.count * HOUR;
    } else {
      yield instantOf(zone, from.add({ [`${rule.unit}s`]: index * rule.count }), time);
    }
  }
}

function dayOf(first: Temporal.PlainDate, on: MonthDay): Temporal.PlainDate {
  if ("day" in on) return first.with({ day: on.day }, { overflow: "constrain" });
  const all = Array.from({ length: first.daysInMonth }, (_, away) => first.add({ days: away }));
  const days = all.filter((day) => day.dayOfWeek % 7 === on.weekday);
  return days.at(on.nth === -1 ? -1 : on.nth - 1) ?? first;
}

/** Local times around a transition: before, inside and after the gap or the repeated time. */
function timesAround({ zone, at }: Transition): readonly string[] {
  const before = Temporal.Instant.fromEpochMilliseconds(at - 1).toZonedDateTimeISO(zone);
  const after = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const edges = [before.toPlainTime(), after.toPlainTime()];
  const near = edges.flatMap((edge) => [-61, -30, -1, 0, 1, 30, 61].map((minutes) => edge.add({ minutes })));
  return [...new Set(near.map((time) => time.toString().slice(0, 5)))];
}

/** Slots of daily rules in the four days around a transition that are not the ones the written rule gives. */
export function wrongSlots(transition: Transition): { readonly slots: number; readonly wrong: number } {
  const { zone, at } = transition;
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  let slots = 0;
  let wrong = 0;
  for (const time of timesAround(transition)) {
    const wanted = [-2, -1, 0, 1, 2].map((days) => instantOf(zone, today.add({ days }), time));
    const first = wanted[0] ?? 0;
    const rule: Rule = { kind: "weekly", zone, time, days: [] };
    const found = [first];
    for (const _ of wanted.slice(1)) found.push(nextSlot(rule, found.at(-1) ?? 0)?.at ?? Number.NaN);
    slots += wanted.length - 1;
    wrong += wanted.filter((slot, index) => slot !== found[index]).length;
    const once: Rule = { kind: "once", zone, time, date: today.toString() };
    slots += 1;
    if (nextSlot(once, first)?.at !== wanted[2] || nextSlot(once, wanted[2] ?? 0) !== undefined) wrong += 1;
  }
  return { slots, wrong };
}

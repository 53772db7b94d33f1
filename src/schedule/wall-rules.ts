import { DAY_MS } from "../base/duration.ts";
import { instantOf } from "../base/wall-time.ts";
import type { Wall } from "./read-wall.ts";
import { dayAt, timeOf } from "./repeating.ts";
import type { Here, WallRule, When, WhenRefusal } from "./when.ts";

export const FURTHEST_MS = 5 * 366 * DAY_MS;
/** The hours offered where none was given, by part of the day. */
const HOURS = {
  morning: [8, 9, 10, 11],
  afternoon: [14, 15, 16, 17],
  evening: [19, 20, 21, 22, 23],
  any: [9, 18, 20, 21, 22, 23],
} as const;
const MOST_CHOICES = 3;
/** With what the text leaves open besides: a row of buttons has room for no more. */
const MOST_OF_ALL = 4;

/** Returns a choice among what was read; a refusal where something was not, but for what is past. */
export function oneOf(all: readonly (When | WhenRefusal)[]): When | WhenRefusal {
  const ahead = all.filter((one) => one !== "past");
  const refused = ahead.find((one) => typeof one === "string");
  const found = ahead.filter((one) => typeof one === "object");
  if (refused !== undefined || found.length === 0) return refused ?? "past";
  const each = Math.max(1, Math.floor(MOST_OF_ALL / found.length));
  const walls = found.flatMap((one) => (one.kind === "wall" && one.untilEnd !== true ? [one.rules] : []));
  if (walls.length < found.length) return { kind: "either", of: found };
  const [first, ...others] = distinct(walls.flatMap((rules) => rules.slice(0, each)).slice(0, MOST_OF_ALL));
  return first === undefined ? "past" : { kind: "wall", rules: [first, ...others] };
}

function distinct(rules: readonly WallRule[]): readonly WallRule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

/** Returns the rule at each time that was given, or at three where none was. */
export function atTimes(
  wall: Wall,
  ruleAt: (time: string, night: number) => WallRule | undefined,
  { now }: Here,
): When | WhenRefusal {
  const times = wall.times ?? hoursAbout(wall.about);
  const byDate = (one: WallRule, other: WallRule) => firstDate(one).localeCompare(firstDate(other));
  const nights = wall.nights.flatMap((night) => times.map((time) => ruleAt(time, night)));
  const rules = distinct(nights.filter((rule) => rule !== undefined));
  // What comes once may still come today; what repeats has its usual hours.
  const nearest = rules[0]?.kind === "once" ? rules.toSorted(byDate) : rules;
  const [first, ...others] = nearest.slice(0, MOST_CHOICES).toSorted(byDate);
  if (first === undefined) return "past";
  const date = firstDate(first);
  if (date !== "" && Date.parse(date) - now > FURTHEST_MS) return "too-far";
  return { kind: "wall", rules: [first, ...others] };
}

/** Returns the first date as text; empty for days of the week or month. */
function firstDate(rule: WallRule): string {
  return rule.kind === "once" ? rule.date : rule.kind === "interval" ? rule.from : "";
}

function hoursAbout(hour: number): readonly string[] {
  const part = hour === 12 ? "any" : hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
  return HOURS[part].map((one) => `${String(one).padStart(2, "0")}:00`);
}

export function nextDays({ zone, now }: Here): readonly number[] {
  const today = dayAt(zone, now);
  return [today, today + DAY_MS, today + 2 * DAY_MS];
}

/** Returns the first of these days on which the time is still to come. */
export function soonest(days: readonly number[], time: string, { zone, now }: Here): number | undefined {
  return days.find((day) => instantOf(zone, day + timeOf(time)) > now);
}

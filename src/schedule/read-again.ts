import { DAY_MS } from "../base/duration.ts";
import { instantOf, localOf } from "../base/wall-time.ts";
import { dateText } from "./english/days.ts";
import { english } from "./english/grammar.ts";
import type { Repetition } from "./english/repetition.ts";
import { readWall, type Wall, weekdayOf } from "./read-wall.ts";
import { dayAt, type Frequency, type Repeating, timeOf, type Weekday } from "./repeating.ts";
import { atTimes, nextDays, oneOf, soonest } from "./wall-rules.ts";
import type { Here, When, WhenRefusal } from "./when.ts";

/** Returns the rules of what comes again, or why there are none. */
export async function readAgain({ often, rest, until }: Repetition, here: Here): Promise<When | WhenRefusal> {
  const wall = await readWall(english.fillers.has(rest) ? "" : rest, here);
  if (typeof wall === "string") return wall;
  const end = until === undefined || until === "end" ? undefined : await readEnd(until, here);
  if (typeof end === "string") return end;
  const meant = oftenOf(often, wall);
  const isHourly = often.kind === "interval" && often.unit === "hour";
  const timed = isHourly && wall.days === undefined && wall.times === undefined ? sinceNow(wall, here) : wall;
  const all = meant.map((one) =>
    atTimes(timed, (time, night) => again(one, time, { wall: timed, night, here, end }), here),
  );
  const when = all.length > 1 ? oneOf(all) : (all[0] ?? "unknown");
  return typeof when === "object" && when.kind === "wall" && until === "end"
    ? { ...when, untilEnd: true }
    : when;
}

/** Returns when the repetition ends: at this time, or on this day. */
async function readEnd(text: string, here: Here): Promise<number | WhenRefusal> {
  const wall = await readWall(text, here);
  if (typeof wall === "string") return wall;
  const [time, other] = wall.times ?? [];
  if (other !== undefined) return "unknown";
  const day = soonest(wall.days ?? nextDays(here), time ?? "23:59:59", here);
  if (day === undefined) return "past";
  return instantOf(here.zone, time === undefined ? day + DAY_MS : day + timeOf(time));
}

/**
 * Returns how often it may be. A weekday beside days that are counted holds for the first one alone: then each of the two
 * may be meant. None where both a first day and days of the week or month were named.
 */
function oftenOf(often: Frequency, { days, isWeekday }: Wall): readonly Frequency[] {
  const first = days?.[0];
  if (first === undefined) return [often];
  const weekly: Frequency = { kind: "weekly", days: [weekdayOf(first)] };
  if (often.kind === "interval") {
    if (isWeekday !== true || often.unit === "week") return [often];
    if (often.unit !== "day") return [];
    return often.count % 7 === 0 ? [{ ...often, unit: "week", count: often.count / 7 }] : [often, weekly];
  }
  if (often.kind === "weekly") {
    if ((often.days ?? []).length > 0) return [];
    return isWeekday === true && often.days !== undefined ? [often, weekly] : [often];
  }
  if (often.on !== undefined) return [];
  return isWeekday === true
    ? [{ kind: "monthly", on: { nth: 1, weekday: weekdayOf(first) } }, weekly]
    : [often];
}

/** An interval of hours without a first time counts from now. */
function sinceNow(wall: Wall, { now, zone }: Here): Wall {
  const [, time = ""] = new Date(localOf(zone, now)).toISOString().split("T");
  return { ...wall, days: [dayAt(zone, now)], times: [time.slice(0, 5)] };
}

interface Beginning {
  readonly wall: Wall;
  /** 1 in the night after the days. */
  readonly night: number;
  readonly here: Here;
  readonly end: number | undefined;
}

function again(often: Frequency, time: string, { wall, night, here, end }: Beginning): Repeating | undefined {
  const { zone } = here;
  const days = wall.days?.map((day) => day + night * DAY_MS);
  const first = days?.length === 1 ? days[0] : soonest(days ?? nextDays(here), time, here);
  if (first === undefined) return undefined;
  const common = { zone, time, ...(end !== undefined && { until: end }) };
  if (often.kind === "interval") return { ...often, from: dateText(first), ...common };
  if (often.kind === "weekly" && (often.days ?? []).length > 0) {
    const nights = often.days?.map((day) => ((day + night) % 7) as Weekday).sort((a, b) => a - b) ?? [];
    return { kind: "weekly", days: nights, ...common };
  }
  if (days !== undefined && !(often.kind === "monthly" && often.on !== undefined)) {
    const unit = often.kind === "monthly" ? "month" : often.days === undefined ? "week" : "day";
    return { kind: "interval", unit, count: 1, from: dateText(first), ...common };
  }
  if (often.kind === "weekly") return { kind: "weekly", days: often.days ?? [weekdayOf(first)], ...common };
  const on = often.on ?? { day: new Date(first).getUTCDate() };
  // The day after a month's first Friday may be its second Saturday, and that after its last the first.
  if (night === 1 && (!("day" in on) || on.day > 27)) return undefined;
  return { kind: "monthly", on: night === 1 && "day" in on ? { day: on.day + 1 } : on, ...common };
}

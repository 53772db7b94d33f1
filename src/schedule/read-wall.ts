import type { Chrono } from "chrono-node/en";

import { DAY_MS } from "../base/duration.ts";
import { MONTH } from "./english/days.ts";
import { english } from "./english/grammar.ts";
import { nameMonths } from "./english/number-dates.ts";
import { dayAt, type Weekday } from "./repeating.ts";
import type { Here, WhenRefusal } from "./when.ts";

/** Whether a clock time belongs to the day that was named or to the night after it; both where that is open. */
type Nights = readonly (0 | 1)[];

const END_OF_DAY = /\b(?:at 24|24:00|24 ?(?:oclock|uhr|h))(?![\d:])/;
const LATE =
  /\b(?:(?:(?:on|in|at) )?nights?|(tonight)) (?:at )?(12|[1-4]|5(?<!tonight (?:at )?5))(:\d{2})?(?: ?am)?$/;
const LATE_FIRST = /^(?:at )?(12|[1-4])(:\d{2})?(?: ?am)? tonight$/;
const MIDNIGHT = /\b(?:at )?midnight\b/;
const OF_TODAY = /\b(?:today|tonight)\b/;
const ZERO = /\b0{1,2}:00\b|\b12(?::00)? ?am\b/;

/** Takes what is after midnight, and still called that day, from a text. */
function takeNight(text: string): { readonly text: string; readonly nights: Nights } {
  if (END_OF_DAY.test(text)) return { text: asToday(text.replace(END_OF_DAY, "0:00")), nights: [1] };
  const late = text
    .replace(
      LATE,
      (_, tonight = "", hour: string, minutes = "") => `${tonight && "today "}at ${hour}${minutes} am`,
    )
    .replace(LATE_FIRST, (_, hour: string, minutes = "") => `today at ${hour}${minutes} am`);
  if (late !== text) return { text: late, nights: [1] };
  if (MIDNIGHT.test(text)) return { text: asToday(text.replace(MIDNIGHT, "0:00")), nights: [0, 1] };
  // Its beginning is past.
  return ZERO.test(text) && OF_TODAY.test(text)
    ? { text: asToday(text), nights: [0, 1] }
    : { text, nights: [0] };
}

function asToday(text: string): string {
  return text.replace(/\btonight\b/, "today");
}

export interface Wall {
  /** The possible days, soonest first, as midnight UTC; undefined where none was given. */
  readonly days?: readonly number[];
  /** Whether the day was said as one of the week alone. */
  readonly isWeekday?: boolean;
  /** Each `HH:MM` or `HH:MM:SS`: two where the half of the day is open; undefined where none was given. */
  readonly times?: readonly string[];
  /** Whether the time is on these days or in the night after them. */
  readonly nights: Nights;
  /** The hour that "morning" or "tonight" means; 12 where neither was said. */
  readonly about: number;
}

type ParsedResult = ReturnType<Chrono["parse"]>[number];
type ParsedComponents = ParsedResult["start"];

const NOON_MS = DAY_MS / 2;
const SPOKEN = /\b(?:half past|(?:quarter|\d{1,2} minutes?) (?:past|to)) (?:[1-9]|1[01])(?!\d)/;
const NEXT = /\b(?:next|week)\b/;
const CLOCK_LIKE = /\d[:.]\d|\d ?[ap]m\b/;
const DATE_LIKE = new RegExp(`\\d{4}-\\d|\\d\\/\\d|\\d (?:of )?${MONTH}|\\b${MONTH} \\d`);
const NO_MONTH = /\b\d{4}-(?:1[3-9]|[2-9]\d)\b/;
const HOUR_ALONE = /\bat [1-9]\d?(?![\d:.-]| ?[ap]m)/;
const PART = /\b(?:morning|afternoon|evening|night|tonight)\b/;
const MERIDIEM = /\d ?[ap]m\b/;
const YEARS_AHEAD = 9;

/**
 * Reads a wall-clock time with chrono-node, if it understands all of the text. Its zone offsets are ignored: the zone
 * is `here`'s.
 */
export async function readWall(text: string, here: Here): Promise<Wall | WhenRefusal> {
  if (text === "") return { about: 12, nights: [0] };
  const today = dayAt(here.zone, here.now);
  const named = nameMonths(text, undefined);
  if (named === undefined) return "ambiguous-date";
  const { text: clock, nights } = takeNight(named);
  const spelt = english.spell(clock, today);
  const refused = english.refuse(spelt);
  if (refused !== undefined) return refused;
  const wall = await readSpelt(spelt, { today, isOpen: SPOKEN.test(clock) });
  return typeof wall === "string" ? wall : atNight({ ...wall, nights }, today, text);
}

/** "saturday night at 2" may be said after midnight. */
function atNight(wall: Wall, today: number, text: string): Wall {
  const [first] = wall.days ?? [];
  const isTonight = wall.nights.includes(1) && first === today + 6 * DAY_MS && !NEXT.test(text);
  return isTonight ? { ...wall, days: [today - DAY_MS, ...(wall.days ?? [])] } : wall;
}

interface Spelt {
  readonly today: number;
  /** Whether the half of the day is open, though minutes were said. */
  readonly isOpen: boolean;
}

async function readSpelt(
  spelt: string,
  { today, isOpen }: Spelt,
): Promise<Omit<Wall, "nights"> | WhenRefusal> {
  // Loading it takes longer than everything else here.
  const { casual } = await import("chrono-node/en");
  const parse = (day: number) => casual.parse(spelt, { instant: new Date(day + NOON_MS), timezone: 0 });
  const whole = (results: readonly ParsedResult[]) => results.length > 0 && isWhole(spelt, results);
  const found = parse(today);
  if (whole(found)) return NO_MONTH.test(spelt) ? "not-a-date" : wallOf(found, { today, isOpen });
  // chrono-node refuses February 29 in other years.
  const leap = parse(nextLeapDay(today));
  if (whole(leap) && leap.some(({ start }) => start.get("month") === 2 && start.get("day") === 29)) {
    return wallOf(leap, { today, isOpen });
  }
  return refusalOf(spelt, found);
}

function isWhole(text: string, results: readonly ParsedResult[]): boolean {
  let rest = text;
  for (const { text: part } of results) rest = rest.replace(part, " ");
  return rest.split(/[ ,]+/).every((word) => word === "" || english.fillers.has(word));
}

function refusalOf(text: string, found: readonly ParsedResult[]): WhenRefusal {
  const rest = found.reduce((left, { text: part }) => left.replace(part, " "), text);
  if (DATE_LIKE.test(rest)) return "not-a-date";
  return CLOCK_LIKE.test(rest) ? "not-a-time" : "unknown";
}

/** Combines results: a day in one place, a time in another. */
function wallOf(
  results: readonly ParsedResult[],
  { today, isOpen }: Spelt,
): Omit<Wall, "nights"> | WhenRefusal {
  // An offset means a length from now or an unknown zone, which is no wall-clock time.
  if (results.some(({ start, end }) => end !== null || start.isCertain("timezoneOffset"))) return "unknown";
  if (results.some(losesDay)) return "unknown";
  const dated = results.filter(({ start }) => isDated(start));
  const timed = results.filter(({ start }) => start.isCertain("hour"));
  if (dated.length > 1 || timed.length > 1) return "unknown";
  const hours = results.map(({ start }) => start.get("hour") ?? 12);
  const about = hours.find((hour) => hour !== 12) ?? 12;
  const [day] = dated;
  const days = day === undefined ? undefined : daysOf(day.start, today);
  if (typeof days === "string") return days;
  const [time] = timed;
  return {
    about,
    ...(days !== undefined && { days, isWeekday: day?.start.isCertain("day") === false }),
    ...(time !== undefined && { times: timesOf(time, isOpen) }),
  };
}

/** chrono-node reads all of "evening of dec 24", and keeps nothing of it. */
function losesDay({ start, text }: ParsedResult): boolean {
  return !isDated(start) && english.namesDay(text);
}

function isDated(start: ParsedComponents): boolean {
  return (["day", "weekday", "month", "year"] as const).some((part) => start.isCertain(part));
}

function daysOf(start: ParsedComponents, today: number): readonly number[] | WhenRefusal {
  const [year, month, day] = [start.get("year") ?? 0, start.get("month") ?? 1, start.get("day") ?? 1];
  const said = Date.UTC(year, month - 1, day);
  if (start.isCertain("weekday") && !start.isCertain("day")) {
    return [said, said + 7 * DAY_MS, said + 14 * DAY_MS];
  }
  const thisYear = new Date(today).getUTCFullYear();
  const years = Array.from({ length: YEARS_AHEAD }, (_, index) => thisYear + index);
  const isWholeDate = start.isCertain("year") || !start.isCertain("month");
  const real = years
    .map((one) => Date.UTC(one, month - 1, day))
    .filter((one) => new Date(one).getUTCDate() === day);
  const days = isWholeDate ? [said] : real.filter((one) => one >= today);
  const [next = today] = days;
  const weekday = start.isCertain("weekday") ? start.get("weekday") : null;
  return weekday === null || weekday === weekdayOf(next) ? days : "not-a-date";
}

/** "at 8" may be in the evening; "8:00" is not. */
function timesOf({ start, text }: ParsedResult, isSpoken: boolean): readonly string[] {
  const hour = start.get("hour") ?? 0;
  const isHalved = PART.test(text) || (start.isCertain("meridiem") && MERIDIEM.test(text));
  const isOpen = (isSpoken || HOUR_ALONE.test(text)) && !isHalved;
  const time = timeText(start);
  return isOpen && hour > 0 && hour < 12 ? [time, `${hour + 12}${time.slice(2)}`] : [time];
}

function timeText(start: ParsedComponents): string {
  const parts = [start.get("hour"), start.get("minute"), start.get("second")].map((part) =>
    String(part ?? 0).padStart(2, "0"),
  );
  return parts.slice(0, parts[2] === "00" ? 2 : 3).join(":");
}

function nextLeapDay(today: number): number {
  let year = new Date(today).getUTCFullYear();
  while (new Date(Date.UTC(year, 1, 29)).getUTCMonth() !== 1) year += 1;
  return Date.UTC(year, 1, 1);
}

/** Returns the weekday of a midnight UTC. */
export function weekdayOf(day: number): Weekday {
  return new Date(day).getUTCDay() as Weekday;
}

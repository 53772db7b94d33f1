import { DAY_MS } from "../../base/duration.ts";
import { dayInMonth, monthOf, monthsAfter, type Nth, type Weekday } from "../repeating.ts";
import { numberOf } from "./duration.ts";

export const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
export const DAY_NAMES = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
export const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Any month. */
export const MONTH = `(?:${MONTHS.join("|")})[a-z]*`;
/** Any day of the week. */
export const WEEKDAY = "(?:sun|mon(?!th)|tue|wed|thu|fri|sat)[a-z]*";
/** The week of a month; -1 is the last. */
export const NTHS: Readonly<Record<string, Nth>> = {
  first: 1,
  "1st": 1,
  second: 2,
  "2nd": 2,
  third: 3,
  "3rd": 3,
  fourth: 4,
  "4th": 4,
  last: -1,
};
export const NTH = `(${Object.keys(NTHS).join("|")})`;
const ORDINAL = "(\\d{1,2})(?:st|nd|rd|th)";

const HOLIDAYS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:new years? eve (?:at )?midnight|midnight (?:(?:on|of) )?new years? eve)\b/, "jan 1 0:00"],
  [/\b(?:christmas|xmas) eve\b/, "dec 24"],
  [/\b(?:christmas|xmas)(?: day)?\b/, "dec 25"],
  [/\bnew years? eve\b/, "dec 31"],
  [/\bnew years?(?: day)?\b/, "jan 1"],
  [/\bhalloween\b/, "oct 31"],
  [/\bvalentines(?: day)?\b/, "feb 14"],
];

/** "on the 25th", without a month. */
const DAY_ALONE = new RegExp(`(?<!${MONTH} )\\b${ORDINAL}\\b(?! (?:of )?${MONTH})`);
const OF_NEXT_MONTH = new RegExp(`\\b${ORDINAL} (?:of )?next month\\b`);
const MONTHS_AWAY = /\b(?:in ([a-z]+|\d{1,4})|next) (month|year)s?\b/;
const WEEKS_FROM = new RegExp(`\\b([a-z]+|\\d{1,3}) weeks? from (today|tomorrow|${WEEKDAY})\\b`);
const AFTER_NEXT = /\b(?:the )?(week|month) after next\b/;
const WEEK_AFTER_NEXT = new RegExp(
  `\\b(?:week after next (?:on )?(${WEEKDAY})|(${WEEKDAY}) (?:(?:in|of) )?week after next)\\b`,
);
const NTH_OF_MONTH = new RegExp(
  `\\b${NTH} (${WEEKDAY}|day) (?:(?:of|in) )?(?:(${MONTH})|m(\\d{1,2})|((?:this|next) (?:month|year)))(?! \\d{1,2}(?![\\d:]| ?[ap]m))(?: (\\d{4}))?\\b`,
);
const THIS_WEEKEND = /\b(?:(?<!next )|this )weekend\b/;

export function nameHolidays(text: string): string {
  return HOLIDAYS.reduce((before, [pattern, by]) => before.replace(pattern, by), text);
}

/** Rewrites days that chrono-node doesn't know or gets wrong. `today`: midnight UTC. */
export function spellDays(text: string, today: number): string {
  const nextMonth = (day: number) => monthsAfter(today, 1, day);
  return text
    .replace(NTH_OF_MONTH, (whole, ...found) => dateText(nthOfMonth(found, today)) ?? whole)
    .replace(WEEK_AFTER_NEXT, (_, one = "", other = "") => dateText(dayOfWeek(one + other, 2, today)) ?? "")
    .replace(AFTER_NEXT, (_, unit) => (unit === "week" ? "in 2 weeks" : "in 2 months"))
    .replace(OF_NEXT_MONTH, (whole, day) => dateText(nextMonth(Number(day))) ?? whole)
    .replace(MONTHS_AWAY, (whole, count, unit) => dateText(monthsAway(count, unit, today)) ?? whole)
    .replace(WEEKS_FROM, (whole, count, day) => dateText(weeksFrom(count, day, today)) ?? whole)
    .replace(THIS_WEEKEND, new Date(today).getUTCDay() === 0 ? "today" : "this weekend")
    .replace(DAY_ALONE, (whole, day) => dateText(nextDay(Number(day), today)) ?? whole);
}

/** Of a month without a year, the next one that has that day still ahead. */
function nthOfMonth(
  [nth = "", name = "", month, number, relative, year]: readonly (string | undefined)[],
  today: number,
): number | undefined {
  const which = NTHS[nth];
  if (which === undefined || (name === "day" && Math.abs(which) !== 1)) return undefined;
  const weekday = DAYS.indexOf(name.slice(0, 3)) as Weekday;
  const on = name === "day" ? { day: which === 1 ? 1 : 31 } : { nth: which, weekday };
  const now = new Date(today);
  if (relative?.endsWith("year") === true) {
    const first = (now.getUTCFullYear() + (relative.startsWith("next") ? 1 : 0)) * 12;
    return dayInMonth(which === -1 ? first + 11 : first, on);
  }
  if (relative !== undefined) return dayInMonth(monthOf(today) + (relative.startsWith("next") ? 1 : 0), on);
  const index = month === undefined ? Number(number) - 1 : MONTHS.indexOf(month.slice(0, 3));
  if (index < 0 || index > 11) return undefined;
  const inYear = (one: number) => dayInMonth(one * 12 + index, on);
  const thisYear = inYear(Number(year ?? now.getUTCFullYear()));
  return year === undefined && thisYear < today ? inYear(now.getUTCFullYear() + 1) : thisYear;
}

/** Returns a day of a week so many weeks on; weeks begin on Monday. */
export function dayOfWeek(name: string, weeks: number, today: number): number {
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  return monday + (((DAYS.indexOf(name.slice(0, 3)) + 6) % 7) + weeks * 7) * DAY_MS;
}

/** A shorter month's last day stands for days it lacks. */
function monthsAway(count: string | undefined, unit: string, today: number): number | undefined {
  const amount = numberOf(count ?? "1");
  return amount === undefined || !Number.isInteger(amount)
    ? undefined
    : monthsAfter(today, amount * (unit === "year" ? 12 : 1));
}

/** The named weekday is never today's, which is called today. */
function weeksFrom(count: string, day: string, today: number): number | undefined {
  const weeks = numberOf(count);
  if (weeks === undefined || !Number.isInteger(weeks)) return undefined;
  const apart = DAYS.indexOf(day.slice(0, 3)) - new Date(today).getUTCDay();
  const away = day === "today" ? 0 : day === "tomorrow" ? 1 : ((apart + 6) % 7) + 1;
  return today + (away + 7 * weeks) * DAY_MS;
}

function nextDay(number: number, today: number): number | undefined {
  const days = Array.from({ length: 62 }, (_, away) => today + away * DAY_MS);
  return days.find((day) => new Date(day).getUTCDate() === number);
}

/** Returns midnight UTC as `YYYY-MM-DD`. */
export function dateText(day: number): string;
export function dateText(day: number | undefined): string | undefined;
export function dateText(day: number | undefined): string | undefined {
  return day === undefined ? undefined : new Date(day).toISOString().slice(0, 10);
}

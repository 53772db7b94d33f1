import { DAY_MS } from "../../base/duration.ts";
import { monthsAfter } from "../repeating.ts";
import { numberOf } from "./duration.ts";

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
/** Any month. */
export const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";
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
const WEEKS_FROM = new RegExp(
  `\\b([a-z]+|\\d{1,3}) weeks? from (today|tomorrow|(?:${DAYS.join("|")})[a-z]*)\\b`,
);
const THIS_WEEKEND = /\b(?:(?<!next )|this )weekend\b/;

/** Rewrites holidays as days of a month. */
export function nameHolidays(text: string): string {
  return HOLIDAYS.reduce((before, [pattern, by]) => before.replace(pattern, by), text);
}

/** Rewrites days that chrono-node doesn't know or gets wrong. `today`: midnight UTC. */
export function spellDays(text: string, today: number): string {
  const nextMonth = (day: number) => monthsAfter(today, 1, day);
  return text
    .replace(OF_NEXT_MONTH, (whole, day) => dateText(nextMonth(Number(day))) ?? whole)
    .replace(MONTHS_AWAY, (whole, count, unit) => dateText(monthsAway(count, unit, today)) ?? whole)
    .replace(WEEKS_FROM, (whole, count, day) => dateText(weeksFrom(count, day, today)) ?? whole)
    .replace(THIS_WEEKEND, new Date(today).getUTCDay() === 0 ? "today" : "this weekend")
    .replace(DAY_ALONE, (whole, day) => dateText(nextDay(Number(day), today)) ?? whole);
}

/** A shorter month's last day stands for days it lacks. */
function monthsAway(count: string | undefined, unit: string, today: number): number | undefined {
  const amount = numberOf(count ?? "one");
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

/** Returns the next day of the month with this number. */
function nextDay(number: number, today: number): number | undefined {
  const days = Array.from({ length: 62 }, (_, away) => today + away * DAY_MS);
  return days.find((day) => new Date(day).getUTCDate() === number);
}

function dateText(day: number | undefined): string | undefined {
  return day === undefined ? undefined : new Date(day).toISOString().slice(0, 10);
}

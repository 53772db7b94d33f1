import type { Frequency, IntervalUnit, Weekday } from "../repeating.ts";
import type { WhenRefusal } from "../when.ts";
import { DAY_NAMES, MONTH, NTH, NTHS, WEEKDAY } from "./days.ts";
import { numberOf } from "./duration.ts";

export interface Repetition {
  readonly often: Frequency;
  /** The rest of the text: a time of day, a first day. */
  readonly rest: string;
  /** "end": until the subject ends. Else a wall-clock time as typed. */
  readonly until?: string | undefined;
}

const WORKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5];
const EVERY_DAY: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6];
const WEEKEND: readonly Weekday[] = [0, 6];
const DAYS: ReadonlyMap<string, readonly Weekday[]> = new Map([
  ...DAY_NAMES.map((name, day) => [name, [day as Weekday]] as const),
  ["weekday", WORKDAYS] as const,
  ["workday", WORKDAYS] as const,
  ["weekend", WEEKEND] as const,
]);
const MONTHS_OF: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const ADVERBS: Readonly<Record<string, Frequency>> = {
  hourly: { kind: "interval", unit: "hour", count: 1 },
  daily: { kind: "weekly", days: [] },
  everyday: { kind: "weekly", days: [] },
  weekly: { kind: "weekly", days: undefined },
  biweekly: { kind: "interval", unit: "week", count: 2 },
  "bi-weekly": { kind: "interval", unit: "week", count: 2 },
  fortnightly: { kind: "interval", unit: "week", count: 2 },
  monthly: { kind: "monthly" },
  quarterly: { kind: "interval", unit: "month", count: 3 },
  yearly: { kind: "interval", unit: "month", count: 12 },
  annually: { kind: "interval", unit: "month", count: 12 },
};

const EVERY = "(?:every|each|once an?|once per)";
const DATE = `(?:${MONTH} \\d{1,2}|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH})(?![\\d:])`;
const MONTHLY = `(?:monthly|${EVERY} month)`;
const OF_MONTH = "(?:of|in) (?:(?:a|each|every) )?month";
const MONTH_DAY = "(\\d{1,2}(?:st|nd|rd|th)|first(?: day)?|last day)";
const UNIT = "(minute|min|m|hour|hr|h|day|d|week|wk|w|fortnight|month|quarter|year)s?";

type Reading = (words: readonly (string | undefined)[]) => Frequency | WhenRefusal;

/** Patterns for how often; the first that matches counts. */
const READINGS: readonly (readonly [RegExp, Reading])[] = [
  [new RegExp(`\\b(?:${EVERY} )?${NTH} (${WEEKDAY}) ${OF_MONTH}\\b`), ofNth],
  [new RegExp(`\\b${MONTHLY} (?:on )?${NTH} (${WEEKDAY})`), ofNth],
  [
    new RegExp(`\\b${EVERY} (?:other|second|2nd) (?=${WEEKDAY})`),
    () => ({ kind: "interval", unit: "week", count: 2 }),
  ],
  [
    new RegExp(`\\b${EVERY} (\\d{1,3}) (?=${WEEKDAY})`),
    ([count]) => ({ kind: "interval", unit: "week", count: Number(count) }),
  ],
  [new RegExp(`\\b${EVERY} ${NTH} (${WEEKDAY})`), ofNth],
  [new RegExp(`\\b(?:${EVERY} )?${MONTH_DAY} ${OF_MONTH}\\b`), onDay],
  [new RegExp(`\\b${MONTHLY} (?:on )?${MONTH_DAY}\\b`), onDay],
  [new RegExp(`\\b${EVERY} (?=${DATE})`), () => ({ kind: "interval", unit: "month", count: 12 })],
  [new RegExp(`\\b${EVERY} (?:1 )?hour and (?:a )?half`), () => "whole-hours"],
  [new RegExp(`\\b${EVERY} (?:(\\d{1,4}(?:\\.\\d)?)(?:nd|rd|th)? ?|([a-z]+) )?${UNIT}\\b`), ofUnit],
  [new RegExp(`\\b${EVERY} (\\d{1,2})(?:st|nd|rd|th)\\b`), onDay],
  [new RegExp(`\\b${EVERY} (?=morning|afternoon|evening|night)`), () => ({ kind: "weekly", days: [] })],
  [new RegExp(`\\b(${Object.keys(ADVERBS).join("|")})\\b`), ([word = ""]) => ADVERBS[word] ?? "unknown"],
];
const PARTS = /\b(?:morning|afternoon|evening|night)s\b/;
const UNTIL = /^(.+?) (?:until|till?) (.+)$/;
const UNTIL_FIRST = /^(?:until|till?) (.+?),? ((?:every|each|daily|hourly|weekly|weekdays?|weekends?)\b.*)$/;
/** "every day until dec 24 at 7am": the hour is that of each day. */
const LAST_DAY_AND_HOUR = /^(.+?) (at .+|\d{1,2}(?::\d{2})? ?[ap]m|\d{1,2}:\d{2})$/;
const EXCEPT =
  /^(.+?),? (?:except|but(?: not)?|excluding|excl|apart from|other than|not)(?: for)?(?: on)? (.+)$/;
const HOUR = /\d|noon|midnight|morning|afternoon|evening|night/;
const END =
  /^(?:(?:it|its|this|that|event|milestone|ritual) ?)?(?:is )?(?:ends?|over|finish(?:es)?|closes?|expires?)$/;

export function readRepetition(text: string): Repetition | WhenRefusal | undefined {
  const ordered = text.replace(UNTIL_FIRST, "$2 until $1");
  const [, head, until] = UNTIL.exec(ordered) ?? [];
  const ending = head === undefined || until === undefined ? undefined : readOften(head);
  if (ending === undefined || until === undefined) return readOften(text);
  if (typeof ending === "string") return ending;
  if (END.test(until)) return { ...ending, until: "end" };
  const isHourly = ending.often.kind === "interval" && ending.often.unit === "hour";
  const [, day, hour] = (!isHourly && !HOUR.test(ending.rest) && LAST_DAY_AND_HOUR.exec(until)) || [];
  return day === undefined || hour === undefined
    ? { ...ending, until }
    : { ...ending, rest: `${ending.rest} ${hour}`.trim(), until: day };
}

function readOften(text: string): Repetition | WhenRefusal | undefined {
  const [, head = "", after = ""] = EXCEPT.exec(text) ?? [];
  const found = head === "" ? undefined : readDaysOften(head);
  if (found === undefined) return readDaysOften(text);
  if (typeof found === "string") return found;
  const { often, rest } = found;
  const without = readDays(after, true);
  if (without === undefined || often.kind !== "weekly" || often.days === undefined) return "unknown";
  const left = without.often.kind === "weekly" ? without.often.days : undefined;
  const days = (often.days.length === 0 ? EVERY_DAY : often.days).filter(
    (day) => left?.includes(day) !== true,
  );
  return days.length === 0
    ? "unknown"
    : { often: { kind: "weekly", days }, rest: `${rest} ${without.rest}`.trim() };
}

function readDaysOften(text: string): Repetition | WhenRefusal | undefined {
  for (const [pattern, read] of READINGS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const often = read(match.slice(1));
    if (typeof often === "string") return often;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim();
    return often.kind === "weekly" && often.days === undefined
      ? (readDays(rest, true) ?? { often, rest })
      : { often, rest };
  }
  return readDays(text, false);
}

function ofNth([nth = "", day = ""]: readonly (string | undefined)[]): Frequency | WhenRefusal {
  const [weekday] = DAYS.get(day.replace(/s$/, "")) ?? DAYS.get(day) ?? [];
  const which = NTHS[nth];
  return weekday === undefined || which === undefined
    ? "unknown"
    : { kind: "monthly", on: { nth: which, weekday } };
}

function onDay([text = ""]: readonly (string | undefined)[]): Frequency | WhenRefusal {
  const day = text.startsWith("first") ? 1 : text === "last day" ? 31 : Number.parseInt(text, 10);
  return day >= 1 && day <= 31 ? { kind: "monthly", on: { day } } : "not-a-date";
}

function ofUnit([digits, word, unit = ""]: readonly (string | undefined)[]): Frequency | WhenRefusal {
  const amount = digits ?? word;
  const count = amount === undefined ? 1 : amount === "other" ? 2 : (NTHS[amount] ?? numberOf(amount));
  if (unit === "hour" && count !== undefined && count > 0 && !Number.isInteger(count))
    return ofMinutes(count * 60);
  if (count === undefined || !Number.isInteger(count) || count < 1) return "unknown";
  if (/^m(?:in|inute)?$/.test(unit)) return ofMinutes(count);
  const months = MONTHS_OF[unit];
  if (months !== undefined) {
    const all = count * months;
    return all === 1 ? { kind: "monthly" } : { kind: "interval", unit: "month", count: all };
  }
  if (unit === "fortnight") return { kind: "interval", unit: "week", count: count * 2 };
  const units: Readonly<Record<string, IntervalUnit>> = { h: "hour", d: "day", w: "week" };
  const known = units[unit.slice(0, 1)] ?? "day";
  if (count > 1 || known === "hour") return { kind: "interval", unit: known, count };
  return { kind: "weekly", days: known === "day" ? [] : undefined };
}

/** "every 90 minutes" is rare enough, and still no rule. */
function ofMinutes(count: number): Frequency | WhenRefusal {
  if (count % 60 === 0) return { kind: "interval", unit: "hour", count: count / 60 };
  return count < 60 ? "often" : "whole-hours";
}

/**
 * Reads days of the week: "mondays", "mon, wed and fri", "mon-fri". A single day repeats only where the text says so.
 */
function readDays(text: string, isEvery: boolean): Repetition | undefined {
  if (/\b(?:this|next|coming) /.test(text)) return undefined;
  const words = text
    .replace(
      /\b(?:from )?([a-z]+) ?(?:-|to|through|until) ?([a-z]+)\b/,
      (whole, from: string, to: string) => rangeOf(from, to) ?? whole,
    )
    .split(/[ ,/]+/)
    .filter((word) => word !== "");
  const days = new Set<Weekday>();
  let isAgain = isEvery;
  const rest = words.filter((word) => {
    const named = DAYS.get(word) ?? DAYS.get(word.replace(/s$/, ""));
    if (named === undefined) return word !== "every" && word !== "each" && word !== "and";
    isAgain ||= named === WORKDAYS || /[^e]days$|ends$/.test(word) || days.size > 0 || PARTS.test(text);
    for (const day of named) days.add(day);
    return false;
  });
  isAgain ||= /\b(?:every|each)\b/.test(text);
  if (days.size === 0 || !isAgain) return undefined;
  const all = [...days].sort((a, b) => a - b);
  return { often: { kind: "weekly", days: all.length === 7 ? [] : all }, rest: rest.join(" ") };
}

/** Returns "mon-fri" as a list of its days. */
function rangeOf(from: string, to: string): string | undefined {
  const [[first] = [], [last] = []] = [DAYS.get(from), DAYS.get(to)];
  if (first === undefined || last === undefined) return undefined;
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, index) => DAY_NAMES[(first + index) % 7]).join(" ");
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";

const SECOND_MS = 1000;

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ["a", 1],
  ["an", 1],
  ["one", 1],
  ["two", 2],
  ["three", 3],
  ["four", 4],
  ["five", 5],
  ["six", 6],
  ["seven", 7],
  ["eight", 8],
  ["nine", 9],
  ["ten", 10],
  ["twelve", 12],
  ["fifteen", 15],
  ["twenty", 20],
  ["thirty", 30],
  ["half", 0.5],
]);

const UNITS: ReadonlyMap<string, number> = new Map(
  [
    { words: ["s", "sec", "secs", "second", "seconds"], ms: SECOND_MS },
    { words: ["m", "min", "mins", "minute", "minutes"], ms: MINUTE_MS },
    { words: ["h", "hr", "hrs", "hour", "hours"], ms: HOUR_MS },
    { words: ["d", "day", "days"], ms: DAY_MS },
    { words: ["w", "wk", "wks", "week", "weeks"], ms: 7 * DAY_MS },
  ].flatMap(({ words, ms }) => words.map((word) => [word, ms] as const)),
);

const PART = /^(\d{1,4}(?:\.\d{1,2})?|[a-z]+) ?([a-z]+)/;
const HOURS_AND_MINUTES = /^(\d{1,2}) ?h ?(\d{2})(?![\d.])/;

/** "1 h 30 min", "half an hour", "2 days and 3 hours"; undefined when it is not wholly that. */
export function readDuration(text: string): number | undefined {
  let rest = text.replace(/\bhalf an? /, "half ").trim();
  let ms = 0;
  if (rest === "") return undefined;
  while (rest !== "") {
    const part = readPart(rest);
    if (part === undefined) return undefined;
    ms += part.ms;
    rest = rest.slice(part.length).replace(/^(?:\s|,|and\b)+/, "");
  }
  return ms > 0 ? Math.round(ms) : undefined;
}

function readPart(text: string): { readonly ms: number; readonly length: number } | undefined {
  const both = HOURS_AND_MINUTES.exec(text);
  if (both !== null) {
    const [whole, hours, minutes] = both;
    return { ms: Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS, length: whole.length };
  }
  const [whole = "", amount = "", unit = ""] = PART.exec(text) ?? [];
  const number = NUMBERS.get(amount) ?? (/^\d/.test(amount) ? Number(amount) : undefined);
  const unitMs = UNITS.get(unit);
  return number === undefined || unitMs === undefined
    ? undefined
    : { ms: number * unitMs, length: whole.length };
}

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const MONTH = `(${MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)`;

/** The day, month and maybe the year of a date, as typed. */
export interface TypedDate {
  readonly year?: number;
  readonly month: number;
  readonly day: number;
}

/** What was found in a text, and the text without it. */
export interface Found<T> {
  readonly found: T;
  readonly rest: string;
}

const ISO = /\b(\d{4})-(\d{1,2})-(\d{1,2})(?=t\d|\b)/;
const DOTTED = /(?<![\d.])(\d{1,2})\.\s?(0?[1-9]|1[0-2])\.(?:\s?(\d{4}))?(?!\d)/;
const SLASHED = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?(?![\d/])/;
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${MONTH}\\b(?:,? (\\d{4})\\b(?![:.]))?`);
const MONTH_FIRST = new RegExp(
  `\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b(?![:.h]\\d| ?[ap]m\\b)(?:,? (\\d{4})\\b(?![:.]))?`,
);

/** Takes a date out of a text. "ambiguous": day and month could be either way round. */
export function takeDate(text: string): Found<TypedDate | "ambiguous"> | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) return dated(text, iso, { year: iso[1], month: iso[2], day: iso[3] });
  const dotted = DOTTED.exec(text);
  if (dotted !== null) return dated(text, dotted, { day: dotted[1], month: dotted[2], year: dotted[3] });
  const slashed = SLASHED.exec(text);
  if (slashed !== null) return slashedDate(text, slashed);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst !== null) {
    return dated(text, dayFirst, { day: dayFirst[1], month: monthNumber(dayFirst[2]), year: dayFirst[3] });
  }
  const monthFirst = MONTH_FIRST.exec(text);
  if (monthFirst === null) return undefined;
  const [, month, day, year] = monthFirst;
  return dated(text, monthFirst, { month: monthNumber(month), day, year });
}

function monthNumber(name = ""): string {
  return String(MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1);
}

function slashedDate(text: string, match: RegExpExecArray): Found<TypedDate | "ambiguous"> {
  const [, first = "", second = "", year] = match;
  if (Number(first) > 12) return dated(text, match, { day: first, month: second, year });
  if (Number(second) > 12 || first === second) return dated(text, match, { month: first, day: second, year });
  return { found: "ambiguous", rest: without(text, match) };
}

interface Parts {
  readonly year: string | undefined;
  readonly month: string | undefined;
  readonly day: string | undefined;
}

function dated(text: string, match: RegExpExecArray, { year, month, day }: Parts): Found<TypedDate> {
  const found = {
    ...(year !== undefined && { year: Number(year) }),
    month: Number(month),
    day: Number(day),
  };
  return { found, rest: without(text, match) };
}

const CLOCK = /(?<![\d.:])(\d{1,2})(?:[:.]| ?h)(\d{2})(?![\d:.])(?: ?([ap]m|h|uhr))?(?![a-z])/;
const HOUR = /(?<![\d.:])(\d{1,2}) ?([ap]m|h|uhr|oclock)(?![a-z\d])/;
const NAMED_TIMES: ReadonlyMap<string, string> = new Map([
  ["noon", "12:00"],
  ["midday", "12:00"],
  ["midnight", "00:00"],
]);

/** Takes a time of day out of a text, as `HH:MM`; "not-a-time" where it looks like one and is none. */
export function takeTime(text: string): Found<string> | undefined {
  const match = CLOCK.exec(text) ?? HOUR.exec(text);
  if (match !== null) {
    const isClock = /^\d{2}$/.test(match[2] ?? "");
    const half = isClock ? match[3] : match[2];
    const found = timeOf(Number(match[1]), isClock ? Number(match[2]) : 0, half) ?? "not-a-time";
    return { found, rest: without(text, match) };
  }
  const named = /\b(noon|midday|midnight)\b/.exec(text);
  if (named === null) return undefined;
  return { found: NAMED_TIMES.get(named[1] ?? "") ?? "", rest: without(text, named) };
}

function timeOf(hour: number, minute: number, half: string | undefined): string | undefined {
  const isHalved = half === "am" || half === "pm";
  if (minute > 59 || hour > 23 || (isHalved && (hour < 1 || hour > 12))) return undefined;
  const full = isHalved ? (hour % 12) + (half === "pm" ? 12 : 0) : hour;
  return `${String(full).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

function without(text: string, match: RegExpExecArray): string {
  const before = text.slice(0, match.index);
  return `${before} ${text.slice(match.index + match[0].length)}`.replaceAll(/\s+/g, " ").trim();
}

import { DAY_MS } from "../../../base/duration.ts";
import { readDuration } from "./read-date-words.ts";

/** Sunday is 0. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The days a phrase names. */
export type Days =
  | { readonly kind: "none" }
  /** Every day where none is named. */
  | { readonly kind: "every"; readonly days: readonly Weekday[] }
  /** Once a week, on the day it is today. */
  | { readonly kind: "every-week" }
  /** So many days from today. */
  | { readonly kind: "away"; readonly days: number }
  | { readonly kind: "next"; readonly day: Weekday };

const FURTHEST_DAYS = 5 * 366;
const DAY_NAMES = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const NAMED: ReadonlyMap<string, Weekday> = new Map(
  DAY_NAMES.flatMap((name, day) => {
    const short = name.slice(0, 3);
    const forms = [name, `${name}s`, short, `${short}s`, name.slice(0, 4), name.slice(0, 5)];
    return forms.map((form) => [form, day as Weekday] as const);
  }),
);
const GROUPS: ReadonlyMap<string, readonly Weekday[]> = new Map([
  ["weekday", [1, 2, 3, 4, 5]],
  ["workday", [1, 2, 3, 4, 5]],
  ["weekend", [0, 6]],
]);
const AWAY: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["tonight", 0],
  ["tomorrow", 1],
  ["tmr", 1],
  ["day after tomorrow", 2],
]);
const EVERY: ReadonlySet<string> = new Set(["every", "each", "all"]);
const DAILY: ReadonlySet<string> = new Set(["daily", "everyday"]);
const RANGE = /\b([a-z]+) ?(?:-|to|through|until) ?([a-z]+)\b/g;
const FILLERS: ReadonlySet<string> = new Set(["", "and", "of", "in", "from", "t", "-", "uhr"]);

/** Reads what is left of a phrase without its date and time. Undefined: something else stands in it. */
export function readDays(text: string): Days | undefined {
  const words = text
    .replaceAll(RANGE, (whole, from: string, to: string) => rangeOf(from, to) ?? whole)
    .split(/[\s,./]+/)
    .filter((word) => !FILLERS.has(word));
  if (words.length === 0) return { kind: "none" };
  const together = words.join(" ");
  const away = AWAY.get(together);
  if (away !== undefined) return { kind: "away", days: away };
  const days = (readDuration(together) ?? 0.5) / DAY_MS;
  if (Number.isInteger(days) && days <= FURTHEST_DAYS) return { kind: "away", days };
  return readWeekdays(words);
}

/** "mon-fri" as its days, in words again. */
function rangeOf(from: string, to: string): string | undefined {
  const [first, last] = [NAMED.get(from), NAMED.get(to)];
  if (first === undefined || last === undefined) return undefined;
  const length = ((last - first + 7) % 7) + 1;
  const days = Array.from({ length }, (_, index) => DAY_NAMES[(first + index) % 7]);
  return `every ${days.join(" ")}`;
}

function readWeekdays(words: readonly string[]): Days | undefined {
  const isEvery = words.some((word) => EVERY.has(word));
  const rest = words.filter((word) => !EVERY.has(word));
  const [first = ""] = rest;
  if (rest.length === 1 && (DAILY.has(first) || (isEvery && /^days?$/.test(first)))) {
    return { kind: "every", days: [] };
  }
  if (rest.length === 1 && (first === "weekly" || (isEvery && first === "week")))
    return { kind: "every-week" };
  const isWeekly = rest.includes("weekly") || rest.includes("week");
  const names = rest.filter((word) => !["weekly", "week", "next", "this", "coming"].includes(word));
  return ofNames(
    names,
    isEvery || isWeekly || names.some((word) => /days$|ends?$|workday|weekday/.test(word)),
  );
}

function ofNames(names: readonly string[], isEvery: boolean): Days | undefined {
  const days: Weekday[] = [];
  for (const name of names) {
    const named = NAMED.get(name);
    const group = GROUPS.get(name.replace(/s$/, ""));
    if (named !== undefined) days.push(named);
    else if (group !== undefined) days.push(...group);
    else return undefined;
  }
  const distinct = [...new Set(days)].sort((a, b) => a - b);
  const [first] = distinct;
  if (first === undefined) return undefined;
  if (distinct.length === 1 && !isEvery) return { kind: "next", day: first };
  return { kind: "every", days: distinct.length === 7 ? [] : distinct };
}

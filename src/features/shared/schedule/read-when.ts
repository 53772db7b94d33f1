import { DAY_MS } from "../../../base/duration.ts";
import { instantOf, localOf } from "../../../base/wall-time.ts";
import { type Days, readDays, type Weekday } from "./read-days.ts";
import { readDuration, takeDate, takeTime, type TypedDate } from "./read-date-words.ts";

/** What a typed phrase says about when. */
export type When =
  /** So long before something begins or ends; "any": it wasn't said which. */
  | { readonly kind: "edge"; readonly edge: "start" | "end" | "any"; readonly leadMs: number }
  /** So long before the game's next day or week; where neither was said, whichever fits. */
  | { readonly kind: "reset"; readonly every?: "day" | "week"; readonly leadMs: number }
  /** Every day where no days are named. `HH:MM`. */
  | { readonly kind: "weekly"; readonly days: readonly Weekday[]; readonly time: string }
  | { readonly kind: "once"; readonly date: string; readonly time: string }
  | { readonly kind: "in"; readonly ms: number }
  /** A length of time and nothing else: before something, or from now. */
  | { readonly kind: "bare"; readonly ms: number }
  /** Whenever there is something new. */
  | { readonly kind: "news" };

/** Why a phrase says nothing that could be followed. */
export const whenRefusals = [
  "empty",
  "unknown",
  "no-time",
  "not-a-time",
  "no-lead",
  "after",
  "too-early",
  "too-far",
  "not-a-date",
  "ambiguous-date",
  "past",
  "often",
] as const;
export type WhenRefusal = (typeof whenRefusals)[number];

export interface Here {
  readonly now: number;
  /** The IANA zone times on the wall are meant in. */
  readonly zone: string;
}

const LONGEST = 200;
const LONGEST_LEAD_MS = 7 * DAY_MS;
const FURTHEST_MS = 5 * 366 * DAY_MS;
const START = "start|starts|starting|begin|begins|beginning|open|opens|live";
const END = "end|ends|ending|finish|finishes|over|expire|expires|close|closes";
const EDGE = new RegExp(
  `^(?:(.*?) ?\\b(before|prior to|ahead of|until|till|after))?(?: ?when| ?once| ?as soon as)?(?: (?:it|its|this|that|event|milestone|ritual)(?: is)?)? ?(?:(${START})|(${END})|(?:next )?(?:(weekly|daily|week|day) )?(resets?))$`,
);
const EARLY = /^(.+?) (?:early|earlier|before|beforehand|ahead|prior)$/;
const OFTEN =
  /\b(?:every|each) (?:\d+|other|second|third|two|three|four|hour|minute|month|year)|\b(?:hourly|monthly|yearly)\b/;
const NEWS =
  /^(?:when|whenever|once|as soon as)? ?(?:it appears|there is something new|something new|new|it happens|it dies)$/;

/**
 * Reads a phrase as people type it: "1h before it ends", "when it starts", "tomorrow 18:00", "every monday 9:30",
 * "weekdays 18:00", "in 20 minutes", "2026-12-24 18:00". What it can't read it says why, and never guesses a time.
 */
export function readWhen(typed: string, here: Here): When | WhenRefusal {
  const text = tidy(typed);
  if (text === "") return "empty";
  if (OFTEN.test(text)) return "often";
  return readNear(text) ?? readEdge(text) ?? readWall(text, here);
}

function tidy(typed: string): string {
  return typed
    .slice(0, LONGEST)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .replaceAll(/\b([ap])\.\s?m\b\.?/g, "$1m")
    .replaceAll(/['\u2019]/g, "")
    .replaceAll(/[^a-z0-9:./\-,]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\bat (\d{1,2})(?= |$)(?! ?(?:[ap]m|h|uhr|oclock)\b)/g, "$1:00")
    .replaceAll(/\b(?:at|on|the|please|remind|me|from now)\b/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/(?<!\d\.\d{1,2})[.,]+$/, "");
}

/** "in 20 minutes", "20 min", "when it appears". */
function readNear(text: string): When | WhenRefusal | undefined {
  if (NEWS.test(text)) return { kind: "news" };
  const ms = readDuration(text.replace(/^in /, ""));
  if (ms === undefined) return undefined;
  if (ms > FURTHEST_MS) return "too-far";
  return { kind: text.startsWith("in ") ? "in" : "bare", ms };
}

function readEdge(text: string): When | WhenRefusal | undefined {
  const early = readDuration(EARLY.exec(text)?.[1] ?? "");
  if (early !== undefined) return leading({ kind: "edge", edge: "any", leadMs: early });
  const match = EDGE.exec(text);
  if (match === null) return undefined;
  const [, lead, relation, start, , period, reset] = match;
  if (relation === "after") return "after";
  const leadMs = relation === undefined ? 0 : readDuration((lead ?? "").replace(/^in /, ""));
  if (leadMs === undefined) return "no-lead";
  if (reset === undefined)
    return leading({ kind: "edge", edge: start === undefined ? "end" : "start", leadMs });
  if (period === undefined) return leading({ kind: "reset", leadMs });
  return leading({ kind: "reset", every: period.startsWith("d") ? "day" : "week", leadMs });
}

function leading(when: When & { readonly leadMs: number }): When | WhenRefusal {
  return when.leadMs > LONGEST_LEAD_MS ? "too-early" : when;
}

/** What stands on a wall: a clock, a calendar. */
function readWall(text: string, here: Here): When | WhenRefusal {
  const date = takeDate(text);
  const time = takeTime(date?.rest ?? text);
  if (time?.found === "not-a-time") return "not-a-time";
  const days = readDays(time?.rest ?? date?.rest ?? text);
  if (days === undefined || (days.kind === "none" && time === undefined && date === undefined))
    return "unknown";
  if (date?.found === "ambiguous") return "ambiguous-date";
  if (time === undefined) return "no-time";
  return date === undefined
    ? onDays(days, time.found, here)
    : onDate(date.found, days, { time: time.found, here });
}

interface AtTime {
  /** `HH:MM`. */
  readonly time: string;
  readonly here: Here;
}

/** A date without a year is the next there is. A day of the week beside it has to be its own. */
function onDate({ year, month, day }: TypedDate, days: Days, at: AtTime): When | WhenRefusal {
  const thisYear = new Date(localOf(at.here.zone, at.here.now)).getUTCFullYear();
  // The 29th of February comes after eight years at the latest.
  const years = year === undefined ? Array.from({ length: 9 }, (_, index) => thisYear + index) : [year];
  const real = years.map((one) => dayOf(one, month, day)).filter((one) => one !== undefined);
  const found = real.find((one) => instantAt(one, at) > at.here.now);
  if (real.length === 0) return "not-a-date";
  if (found === undefined) return "past";
  if (days.kind !== "none" && !(days.kind === "next" && new Date(found).getUTCDay() === days.day)) {
    return days.kind === "next" ? "not-a-date" : "unknown";
  }
  return once(found, at);
}

function onDays(days: Days, time: string, here: Here): When | WhenRefusal {
  const at = { time, here };
  const today = Math.floor(localOf(here.zone, here.now) / DAY_MS) * DAY_MS;
  const soonest = (away: readonly number[]) =>
    away.map((one) => today + one * DAY_MS).find((one) => instantAt(one, at) > here.now);
  switch (days.kind) {
    case "every":
      return { kind: "weekly", days: days.days, time };
    case "every-week":
      return { kind: "weekly", days: [new Date(today).getUTCDay() as Weekday], time };
    case "none":
      return once(soonest([0, 1, 2]), at);
    case "away":
      return once(soonest([days.days]), at);
    case "next": {
      const first = (days.day - new Date(today).getUTCDay() + 7) % 7;
      return once(soonest([first, first + 7]), at);
    }
  }
}

/** `day` is midnight of a calendar's day, as if it were UTC. */
function once(day: number | undefined, at: AtTime): When | WhenRefusal {
  if (day === undefined) return "past";
  if (instantAt(day, at) - at.here.now > FURTHEST_MS) return "too-far";
  return { kind: "once", date: new Date(day).toISOString().slice(0, 10), time: at.time };
}

function instantAt(day: number, { time, here }: AtTime): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return instantOf(here.zone, day + (hours * 60 + minutes) * 60_000);
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1970 && year < 9999;
  return isReal ? at : undefined;
}

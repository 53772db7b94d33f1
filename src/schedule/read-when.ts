import { DAY_MS } from "../base/duration.ts";
import { instantOf, localOf } from "../base/wall-time.ts";
import { english } from "./english/grammar.ts";
import { readRepetition, type Repetition } from "./english/repetition.ts";
import { readWall, type Wall, weekdayOf } from "./read-wall.ts";
import { dayAt, type Frequency, type Repeating, timeOf } from "./repeating.ts";
import { toEnglish } from "./to-english.ts";
import type { Here, WallRule, When, WhenRefusal } from "./when.ts";

/** Room for the longest exact phrase: no grammar is fast at every length. */
const LONGEST = 160;
/** The limit once translated to English, which is longer than some languages. */
const LONGEST_MEANT = 320;
/** Letters that are not English: unknown words. */
const FOREIGN = /(?=\p{L})[^a-z]/iu;
/** Refusals after which the text is read as the reader's language. */
const MAY_BE_ENGLISH: ReadonlySet<WhenRefusal> = new Set([
  "unknown",
  "empty",
  "no-lead",
  "not-a-date",
  "not-a-time",
]);
const FURTHEST_MS = 5 * 366 * DAY_MS;
const ZONE =
  /(?<=\d|[ap]m|noon|midday|midnight) ?\b((?:utc|gmt) ?[+-] ?\d{1,2}(?::?\d{2})?|[a-z][a-z_]*(?:\/[a-z_/+-]+)?)(?: time)?(?= |,|$)/g;
/** The hours offered where none was given, by part of the day. */
const HOURS = {
  morning: [8, 9, 10, 11],
  afternoon: [14, 15, 16, 17],
  evening: [19, 20, 21, 22, 23],
  any: [9, 18, 20, 21, 22, 23],
} as const;
const MOST_CHOICES = 3;

/**
 * Returns what a typed phrase means, in the reader's language or English: "1h before it ends", "tonight at 9", "alle 2
 * Wochen freitags 20 Uhr", "2026-12-24 18:00". Returns why where it means nothing; never guesses an hour.
 */
export async function readWhen(typed: string, here: Here): Promise<When | WhenRefusal> {
  if (typed.length > LONGEST) return "unknown";
  const meant = toEnglish(typed, here.locale ?? "en");
  const when = await readEnglish(meant, here);
  if (meant === typed || typeof when !== "string" || !MAY_BE_ENGLISH.has(when)) return when;
  const asEnglish = await readEnglish(typed, here);
  return typeof asEnglish === "string" && when !== "unknown" ? when : asEnglish;
}

async function readEnglish(typed: string, here: Here): Promise<When | WhenRefusal> {
  if (typed.length > LONGEST_MEANT || FOREIGN.test(typed.normalize("NFKD"))) return "unknown";
  const tidied = english.tidy(typed);
  if (tidied === "") return "empty";
  const span = english.readSpan(tidied);
  if (span !== undefined) return span;
  const { text, zone } = takeZone(tidied, here);
  const there = { ...here, zone };
  const repetition = readRepetition(text);
  if (typeof repetition === "string") return repetition;
  if (repetition !== undefined) return readAgain(repetition, there);
  const wall = await readWall(text, there);
  if (typeof wall === "string") return wall;
  const once = (time: string): WallRule | undefined => {
    const day = soonest(wall.days ?? nextDays(there), time, there);
    return day === undefined ? undefined : { kind: "once", zone, date: dateText(day), time };
  };
  return atTimes(wall, once, there);
}

/** Takes a zone off a time: "6pm EST", "18:00 UTC+2". */
function takeZone(text: string, here: Here): { readonly text: string; readonly zone: string } {
  for (const match of text.matchAll(ZONE)) {
    const zone = here.zoneNamed?.(match[1] ?? "");
    if (zone === undefined) continue;
    const rest = text.slice(0, match.index) + text.slice(match.index + match[0].length);
    return { text: rest.trim(), zone };
  }
  return { text, zone: here.zone };
}

async function readAgain({ often, rest, until }: Repetition, here: Here): Promise<When | WhenRefusal> {
  const wall = await readWall(english.fillers.has(rest) ? "" : rest, here);
  if (typeof wall === "string") return wall;
  const end = until === undefined || until === "end" ? undefined : await readEnd(until, here);
  if (typeof end === "string") return end;
  if (isSaidTwice(often, wall)) return "unknown";
  const isHourly = often.kind === "interval" && often.unit === "hour";
  const timed = isHourly && wall.days === undefined && wall.times === undefined ? sinceNow(wall, here) : wall;
  const when = atTimes(timed, (time) => again(often, time, { wall: timed, here, end }), here);
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

/** A first day beside days of the week or month: only one of them can be followed. */
function isSaidTwice(often: Frequency, { days }: Wall): boolean {
  if (days === undefined || often.kind === "interval") return false;
  return often.kind === "monthly" ? often.on !== undefined : (often.days ?? []).length > 0;
}

/** An interval of hours without a first time counts from now. */
function sinceNow(wall: Wall, { now, zone }: Here): Wall {
  const [, time = ""] = new Date(localOf(zone, now)).toISOString().split("T");
  return { ...wall, days: [dayAt(zone, now)], times: [time.slice(0, 5)] };
}

interface Beginning {
  readonly wall: Wall;
  readonly here: Here;
  readonly end: number | undefined;
}

function again(often: Frequency, time: string, { wall, here, end }: Beginning): Repeating | undefined {
  const { zone } = here;
  const first = wall.days?.length === 1 ? wall.days[0] : soonest(wall.days ?? nextDays(here), time, here);
  if (first === undefined) return undefined;
  const common = { zone, time, ...(end !== undefined && { until: end }) };
  if (often.kind === "interval") return { ...often, from: dateText(first), ...common };
  if (wall.days !== undefined) {
    const unit = often.kind === "monthly" ? "month" : often.days === undefined ? "week" : "day";
    return { kind: "interval", unit, count: 1, from: dateText(first), ...common };
  }
  return often.kind === "weekly"
    ? { kind: "weekly", days: often.days ?? [weekdayOf(first)], ...common }
    : { kind: "monthly", on: often.on ?? { day: new Date(first).getUTCDate() }, ...common };
}

/** Returns the rule at each time that was given, or at three where none was. */
function atTimes(
  wall: Wall,
  ruleAt: (time: string) => WallRule | undefined,
  { now }: Here,
): When | WhenRefusal {
  const times = wall.times ?? hoursAbout(wall.about);
  const byDate = (one: WallRule, other: WallRule) => firstDate(one).localeCompare(firstDate(other));
  const rules = times.map(ruleAt).filter((rule) => rule !== undefined);
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

function nextDays({ zone, now }: Here): readonly number[] {
  const today = dayAt(zone, now);
  return [today, today + DAY_MS, today + 2 * DAY_MS];
}

/** Returns the first of these days on which the time is still to come. */
function soonest(days: readonly number[], time: string, { zone, now }: Here): number | undefined {
  return days.find((day) => instantOf(zone, day + timeOf(time)) > now);
}

function dateText(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
}

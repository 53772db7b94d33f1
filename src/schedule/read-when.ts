import { DAY_MS } from "../base/duration.ts";
import { alternativesIn } from "./english/alternatives.ts";
import { dateText } from "./english/days.ts";
import { english } from "./english/grammar.ts";
import { readRepetition, type Repetition } from "./english/repetition.ts";
import { onceAt } from "./phrase.ts";
import { readWall, type Wall, weekdayOf } from "./read-wall.ts";
import { dayAt, type Frequency, type Repeating, timeOf, type Weekday } from "./repeating.ts";
import { toEnglish } from "./to-english.ts";
import { mendTyping } from "./typing-errors.ts";
import { atTimes, FURTHEST_MS, nextDays, oneOf, soonest } from "./wall-rules.ts";
import type { Here, WallRule, When, WhenRefusal } from "./when.ts";
import { instantOf, localOf } from "../base/wall-time.ts";

/** Returns the rules of what comes again, or why there are none. */
async function readAgain({ often, rest, until }: Repetition, here: Here): Promise<When | WhenRefusal> {
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
/** How many meanings are looked at. */
const MOST_TEXTS = 8;
const ZONE =
  /(?<=\d|\dh|[ap]m|noon|midday|midnight) ?\b((?:utc|gmt) ?[+-] ?\d{1,2}(?::?\d{2})?|[a-z][a-z_]*(?:\/[a-z_/+-]+)?)(?: time)?(?= |,|$)/g;
/** A time as Discord writes it in messages. */
const DISCORD_TIME = /^<t:(\d{1,12})(?::[a-z])?>$/i;

/**
 * Returns what a typed phrase means, in the reader's language or English: "1h before it ends", "tonight at 9", "alle 2
 * Wochen freitags 20 Uhr", "2026-12-24 18:00". Returns why where it means nothing; never guesses an hour.
 */
export async function readWhen(typed: string, here: Here): Promise<When | WhenRefusal> {
  if (typed.length > LONGEST) return "unknown";
  const instant = DISCORD_TIME.exec(typed.trim())?.[1];
  if (instant !== undefined) return atInstant(Number(instant) * 1000, here);
  const when = await readTyped(typed, here);
  if (typeof when !== "string" || !MAY_BE_ENGLISH.has(when)) return when;
  const mended = mendTyping(typed, here.locale ?? "en");
  const then = mended === undefined ? when : await readTyped(mended, here);
  return typeof then === "string" ? when : then;
}

async function readTyped(typed: string, here: Here): Promise<When | WhenRefusal> {
  const meant = toEnglish(typed, here.locale ?? "en");
  const when = await readEnglish(meant, here);
  if (meant === typed || typeof when !== "string" || !MAY_BE_ENGLISH.has(when)) return when;
  const asEnglish = await readEnglish(typed, here);
  return typeof asEnglish === "string" && when !== "unknown" ? when : asEnglish;
}

function atInstant(at: number, { now }: Here): When | WhenRefusal {
  if (at <= now) return "past";
  return at - now > FURTHEST_MS ? "too-far" : { kind: "wall", rules: [onceAt(at)] };
}

async function readEnglish(typed: string, here: Here): Promise<When | WhenRefusal> {
  if (typed.length > LONGEST_MEANT || FOREIGN.test(typed.normalize("NFKD"))) return "unknown";
  const tidied = english.tidy(typed);
  if (tidied === "") return "empty";
  const span = english.readSpan(tidied);
  if (typeof span === "object") return span;
  const { text, zone } = takeZone(tidied, here);
  const there = { ...here, zone };
  const texts = alternativesIn(text, dayAt(zone, here.now));
  if (span !== undefined && texts.length === 1) return span;
  if (texts.length > MOST_TEXTS) return "unknown";
  const [first = "unknown", ...others] = await Promise.all(texts.map((one) => readOne(one, there)));
  return others.length === 0 ? first : oneOf([first, ...others]);
}

async function readOne(text: string, here: Here): Promise<When | WhenRefusal> {
  const span = english.readSpan(text);
  if (span !== undefined) return span;
  const repetition = readRepetition(text);
  if (typeof repetition === "string") return repetition;
  if (repetition !== undefined) return readAgain(repetition, here);
  const wall = await readWall(text, here);
  if (typeof wall === "string") return wall;
  const once = (time: string, night: number): WallRule | undefined => {
    const days = wall.days?.map((day) => day + night * DAY_MS) ?? nextDays(here);
    const day = soonest(days, time, here);
    return day === undefined ? undefined : { kind: "once", zone: here.zone, date: dateText(day), time };
  };
  return atTimes(wall, once, here);
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

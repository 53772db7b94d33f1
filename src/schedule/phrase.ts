import { DAY_MS, MINUTE_MS } from "../base/duration.ts";
import { listWords } from "../base/list-words.ts";
import { instantOf, localOf } from "../base/wall-time.ts";
import type { DatedRule, Rule } from "./next-slot.ts";
import { fill, formFor, ordinalOf, phraseBook, type PhraseBook } from "./phrase-book.ts";
import { dayOf, type Repeating, timeOf } from "./repeating.ts";

const WORKDAYS = "1,2,3,4,5";
const WEEKEND = "0,6";

export interface SaidReading {
  /** An unambiguous phrase with this meaning. */
  readonly phrase: string;
  /** In full, with date and zone. Plain text. */
  readonly words: string;
  /** Short enough for a button. */
  readonly label: string;
}

/**
 * Returns a phrase that `readWhen` reads as this rule in this language and zone, without its spread. What is due once
 * is said in the given zone, to the minute.
 */
export function phraseOf(rule: Rule, language: string, zone: string): string {
  const { say } = phraseBook(language);
  switch (rule.kind) {
    case "weekly":
    case "monthly":
    case "interval": {
      const at = rule.kind === "interval" ? `${rule.from} ${rule.time}` : undefined;
      const from = (phrase: string) => (at === undefined ? phrase : fill(say.from, { phrase, at }));
      const phrase = everyPhrase(rule, language);
      // What comes before the phrase keeps its order.
      return say.until.startsWith("{at}")
        ? from(untilText(phrase, rule, language))
        : untilText(from(phrase), rule, language);
    }
    case "once":
      return wallText(zone, instantOf(rule.zone, dayOf(rule.date) + timeOf(rule.time)));
    case "dated":
      return datedPhrase(rule, language);
    case "watch":
      return rule.what === "session" ? say.dies : say.appears;
  }
}

/** Returns the frequency alone, for use beside a first date in full. */
export function frequencyPhrase(rule: Extract<Rule, { kind: "interval" }>, language: string): string {
  return untilText(everyPhrase(rule, language), rule, language);
}

function untilText(phrase: string, { until, zone }: Repeating, language: string): string {
  if (until === undefined) return phrase;
  return fill(phraseBook(language).say.until, { phrase, at: lastText(zone, until) });
}

function everyPhrase(rule: Repeating, language: string): string {
  const book = phraseBook(language);
  switch (rule.kind) {
    case "weekly":
      return weeklyPhrase(rule.days, rule.time, language);
    case "monthly": {
      const { on, time } = rule;
      if ("day" in on) {
        return fill(book.say.monthlyOn, { ordinal: ordinalOf(on.day, language), n: on.day, time });
      }
      const nth = book.nths[book.genders?.[on.weekday] ?? 0]?.split("|").at(on.nth === -1 ? -1 : on.nth - 1);
      return fill(book.say.monthlyNth, { nth: nth ?? "", day: book.days.split("|")[on.weekday] ?? "", time });
    }
    case "interval": {
      const [one = "", ...forms] = book.every[rule.unit].split("|");
      return rule.count === 1 ? one : fill(formFor(forms, rule.count, language), { n: rule.count });
    }
  }
}

/** Returns "on these days of the week"; every day where none is named. */
export function weeklyPhrase(days: readonly number[], time: string, language: string): string {
  const { say, ...book } = phraseBook(language);
  const sorted = [...days].sort((a, b) => a - b);
  if (sorted.length === 0 || sorted.length === 7) return fill(say.everyDay, { time });
  if (sorted.join(",") === WORKDAYS) return fill(say.weekdays, { time });
  if (sorted.join(",") === WEEKEND) return fill(say.weekends, { time });
  const names = (book.everyDays ?? book.days).split("|");
  const said = sorted.map((day) => names[day] ?? "");
  return fill(say.weekly, { days: listWords(said, language), time });
}

/** Returns a count of one unit as it follows "in": `2 hours`. */
export function lengthFromNow(count: number, unit: LengthUnit, language: string): string {
  const { units, inUnits } = phraseBook(language);
  return unitText(count, { ...units, ...inUnits }[unit], language);
}

type LengthUnit = keyof PhraseBook["units"];

/** Returns a length of time: `1 hour 30 minutes`, without seconds. */
export function lengthInWords(ms: number, language: string): string {
  return lengthWith(ms, phraseBook(language).units, language);
}

/** Returns a length from now: `in 2 hours`; with seconds where it has any. */
export function fromNowPhrase(ms: number, language: string): string {
  const { say, units, inUnits } = phraseBook(language);
  const there = { ...units, ...inUnits };
  const isWhole = ms % MINUTE_MS === 0;
  const lead = isWhole
    ? lengthWith(ms, there, language)
    : unitText(Math.round(ms / 1000), there.second, language);
  return fill(say.in, { lead });
}

function lengthWith(ms: number, units: PhraseBook["units"], language: string): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const parts = [
    { count: Math.floor(minutes / 1440), forms: units.day },
    { count: Math.floor(minutes / 60) % 24, forms: units.hour },
    { count: minutes % 60, forms: units.minute },
  ].filter(({ count }) => count > 0);
  if (parts.length === 0) return unitText(0, units.minute, language);
  const { between = " " } = phraseBook(language);
  return parts.map(({ count, forms }) => unitText(count, forms, language)).join(between);
}

function unitText(count: number, forms: string, language: string): string {
  return fill(formFor(forms.split("|"), count, language), { n: count });
}

/** Returns "today at 18:00" or "tomorrow at 18:00". */
export function dayPhrase(day: "today" | "tomorrow", time: string, language: string): string {
  return fill(phraseBook(language).say[day], { time });
}

function datedPhrase(rule: DatedRule, language: string): string {
  const { thing, edge, leadMs, spreadMs = 0 } = rule;
  const { say } = phraseBook(language);
  const before = leadMs - spreadMs;
  const reset = thing === "reset:day" ? "Daily" : thing === "reset:week" ? "Weekly" : undefined;
  if (reset === undefined) {
    const [when, early] = edge === "start" ? [say.starts, say.beforeStart] : [say.ends, say.beforeEnd];
    return leadMs === 0 ? when : fill(early, { lead: lengthInWords(before, language) });
  }
  if (leadMs === 0) return reset === "Daily" ? say.dailyReset : say.weeklyReset;
  // Nearly a whole period before one reset is soon after the one before it.
  const after = (reset === "Daily" ? DAY_MS : 7 * DAY_MS) - before;
  const isAfter = after > 0 && after < before;
  const lead = lengthInWords(isAfter ? after : before, language);
  return fill(say[`${isAfter ? "after" : "before"}${reset}Reset`], { lead });
}

function wallText(zone: string, at: number): string {
  const [date = "", time = ""] = new Date(localOf(zone, at)).toISOString().split("T");
  return `${date} ${time.slice(0, 5)}`;
}

/** Returns the last moment; a whole day as that day. */
function lastText(zone: string, until: number): string {
  const typed = wallText(zone, until);
  return typed.endsWith(" 00:00") ? wallText(zone, until - MINUTE_MS).slice(0, "2026-12-31".length) : typed;
}

/** Returns the rule for an instant, rounded up to the second. */
export function onceAt(at: number): Extract<Rule, { kind: "once" }> {
  const [date = "", time = ""] = new Date(Math.ceil(at / 1000) * 1000).toISOString().split("T");
  return { kind: "once", zone: "UTC", date, time: time.slice(0, time.startsWith("00", 6) ? 5 : 8) };
}

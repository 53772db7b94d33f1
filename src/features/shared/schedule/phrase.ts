import { MINUTE_MS } from "../../../base/duration.ts";
import { instantOf, localOf } from "../../../base/wall-time.ts";
import type { Rule } from "./next-slot.ts";
import { dayOf, type Repeating, timeOf } from "./repeating.ts";
import type { Messages } from "../../../messages/catalog.ts";

const WORKDAYS = "1,2,3,4,5";
const WEEKEND = "0,6";

type Phrases = Messages["remind"]["phrases"];

/** One meaning a phrase may have. */
export interface SaidReading {
  /** A phrase that means this and nothing else, whoever reads it. */
  readonly phrase: string;
  /** In full, with the date and the zone. Plain. */
  readonly words: string;
  /** Short enough for a button. */
  readonly label: string;
}

/**
 * A rule as a phrase that `readWhen` reads as that rule again, in this zone, without what it was spread by. What is due
 * once is said in the zone, whatever zone it is kept in, and to the minute.
 */
export function phraseOf(rule: Rule, phrases: Phrases, zone: string): string {
  switch (rule.kind) {
    case "weekly":
    case "monthly":
    case "interval": {
      const phrase = repeatingPhrase(rule, phrases);
      return rule.until === undefined ? phrase : phrases.until(phrase, wallText(rule.zone, rule.until));
    }
    case "once":
      return wallText(zone, instantOf(rule.zone, dayOf(rule.date) + timeOf(rule.time)));
    case "dated":
      return datedPhrase(rule, phrases);
    case "watch":
      return rule.what === "session" ? phrases.dies : phrases.appears;
  }
}

function repeatingPhrase(rule: Repeating, phrases: Phrases): string {
  switch (rule.kind) {
    case "weekly":
      return phrases.every(daysOf(rule.days, phrases), rule.time);
    case "monthly": {
      const { on, time } = rule;
      if ("day" in on) return phrases.monthlyOn(on.day, time);
      return phrases.monthlyNth(on.nth, phrases.days[on.weekday] ?? "", time);
    }
    case "interval":
      return phrases.from(phrases.everyUnits(rule.count, rule.unit), `${rule.from} ${rule.time}`);
  }
}

/** A length of time in words: `1 hour 30 minutes`. Seconds are left out. */
export function lengthInWords(ms: number, { units }: Phrases): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const parts = [
    { count: Math.floor(minutes / 1440), unit: units.day },
    { count: Math.floor(minutes / 60) % 24, unit: units.hour },
    { count: minutes % 60, unit: units.minute },
  ].filter(({ count }) => count > 0);
  return parts.length === 0 ? units.minute(0) : parts.map(({ count, unit }) => unit(count)).join(" ");
}

function daysOf(days: readonly number[], phrases: Phrases): string {
  const sorted = [...days].sort((a, b) => a - b);
  if (sorted.length === 0 || sorted.length === 7) return phrases.day;
  if (sorted.join(",") === WORKDAYS) return phrases.weekday;
  if (sorted.join(",") === WEEKEND) return phrases.weekend;
  return sorted.map((day) => phrases.days[day] ?? "").join(", ");
}

function datedPhrase(rule: Extract<Rule, { kind: "dated" }>, phrases: Phrases): string {
  const { thing, edge, leadMs, spreadMs = 0 } = rule;
  const lead = leadMs === 0 ? undefined : lengthInWords(leadMs - spreadMs, phrases);
  if (thing === "reset:day" || thing === "reset:week") {
    const reset = thing === "reset:day" ? phrases.dailyReset : phrases.weeklyReset;
    return lead === undefined ? phrases.at(reset) : phrases.before(lead, reset);
  }
  const edgeWords = edge === "start" ? phrases.starts : phrases.ends;
  return lead === undefined ? phrases.when(edgeWords) : phrases.before(lead, edgeWords);
}

function wallText(zone: string, at: number): string {
  const [date = "", time = ""] = new Date(localOf(zone, at)).toISOString().split("T");
  return `${date} ${time.slice(0, 5)}`;
}

/** The rule of what is due once at an instant, never earlier than it: rules know whole seconds. */
export function onceAt(at: number): Extract<Rule, { kind: "once" }> {
  const [date = "", time = ""] = new Date(Math.ceil(at / 1000) * 1000).toISOString().split("T");
  return { kind: "once", zone: "UTC", date, time: time.slice(0, time.startsWith("00", 6) ? 5 : 8) };
}

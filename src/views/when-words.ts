import { type Markdown, joinMarkdown, md, timestamp } from "../base/markdown.ts";
import type { Look } from "./look.ts";

/** When something is due, as it was chosen. */
export type WhenView =
  | {
      readonly kind: "weekly";
      /** Sunday is 0. Every day when none is named. */
      readonly days: readonly number[];
      readonly time: string;
      readonly zone: string;
    }
  | { readonly kind: "once"; readonly date: string; readonly time: string; readonly zone: string }
  | {
      readonly kind: "dated";
      readonly thing: string;
      readonly edge: "start" | "end";
      readonly leadMs: number;
    }
  | { readonly kind: "watch" };

/** One time to come. */
export interface Firing {
  readonly at: number;
  /** Its own local time is skipped that day. */
  readonly isMoved: boolean;
  /** Clocks were changed since the one before. */
  readonly isAfterChange: boolean;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** The first Sunday of 2023: the week's days are named by it. */
const SUNDAY = Date.UTC(2023, 0, 1);
const SHOWN_SECONDS_BELOW_MS = 2 * MINUTE_MS;

/** `every Monday at 09:30`, `1 hour before it ends`. Plain text. */
export function whenWords(when: WhenView, look: Look): string {
  const texts = look.texts.when;
  switch (when.kind) {
    case "weekly":
      return texts.at(daysInWords(when.days, look), when.time);
    case "once":
      return texts.once(dayInWords(when.date, look), when.time);
    case "dated": {
      const lead = leadWords(when.leadMs, look);
      if (when.thing.startsWith("reset:")) return when.leadMs === 0 ? texts.resets : texts.beforeReset(lead);
      if (when.edge === "start") return when.leadMs === 0 ? texts.starts : texts.beforeStart(lead);
      return when.leadMs === 0 ? texts.ends : texts.beforeEnd(lead);
    }
    case "watch":
      return texts.appears;
  }
}

/** `1 day 2 hours`: at most two units. Below two minutes' worth of seconds are left out. */
export function leadWords(ms: number, look: Look): string {
  const { lead } = look.texts.when;
  const whole = ms < SHOWN_SECONDS_BELOW_MS ? ms : Math.round(ms / MINUTE_MS) * MINUTE_MS;
  const days = Math.floor(whole / DAY_MS);
  const hours = Math.floor((whole % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((whole % HOUR_MS) / MINUTE_MS);
  const seconds = Math.floor((whole % MINUTE_MS) / SECOND_MS);
  const parts = [
    ...(days > 0 ? [lead.days(days)] : []),
    ...(hours > 0 ? [lead.hours(hours)] : []),
    ...(minutes > 0 ? [lead.minutes(minutes)] : []),
    ...(seconds > 0 ? [lead.seconds(seconds)] : []),
  ];
  return parts.length === 0 ? lead.minutes(0) : parts.slice(0, 2).join(" ");
}

/** The next times as a list, with a word where clocks change. */
export function firingLines(firings: readonly Firing[], look: Look): Markdown | undefined {
  if (firings.length === 0) return undefined;
  const texts = look.texts.when;
  const rows = firings.map(({ at, isMoved, isAfterChange }) => {
    const row = texts.firing(timestamp(at, "F"), timestamp(at, "R"));
    if (isMoved) return md`- ${row} (${texts.moved})`;
    return isAfterChange ? md`- ${row} (${texts.clocksChange})` : md`- ${row}`;
  });
  return joinMarkdown([md`**${texts.next}**`, ...rows]);
}

function daysInWords(days: readonly number[], look: Look): string {
  const texts = look.texts.when;
  const distinct = [...new Set(days)].sort((a, b) => a - b);
  if (distinct.length === 0 || distinct.length === 7) return texts.everyDay;
  if (distinct.join() === "1,2,3,4,5") return texts.workdays;
  if (distinct.join() === "0,6") return texts.weekend;
  const format = new Intl.DateTimeFormat(look.locale, { weekday: "long", timeZone: "UTC" });
  // The week begins on Monday where it is told.
  const told = [...distinct.filter((day) => day !== 0), ...distinct.filter((day) => day === 0)];
  const names = told.map((day) => format.format(SUNDAY + day * DAY_MS));
  return texts.onDays(new Intl.ListFormat(look.locale, { type: "conjunction" }).format(names));
}

function dayInWords(date: string, look: Look): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(at)) return date;
  return new Intl.DateTimeFormat(look.locale, { dateStyle: "full", timeZone: "UTC" }).format(at);
}

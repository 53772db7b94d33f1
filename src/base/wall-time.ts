import { dateFormat } from "./date-format.ts";
import { DAY_MS } from "./duration.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the instant of a local time, given as if it were UTC. A repeated time is its first; a skipped one is the end
 * of the gap.
 */
export function instantOf(zone: string, local: number): number {
  const before = offsetAt(zone, local - DAY_MS);
  const after = offsetAt(zone, local + DAY_MS);
  const earliest = local - Math.max(before, after);
  const latest = local - Math.min(before, after);
  for (const instant of [earliest, latest]) if (instant + offsetAt(zone, instant) === local) return instant;
  return changeBetween(zone, earliest, latest);
}

/** Returns an instant's local time, as if it were UTC. */
export function localOf(zone: string, instant: number): number {
  return instant + offsetAt(zone, instant);
}

/** A change of a zone's clock; offsets in milliseconds ahead of UTC. */
export interface ClockChange {
  /** The first instant with the new offset. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

/** Shorter than any zone keeps an offset. */
const BETWEEN_CHANGES_MS = 14 * DAY_MS;

/** Returns a zone's changes between two instants, in order. */
export function clockChanges(zone: string, from: number, to: number): readonly ClockChange[] {
  const changes: ClockChange[] = [];
  let before = offsetAt(zone, from);
  for (let start = from; start < to; start += BETWEEN_CHANGES_MS) {
    const end = Math.min(start + BETWEEN_CHANGES_MS, to);
    const after = offsetAt(zone, end);
    if (after !== before) changes.push({ at: changeBetween(zone, start, end), before, after });
    before = after;
  }
  return changes;
}

/** Returns the first instant with the later offset. */
function changeBetween(zone: string, from: number, to: number): number {
  const old = offsetAt(zone, from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(zone, middle) === old) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns how many milliseconds local time is ahead of UTC. */
function offsetAt(zone: string, instant: number): number {
  const whole = Math.floor(instant / 1000) * 1000;
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(whole)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "iso8601",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(zone, format);
  }
  return format;
}

/** Who reads a time: `locale` is theirs, `language` that of the words around it. */
export interface TimeReader {
  readonly locale: string;
  readonly language: string;
}

/** Returns the locale to format dates in: the reader's where the words around are in its language, else that of those. */
export function dateLocale({ locale, language }: TimeReader): string {
  return locale.split("-")[0] === language.split("-")[0] ? locale : language;
}

/** Returns the form of clock times as Discord's timestamps have it for a reader: 12 hours where their locale does. */
export function clockStyle(locale: string) {
  const { hourCycle } = dateFormat(locale, { hour: "numeric" }).resolvedOptions();
  return { hour: hourCycle === "h12" ? "numeric" : "2-digit", minute: "2-digit", hourCycle } as const;
}

/** Returns `HH:MM` as the reader's clock says it. */
export function clockTime(time: string, reader: TimeReader): string {
  const style = { ...clockStyle(reader.locale), timeZone: "UTC" };
  return dateFormat(dateLocale(reader), style).format(new Date(`2000-01-01T${time}Z`));
}

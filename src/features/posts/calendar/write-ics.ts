import ical, {
  escape,
  formatDate,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalLuxonDateTimeStub,
} from "ical-generator";

import { DAY_MS, HOUR_MS } from "../../../base/duration.ts";
import { type ClockChange, clockChanges, localOf } from "../../../base/wall-time.ts";
import type { Repeats, ShownItem } from "./calendar-item.ts";

export interface CalendarFile {
  readonly name: string;
  readonly items: readonly ShownItem[];
  readonly now: number;
}

/** How often calendars should read a feed. */
const TTL_SECONDS = HOUR_MS / 1000;
/** For how long a zone's clock changes are said. */
const YEARS_AHEAD_MS = 10 * 366 * DAY_MS;
const YEAR_MS = 366 * DAY_MS;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;

/**
 * Returns an iCalendar file (RFC 5545). Times are in UTC; what follows a clock says its zone, with its changes.
 */
export function writeIcs({ name, items, now }: CalendarFile): string {
  const first = Math.min(now, ...items.map(({ item }) => item.startAt));
  const calendar = ical({
    prodId: { company: "Milepost", product: "Milepost", language: "EN" },
    // The library doesn't escape it.
    name: escape(name, false),
    method: ICalCalendarMethod.PUBLISH,
    ttl: TTL_SECONDS,
    timezone: { name: null, generator: (zone) => zoneOf(zone, first - YEAR_MS, now + YEARS_AHEAD_MS) },
  });
  for (const { uid, sequence, item, isCanceled, changedAt } of items) {
    const { title, about, startAt, endAt, repeats } = item;
    const timeOf = (at: number) => inZone(repeats?.zone, at);
    calendar.createEvent({
      id: uid,
      sequence,
      stamp: new Date(now),
      lastModified: new Date(changedAt),
      start: timeOf(startAt),
      end: timeOf(endAt),
      timezone: repeats?.zone ?? null,
      repeating: repeats === undefined ? null : repeatingOf(repeats),
      summary: title,
      description: about ?? null,
      status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** The library takes no position without weekdays, though the standard does: so it gets the lines. */
function repeatingOf({ freq, interval, zone, leftOut = [], ...repeats }: Repeats): string {
  const { weekdays, monthDays, position, until } = repeats;
  const parts = [
    `RRULE:FREQ=${freq}`,
    `INTERVAL=${interval}`,
    // Of the standard, the last time counts too.
    until !== undefined && `UNTIL=${formatDate(null, new Date(until - 1000))}`,
    weekdays && `BYDAY=${weekdays.map((day) => WEEKDAYS[day]).join(",")}`,
    monthDays && `BYMONTHDAY=${monthDays.join(",")}`,
    position !== undefined && `BYSETPOS=${position}`,
  ];
  const rule = parts.filter((part) => typeof part === "string").join(";");
  if (zone === undefined || leftOut.length === 0) return rule;
  const times = leftOut.map((local) => formatDate(zone, onWall(local))).join(",");
  return `${rule}\r\nEXDATE;TZID=${zone}:${times}`;
}

function inZone(zone: string | undefined, at: number): Date | ICalLuxonDateTimeStub {
  return zone === undefined ? new Date(at) : onWall(localOf(zone, at));
}

/** Returns a local time, given as if it were UTC, so that the library doesn't read this machine's clock. */
function onWall(local: number): ICalLuxonDateTimeStub {
  const digits = new Date(local).toISOString().replaceAll(/\D/g, "");
  const wall: ICalLuxonDateTimeStub = {
    isValid: true,
    zone: { type: "iana" },
    setZone: () => wall,
    toFormat: (format) => (format === "HHmmss" ? digits.slice(8, 14) : digits.slice(0, 8)),
    toJSDate: () => new Date(local),
    toJSON: () => null,
  };
  return wall;
}

/** Returns a zone's offsets in these years: each change by its date, as governments change their rules. */
function zoneOf(zone: string, from: number, to: number): string {
  const changes = clockChanges(zone, from, to);
  const begun = changes[0]?.before ?? localOf(zone, from) - from;
  const usual = Math.min(begun, ...changes.map(({ after }) => after));
  // Each change apart: readers know lists of dates in part only.
  const parts = [{ at: from, before: begun, after: begun }, ...changes].flatMap((change) => {
    const kind = change.after > usual ? "DAYLIGHT" : "STANDARD";
    return [
      `BEGIN:${kind}`,
      `DTSTART:${wallOf(change)}`,
      `TZOFFSETFROM:${offsetOf(change.before)}`,
      `TZOFFSETTO:${offsetOf(change.after)}`,
      `END:${kind}`,
    ];
  });
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...parts, "END:VTIMEZONE"].join("\r\n");
}

/** The standard counts the time of a change by the offset before it. */
function wallOf({ at, before }: ClockChange): string {
  const digits = new Date(at + before).toISOString().replaceAll(/\D/g, "");
  return `${digits.slice(0, 8)}T${digits.slice(8, 14)}`;
}

function offsetOf(ms: number): string {
  const digits = new Date(Math.abs(ms)).toISOString().slice(11, 19).replaceAll(":", "");
  return `${ms < 0 ? "-" : "+"}${digits.endsWith("00") ? digits.slice(0, 4) : digits}`;
}

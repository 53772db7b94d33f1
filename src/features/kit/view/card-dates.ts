import { dateFormat } from "../../../base/date-format.ts";
import { DAY_MS } from "../../../base/duration.ts";
import { clockStyle, instantOf, localOf } from "../../../base/wall-time.ts";
import type { ViewContext } from "./view-context.ts";

/** The zone where nobody picked one. Cards always name their zone. */
const UTC = "UTC";

type Reader = Pick<ViewContext, "locale" | "zone">;
const NOON_MS = DAY_MS / 2;

type Style = Intl.DateTimeFormatOptions;

const DAY: Style = { weekday: "short", day: "numeric", month: "short" };

/** "Sun 22 – Tue 24 Nov" */
export function dayRange(from: number, to: number, reader: Reader): string {
  return formatIn(reader, DAY).formatRange(from, to);
}

/** "Sun 22 Nov" */
export function day(at: number, reader: Reader): string {
  return formatIn(reader, DAY).format(at);
}

/** "20 November 2026" */
export function fullDay(at: number, reader: Reader): string {
  return formatIn(reader, { day: "numeric", month: "long", year: "numeric" }).format(at);
}

/** "March 2024" */
export function month(at: number, reader: Reader): string {
  return formatIn(reader, { month: "long", year: "numeric" }).format(at);
}

/** "17:00", "5:00 PM" */
export function time(at: number, reader: Reader): string {
  return formatIn(reader, clockStyle(reader.locale)).format(at);
}

/** "17:00"; "Tue 17:00" on another day than now. */
export function timeThisWeek(at: number, reader: Reader & Pick<ViewContext, "now">): string {
  const isToday = dayStart(at, reader) === dayStart(reader.now, reader);
  return isToday
    ? time(at, reader)
    : formatIn(reader, { weekday: "short", ...clockStyle(reader.locale) }).format(at);
}

/** Returns a card's name for its zone: "UTC", "Berlin". */
export function cardZone({ zone }: Reader): string {
  return zone?.name ?? UTC;
}

/** Returns the start of a day in the card's zone. */
export function dayStart(at: number, { zone }: Pick<Reader, "zone">): number {
  const id = zone?.id ?? UTC;
  return instantOf(id, Math.floor(localOf(id, at) / DAY_MS) * DAY_MS);
}

/** Returns seven days: their weekdays and numbers, and "22–28 November". */
export function weekFrom(start: number, reader: Reader) {
  const days = Array.from({ length: 7 }, (_, index) => {
    // At noon, since a day with a clock change is an hour shorter or longer.
    const at = start + index * DAY_MS + NOON_MS;
    return {
      weekday: formatIn(reader, { weekday: "short" }).format(at),
      day: formatIn(reader, { day: "numeric" }).format(at),
    };
  });
  const range = formatIn(reader, { day: "numeric", month: "long" }).formatRange(
    start + NOON_MS,
    start + 6 * DAY_MS + NOON_MS,
  );
  return { days, range };
}

function formatIn({ locale, zone }: Reader, style: Style): Intl.DateTimeFormat {
  return dateFormat(locale, { ...style, timeZone: zone?.id ?? UTC });
}

interface Dated {
  readonly starts?: number | undefined;
  readonly ends?: number | undefined;
  readonly published?: number | undefined;
}

/** Returns the date that tells entries of one name apart: the end, else the start, else when it was written. */
export function entryDate(
  { starts, ends, published }: Dated,
  reader: Reader & Pick<ViewContext, "texts">,
): string | undefined {
  const at = ends ?? starts ?? published;
  if (at === undefined) return undefined;
  const date = formatIn(reader, { dateStyle: "medium", timeStyle: "short" }).format(at);
  return reader.texts.shared.inZone(date, cardZone(reader));
}

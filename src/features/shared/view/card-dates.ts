import { DAY_MS } from "../../../base/duration.ts";
import type { ViewContext } from "./view-context.ts";

/** Dates on cards are in this zone, and say so: a picture is the same for whoever sees it. */
export const CARD_ZONE = "UTC";

type Reader = Pick<ViewContext, "locale">;
type Style = Intl.DateTimeFormatOptions;

const DAY: Style = { weekday: "short", day: "numeric", month: "short" };
const TIME: Style = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** "Sun 22 – Tue 24 Nov" */
export function dayRange(from: number, to: number, { locale }: Reader): string {
  return formatIn(locale, DAY).formatRange(from, to);
}

/** "Sun 22 Nov" */
export function day(at: number, { locale }: Reader): string {
  return formatIn(locale, DAY).format(at);
}

/** "20 November 2026" */
export function fullDay(at: number, { locale }: Reader): string {
  return formatIn(locale, { day: "numeric", month: "long", year: "numeric" }).format(at);
}

/** "March 2024" */
export function month(at: number, { locale }: Reader): string {
  return formatIn(locale, { month: "long", year: "numeric" }).format(at);
}

/** "17:00" */
export function time(at: number, { locale }: Reader): string {
  return formatIn(locale, TIME).format(at);
}

/** The beginning of a day in the zone of cards. */
export function dayStart(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

/** Seven days from one on: their weekdays and numbers, and "22–28 November". */
export function weekFrom(start: number, { locale }: Reader) {
  const days = Array.from({ length: 7 }, (_, index) => {
    const at = start + index * DAY_MS;
    return {
      weekday: formatIn(locale, { weekday: "short" }).format(at),
      day: formatIn(locale, { day: "numeric" }).format(at),
    };
  });
  const range = formatIn(locale, { day: "numeric", month: "long" }).formatRange(start, start + 6 * DAY_MS);
  return { days, range };
}

/** To make one takes as long as a hundred dates; there are as many languages as Discord has. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(locale: string, style: Style): Intl.DateTimeFormat {
  const key = `${locale} ${Object.entries(style).join()}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, { ...style, timeZone: CARD_ZONE });
  formats.set(key, made);
  return made;
}

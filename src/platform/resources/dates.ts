import { DAY_MS } from "../../base/duration.ts";

const DURATION =
  /^(-)?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/;
const DAY_S = DAY_MS / 1_000;
/** Of weeks, days, hours, minutes and seconds. */
const LENGTHS = [7 * DAY_S, DAY_S, 3_600, 60, 1];

/**
 * Returns the seconds of an ISO 8601 duration, such as `PT1H33M`; undefined for anything else, and for months and years,
 * which have no fixed length.
 */
export function readDuration(value: unknown): number | undefined {
  const [, sign, ...parts] = (typeof value === "string" && DURATION.exec(value)) || [];
  if (parts.every((part) => part === undefined)) return undefined;
  const seconds = LENGTHS.reduce((sum, length, at) => sum + length * Number(parts[at] ?? 0), 0);
  return sign === "-" ? -seconds : seconds;
}

const ISO =
  /^((?:\d{4}|[+-]\d{6})-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?([Zz]|[A-Z]{2,4}|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** ISO 8601's basic format. */
const COMPACT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const NUMBER = /^\d{9,16}(?:\.\d+)?$/;
/** ASP.NET's format: milliseconds since 1970, whatever zone follows. */
const DOT_NET = /^\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\/$/;
/**
 * Smaller numbers are seconds. As milliseconds this is in 1978; as seconds, the end of 9999, which means "for ever".
 */
const FIRST_MILLISECONDS = 253_402_300_800;

/** Zones of RFC 2822, and those that mean one place. Other abbreviations, such as IST, are ambiguous. */
const ZONES: Readonly<Record<string, string>> = {
  Z: "Z",
  UT: "Z",
  UTC: "Z",
  GMT: "Z",
  EST: "-05:00",
  EDT: "-04:00",
  CST: "-06:00",
  CDT: "-05:00",
  MST: "-07:00",
  MDT: "-06:00",
  PST: "-08:00",
  PDT: "-07:00",
  AKST: "-09:00",
  AKDT: "-08:00",
  HST: "-10:00",
  WET: "Z",
  WEST: "+01:00",
  CET: "+01:00",
  CEST: "+02:00",
  EET: "+02:00",
  EEST: "+03:00",
  MSK: "+03:00",
  HKT: "+08:00",
  SGT: "+08:00",
  AWST: "+08:00",
  JST: "+09:00",
  KST: "+09:00",
  AEST: "+10:00",
  AEDT: "+11:00",
  NZST: "+12:00",
  NZDT: "+13:00",
};

const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
const BESIDE_MONTH =
  /^(?:(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?|[ap]m|z|utc?|gmt)$/i;
/** The end of a text that names its zone. */
const ZONED = /(?:[zZ]|[+-]\d{2}:?\d{2}|\b(?:UTC?|GMT))$/;
/** RFC 822, 5.1: the year may have two digits. */
const SHORT_YEAR = /^(?:[a-z]+,? )?\d{1,2}[ -][a-z]{3}[ -](\d\d) \d{1,2}:\d\d/i;
const NO_DATE = "0001-01-01T00:00:00.000Z";
/** What means "no date" and "for ever", as in `0001-01-01` and `9999-12-31`. */
const FIRST_TIME = Date.UTC(1971, 0);
const LAST_TIME = Date.UTC(9001, 0);

/**
 * Returns a platform's date as ISO 8601: numbers are seconds or milliseconds, a text without a zone is UTC. Undefined
 * for what is not clearly a date, such as numbers whose day and month may be swapped.
 */
export function readDate(value: string | number): string | undefined {
  if (typeof value === "number") return fromNumber(value);
  if (NUMBER.test(value)) return fromNumber(Number(value));
  const iso = ISO.exec(value);
  if (iso !== null) return fromIso(iso);
  const compact = COMPACT.exec(value);
  if (compact !== null) return fromCompact(compact);
  const [, milliseconds] = DOT_NET.exec(value) ?? [];
  return milliseconds === undefined ? fromWords(value) : toIso(Number(milliseconds));
}

/** Returns a platform's date in milliseconds since 1970; undefined for unreadable and placeholder dates. */
export function readTime(value: string | number): number | undefined {
  const time = Date.parse(readDate(value) ?? "");
  return time >= FIRST_TIME && time < LAST_TIME ? time : undefined;
}

function fromIso([, day = "", time, zone = "Z"]: RegExpExecArray): string | undefined {
  const date = time === undefined ? day : `${day}T${time}${offsetOf(zone)}`;
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}

function fromCompact([, year, month, day, hour, minute, second = "00", zone = "Z"]: RegExpExecArray) {
  return toIso(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offsetOf(zone)}`));
}

/** Returns `+01:00` for `+01`, `+0100` or `CET`; an unknown zone stays, which makes the date invalid. */
function offsetOf(zone: string): string {
  const [, hours, minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return hours === undefined ? (ZONES[zone.toUpperCase()] ?? zone) : `${hours}:${minutes}`;
}

/**
 * Reads `Nov 1 2026 12:00` and the formats of mail and C. The engine accepts more: to it "Season 12" is December 2001.
 */
function fromWords(value: string): string | undefined {
  const text = value
    .replace(/ ?\([^()]*\)$/, "")
    .replace(/\b[A-Z]{3,4}$/i, (zone) => ZONES[zone.toUpperCase()] ?? zone);
  const words = text.match(/[a-z]+/gi) ?? [];
  const hasMonth = words.some((word) => MONTH.test(word));
  const isDate = hasMonth && words.every((word) => MONTH.test(word) || BESIDE_MONTH.test(word));
  if (!isDate || !/(?<![\d:])\d{1,2}(?![\d:])/.test(text)) return undefined;
  const [year] = /\b\d{4}\b/.exec(text) ?? [];
  if (year === undefined && !SHORT_YEAR.test(text)) return undefined;
  // The engine takes year 1, some generators' "no date", for 2001.
  if (year !== undefined && year < "0100") return NO_DATE;
  return toIso(Date.parse(ZONED.test(text) ? text : `${text} UTC`));
}

function fromNumber(value: number): string | undefined {
  return toIso(value < FIRST_MILLISECONDS ? value * 1_000 : value);
}

function toIso(at: number): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

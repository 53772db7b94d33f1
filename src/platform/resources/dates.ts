const ISO =
  /^((?:\d{4}|[+-]\d{6})-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?([Zz]|[A-Z]{2,4}|[+-]\d{2}(?::?\d{2})?)?)?$/;
/** ISO 8601 in its basic format. */
const COMPACT = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d(?:\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;
const NUMBER = /^\d{9,16}(?:\.\d+)?$/;
/** What ASP.NET writes: milliseconds since 1970, whatever zone stands behind them. */
const DOT_NET = /^\/Date\((-?\d{1,16})(?:[+-]\d{4})?\)\/$/;
/** Milliseconds since 1970 before this are in 1978, seconds in 10000: the end of 9999 in seconds means for ever. */
const FIRST_MILLISECONDS = 253_402_300_800;

/** Zones of RFC 2822, and Central Europe's. Other abbreviations mean several zones, or none. */
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
  CET: "+01:00",
  CEST: "+02:00",
};

const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
const BESIDE_MONTH =
  /^(?:(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:day)?|[ap]m|z|utc?|gmt|[ecmp][sd]t)$/i;
/** What ends a text that names its zone. */
const ZONED = /(?:[zZ]|[+-]\d{2}:?\d{2}|\b(?:UTC?|GMT|[ECMP][SD]T))$/;

/**
 * Returns a service's date as ISO 8601: numbers are seconds or milliseconds since 1970, a text without a zone is UTC.
 * Undefined for what is no date for sure, such as one all in numbers, whose day and month may have changed places.
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

function fromIso([, day = "", time, zone = "Z"]: RegExpExecArray): string | undefined {
  const date = time === undefined ? day : `${day}T${time}${offsetOf(zone)}`;
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}

function fromCompact([, year, month, day, hour, minute, second = "00", zone = "Z"]: RegExpExecArray) {
  return toIso(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${offsetOf(zone)}`));
}

/** `+01:00` of `+01`, `+0100` or `CET`; a zone nobody knows stays, and makes the date none. */
function offsetOf(zone: string): string {
  const [, hours, minutes = "00"] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return hours === undefined ? (ZONES[zone.toUpperCase()] ?? zone) : `${hours}:${minutes}`;
}

/** `Nov 1 2026 12:00`, and what mail and C write. The engine reads more: "Season 12" is December of 2001 to it. */
function fromWords(value: string): string | undefined {
  const text = value.replace(/ ?\([^()]*\)$/, "").replace(/\bCES?T$/, (zone) => offsetOf(zone));
  const words = text.match(/[a-z]+/gi) ?? [];
  const hasMonth = words.some((word) => MONTH.test(word));
  const isDate = hasMonth && words.every((word) => MONTH.test(word) || BESIDE_MONTH.test(word));
  if (!isDate || !/\b\d{4}\b/.test(text) || !/(?<![\d:])\d{1,2}(?![\d:])/.test(text)) return undefined;
  return toIso(Date.parse(ZONED.test(text) ? text : `${text} UTC`));
}

function fromNumber(value: number): string | undefined {
  return toIso(value < FIRST_MILLISECONDS ? value * 1_000 : value);
}

function toIso(at: number): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

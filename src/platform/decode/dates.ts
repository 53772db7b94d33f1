import type { Mapping } from "./emit.ts";

/** What ends a text that names its zone: `Z`, `+01:00`, `GMT`, a zone's abbreviation. */
const ZONED = /(?:[zZ]|[+-]\d{2}:?\d{2}|\b[A-Z]{2,4})$/;
const DAY_AND_TIME = /^(?<day>\d{4}-\d{2}-\d{2})[ T](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/;

/**
 * A date of a service that doesn't send ISO 8601, as ISO 8601; undefined when it is none. Text without a zone is
 * UTC.
 */
export function readDate(value: unknown, spelling: Mapping["dates"]): string | undefined {
  if (typeof value === "number") return fromNumber(value, spelling);
  if (typeof value !== "string") return undefined;
  if (spelling !== "text" && /^-?\d+(?:\.\d+)?$/.test(value)) return fromNumber(Number(value), spelling);
  return fromText(value);
}

function fromNumber(value: number, spelling: Mapping["dates"]): string | undefined {
  if (spelling === "text" || spelling === "iso") return undefined;
  return iso(spelling === "seconds" ? value * 1_000 : value);
}

function fromText(text: string): string | undefined {
  const { day, time } = DAY_AND_TIME.exec(text)?.groups ?? {};
  if (day !== undefined && time !== undefined) return iso(Date.parse(`${day}T${time}Z`));
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return iso(Date.parse(isDay || ZONED.test(text) ? text : `${text} UTC`));
}

function iso(at: number): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

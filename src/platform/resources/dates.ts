/** What ends a text that names its zone: `Z`, `+01:00`, `GMT`, a zone's abbreviation. */
const ZONED = /(?:[zZ]|[+-]\d{2}:?\d{2}|\b[A-Z]{2,4})$/;
const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/;
const NUMBER = /^\d{9,16}(?:\.\d+)?$/;
/** Milliseconds since 1970 before this are in 1973, seconds in 5138. */
const FIRST_MILLISECONDS = 1e11;

/**
 * Returns a service's date as ISO 8601: numbers are seconds or milliseconds since 1970, a text without a zone is UTC, and
 * a text that is no date stays as it is. Undefined for a number that is no date.
 */
export function readDate(value: string | number): string | undefined {
  if (typeof value === "number") return fromNumber(value);
  if (NUMBER.test(value)) return fromNumber(Number(value)) ?? value;
  if (DAY_AND_TIME.test(value)) return value.replace(DAY_AND_TIME, "$1T$2Z");
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return value;
  return toIso(Date.parse(ZONED.test(value) ? value : `${value} UTC`)) ?? value;
}

function fromNumber(value: number): string | undefined {
  return toIso(value < FIRST_MILLISECONDS ? value * 1_000 : value);
}

function toIso(at: number): string | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

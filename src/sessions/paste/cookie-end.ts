/** Seconds, milliseconds: which of them a bare number is, by its size. 2001 and 2286 in seconds. */
const LEAST_SECONDS = 1e9;
const MOST_SECONDS = 1e10;
const NUMBER = /^\d{10,13}(?:\.\d{1,9})?$/;
/** `2037-01-01T00:00:00.000Z`, or `Thu, 01 Jan 2037 00:00:00 GMT` as cookies say it. */
const DATE = /^(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2}, \d\d[ -][A-Z][a-z]{2}[ -]\d{4} )/;

/**
 * When a cookie ends, milliseconds since 1970, as browsers and extensions write it down. Undefined for anything
 * else: `Session`, `-1`, words of a language.
 */
export function readEnd(text: string | undefined): number | undefined {
  if (text === undefined || text.length > 40) return undefined;
  const trimmed = text.trim();
  if (NUMBER.test(trimmed)) {
    const number = Number(trimmed);
    if (number < LEAST_SECONDS) return undefined;
    return Math.round(number < MOST_SECONDS ? number * 1000 : number);
  }
  const at = DATE.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

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

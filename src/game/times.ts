import { readDate } from "../platform/resources/dates.ts";

/** Years that services use for "no date" and "for ever". */
const FIRST_YEAR = 1971;
const LAST_YEAR = 9000;

/**
 * Returns a platform's date in milliseconds since 1970; undefined for absent, unreadable and placeholder dates
 * ("0001-...", "9999-...").
 */
export function toTime(value: string | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  const time = Date.parse(readDate(value) ?? "");
  if (Number.isNaN(time)) return undefined;
  const year = new Date(time).getUTCFullYear();
  return year < FIRST_YEAR || year > LAST_YEAR ? undefined : time;
}

/** Where something is between its start and end. */
export type Phase = "upcoming" | "on" | "ended" | "always";

export interface Term {
  readonly starts?: number | undefined;
  readonly ends?: number | undefined;
  /** Whether a start or end is unreadable. */
  readonly hasUnreadDate?: boolean;
}

/** Returns the term of two dates of the platform. */
export function toTerm(starts: string | null | undefined, ends: string | null | undefined): Term {
  const hasUnreadDate = [starts, ends].some((date) => date && readDate(date) === undefined);
  return { starts: toTime(starts), ends: toTime(ends), ...(hasUnreadDate && { hasUnreadDate }) };
}

/** "always": neither a start nor an end. */
export function phaseAt(term: Term, now: number): Phase {
  if (term.starts !== undefined && term.starts > now) return "upcoming";
  if (term.ends !== undefined && term.ends <= now) return "ended";
  const isAlways = term.starts === undefined && term.ends === undefined && term.hasUnreadDate !== true;
  return isAlways ? "always" : "on";
}

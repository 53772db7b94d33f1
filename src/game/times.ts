import { readDate, readTime } from "../platform/resources/dates.ts";

/**
 * Returns a platform's date in milliseconds since 1970; undefined for absent, unreadable and placeholder dates
 * ("0001-...", "9999-...").
 */
export function toTime(value: string | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : readTime(value);
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

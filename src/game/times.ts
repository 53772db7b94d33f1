/** Years services use for "no date" and "for ever". */
const FIRST_YEAR = 1971;
const LAST_YEAR = 9000;

/**
 * A date of the platform as milliseconds since 1970. Absent, unreadable and placeholder dates ("0001-...",
 * "9999-...") are undefined.
 */
export function toTime(value: string | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  const time = Date.parse(value);
  if (Number.isNaN(time)) return undefined;
  const year = new Date(time).getUTCFullYear();
  return year < FIRST_YEAR || year > LAST_YEAR ? undefined : time;
}

/** Where something stands between its start and its end. */
export type Phase = "upcoming" | "on" | "ended" | "always";

export interface Term {
  readonly starts?: number | undefined;
  readonly ends?: number | undefined;
}

/** "always": neither start nor end is known. */
export function phaseAt(term: Term, now: number): Phase {
  if (term.starts !== undefined && term.starts > now) return "upcoming";
  if (term.ends !== undefined && term.ends <= now) return "ended";
  return term.starts === undefined && term.ends === undefined ? "always" : "on";
}

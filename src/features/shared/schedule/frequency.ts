import type { IntervalUnit, MonthDay, Weekday } from "./repeating.ts";

/** How often something comes again, without its time of day and its first day. */
export type Frequency =
  /** Every day where no days are named; undefined: once a week, on the day that is said beside it. */
  | { readonly kind: "weekly"; readonly days: readonly Weekday[] | undefined }
  | { readonly kind: "monthly"; readonly on?: MonthDay | undefined }
  | { readonly kind: "interval"; readonly unit: IntervalUnit; readonly count: number };

/** A phrase that says how often. */
export interface Repetition {
  readonly often: Frequency;
  /** What else was said: a time of day, a first day. */
  readonly rest: string;
  /** "end": until what it is about ends. Else a time on the wall, as it was typed. */
  readonly until?: string | undefined;
}

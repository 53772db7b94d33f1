import type { Chrono } from "chrono-node/en";

import type { IntervalUnit, MonthDay, Weekday } from "./repeating.ts";
import type { When, WhenRefusal } from "./when.ts";

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

/** What a language says of times, beside those on the wall, which chrono-node reads in each of its own. */
export interface Grammar {
  /** One spelling of many, without what says nothing of time. */
  tidy(typed: string): string;
  /** A length of time, or how long before something begins, ends or happens. Undefined: it says neither. */
  readSpan(text: string): When | WhenRefusal | undefined;
  /** Undefined: it comes once. */
  readRepetition(text: string): Repetition | WhenRefusal | undefined;
  /** A time on the wall in words that chrono-node knows. `today` is midnight in UTC. */
  spell(text: string, today: number): string;
  /** Why words are no time on the wall to come, whatever chrono-node makes of them. */
  refuse(text: string): WhenRefusal | undefined;
  /** Words beside a time on the wall that change nothing. */
  readonly fillers: ReadonlySet<string>;
  /** Loaded when the first phrase is read: it takes longer than everything else here. */
  loadChrono(): Promise<Chrono>;
}

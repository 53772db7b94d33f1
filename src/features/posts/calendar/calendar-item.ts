import { z } from "zod";

const repeatsSchema = z.object({
  freq: z.enum(["HOURLY", "DAILY", "WEEKLY", "MONTHLY"]),
  interval: z.int().positive(),
  /** The IANA zone whose clock it follows; absent: elapsed time. */
  zone: z.string().optional(),
  /** Sunday is 0. */
  weekdays: z.array(z.int()).optional(),
  monthDays: z.array(z.int()).optional(),
  /** Which of the days of a month; -1 is the last. */
  position: z.int().optional(),
  until: z.number().optional(),
  /** Local times, as if they were UTC, on which it doesn't come. */
  leftOut: z.array(z.number()).optional(),
});

/** How an item comes again. */
export type Repeats = z.output<typeof repeatsSchema>;

const itemSchema = z.object({
  title: z.string(),
  about: z.string().optional(),
  /** Milliseconds since 1970, as are all its times. */
  startAt: z.number(),
  endAt: z.number(),
  repeats: repeatsSchema.optional(),
});

/** What a calendar shows: something with a start and an end, once or again and again. */
export type CalendarItem = z.output<typeof itemSchema>;

/** An item as it was last shown, by the standard's rules for changes. */
export interface ShownItem {
  readonly uid: string;
  readonly sequence: number;
  readonly item: CalendarItem;
  readonly isCanceled: boolean;
  readonly changedAt: number;
}

/** Returns a stored item. Throws when it is invalid. */
export function readItem(row: { readonly item: string }): CalendarItem {
  return itemSchema.parse(JSON.parse(row.item));
}

/** Returns when it is over for good; infinite where it comes again without an end. */
export function overAt({ endAt, repeats }: CalendarItem): number {
  return repeats === undefined ? endAt : (repeats.until ?? Number.POSITIVE_INFINITY);
}

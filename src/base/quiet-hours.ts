import { z } from "zod";

import { DAY_MS, MINUTE_MS } from "./duration.ts";
import { instantOf, localOf } from "./wall-time.ts";

export const quietHoursSchema = z.object({
  /** IANA name. */
  zone: z.string(),
  /** `HH:MM`. */
  from: z.string(),
  /** `HH:MM`; over midnight when it is the earlier. */
  to: z.string(),
});

/** Hours without posts, every day. */
export type QuietHours = Readonly<z.infer<typeof quietHoursSchema>>;

/** A week, and a day more on either side: where a zone skips hours or a day, an instant may have moved. */
const DAYS_AHEAD = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8];
const DAYS_BACK = DAYS_AHEAD.map((days) => -days);

/** Returns when quiet hours that hold now are over, in milliseconds since 1970; undefined when it is not quiet. */
export function quietUntil({ zone, from, to }: QuietHours, now: number): number | undefined {
  if (from === to) return undefined;
  const begun = latestAt(zone, from, now);
  const ended = latestAt(zone, to, now);
  if (begun === undefined || (ended !== undefined && ended >= begun)) return undefined;
  return DAYS_AHEAD.map((days) => instantOn(zone, to, { now, days })).find((at) => at > now);
}

/** When it was that time in the zone last. */
function latestAt(zone: string, time: string, now: number): number | undefined {
  return DAYS_BACK.map((days) => instantOn(zone, time, { now, days })).find((at) => at <= now);
}

/** When it is that time in the zone, so many days from today. */
function instantOn(
  zone: string,
  time: string,
  { now, days }: { readonly now: number; readonly days: number },
): number {
  const today = Math.floor(localOf(zone, now) / DAY_MS) * DAY_MS;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return instantOf(zone, today + days * DAY_MS + (hours * 60 + minutes) * MINUTE_MS);
}

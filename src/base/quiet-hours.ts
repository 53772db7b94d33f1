import { z } from "zod";

import { DAY_MS, MINUTE_MS } from "./duration.ts";
import { instantOf, localOf } from "./wall-time.ts";

export const quietHoursSchema = z.object({
  /** An IANA zone. */
  zone: z.string(),
  /** `HH:MM`. */
  from: z.string(),
  /** `HH:MM`; past midnight if it is earlier than `from`. */
  to: z.string(),
});

/** Daily hours without posts. */
export type QuietHours = Readonly<z.infer<typeof quietHoursSchema>>;

/** A week, with a day more on either side, since clock changes may move an instant. */
const DAYS_AHEAD = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8];
const DAYS_BACK = DAYS_AHEAD.map((days) => -days);

/** Returns when the current quiet hours end, in milliseconds since 1970; undefined when it is not quiet. */
export function quietUntil({ zone, from, to }: QuietHours, now: number): number | undefined {
  if (from === to) return undefined;
  const begun = latestAt(zone, from, now);
  const ended = latestAt(zone, to, now);
  if (begun === undefined || (ended !== undefined && ended >= begun)) return undefined;
  return DAYS_AHEAD.map((days) => instantOn(zone, to, { now, days })).find((at) => at > now);
}

/** Returns when it was last that time in the zone. */
function latestAt(zone: string, time: string, now: number): number | undefined {
  return DAYS_BACK.map((days) => instantOn(zone, time, { now, days })).find((at) => at <= now);
}

/** Returns when it is that time in the zone, this many days from today. */
function instantOn(
  zone: string,
  time: string,
  { now, days }: { readonly now: number; readonly days: number },
): number {
  const today = Math.floor(localOf(zone, now) / DAY_MS) * DAY_MS;
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return instantOf(zone, today + days * DAY_MS + (hours * 60 + minutes) * MINUTE_MS);
}

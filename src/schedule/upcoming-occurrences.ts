import { DAY_MS } from "../base/duration.ts";
import type { Rule } from "./next-slot.ts";
import { localOf } from "../base/wall-time.ts";

export interface UpcomingOccurrence {
  readonly at: number;
  /** Its local time is skipped that day by a clock change. */
  readonly isMoved: boolean;
  /** The clocks changed since the one before. */
  readonly isAfterChange: boolean;
}

/** Returns the next times of a rule, and how clock changes affect them. */
export function upcomingOccurrences(rule: Rule, times: readonly number[]): readonly UpcomingOccurrence[] {
  const isOfClock = "zone" in rule && !(rule.kind === "interval" && rule.unit === "hour");
  const { zone, time } = isOfClock ? rule : {};
  return times.map((at, index) => {
    const before = times[index - 1];
    if (zone === undefined || time === undefined) return { at, isMoved: false, isAfterChange: false };
    const isMoved = clockOf(zone, at) !== time.padEnd(8, ":00");
    const isAfterChange = before !== undefined && offset(zone, before) !== offset(zone, at);
    return { at, isMoved, isAfterChange };
  });
}

function offset(zone: string, at: number): number {
  return localOf(zone, at) - at;
}

function clockOf(zone: string, at: number): string {
  const local = ((localOf(zone, at) % DAY_MS) + DAY_MS) % DAY_MS;
  return new Date(local).toISOString().slice(11, 19);
}

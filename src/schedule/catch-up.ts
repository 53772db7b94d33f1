import { MINUTE_MS } from "../base/duration.ts";
import { type Dates, isRepeating, lastSlot, nextSlot, type Rule, type Slot } from "./next-slot.ts";

/** Posts later than this say so. */
const LATE_AFTER_MS = MINUTE_MS;
/** Posts to one destination later than this are merged. */
export const DIGEST_AFTER_MS = 5 * MINUTE_MS;
/** How many missed slots are recorded one by one. */
const MOST_MISSED = 31;

/** Returns how many milliseconds late something of this slot is at an instant; 0 where it counts as on time. */
export function lateBy(slot: number, at: number): number {
  return at - slot > LATE_AFTER_MS ? at - slot : 0;
}

interface CatchUpOptions {
  readonly rule: Rule;
  readonly from: Slot;
  readonly now: number;
  readonly dates?: Dates | undefined;
  /** Whether it is posted however late it is. */
  readonly isAlwaysUseful?: boolean;
}

/**
 * Returns what to post of the slots from `from` up to now: only the latest, and only while useful. `missed`: the slots
 * passed over, oldest first, at most the latest 31; `next`: the first after now.
 */
export function catchUp({ rule, from, now, dates, isAlwaysUseful = false }: CatchUpOptions) {
  const latest = latestOf({ rule, from, now, dates });
  const missed = latest.at === from.at ? [] : slotsBetween(rule, from, latest.at, dates);
  const isUseful = isAlwaysUseful || now < latest.usefulUntil;
  return {
    slot: isUseful ? latest : undefined,
    missed: isUseful ? missed : [...missed, latest.at].slice(-MOST_MISSED),
    next: nextSlot(rule, Math.max(now, latest.at), dates),
  };
}

function latestOf({ rule, from, now, dates }: CatchUpOptions): Slot {
  if (!isRepeating(rule) && dates?.everyMs === undefined) return from;
  const last = lastSlot(rule, now, dates);
  return last !== undefined && last.at > from.at ? last : from;
}

/** Returns the slots from `from` to before `end`; the latest ones if there are many. */
function slotsBetween(rule: Rule, from: Slot, end: number, dates: Dates | undefined): readonly number[] {
  const found: number[] = [];
  let slot = lastSlot(rule, end - 1, dates);
  while (slot !== undefined && slot.at > from.at && found.length < MOST_MISSED) {
    found.unshift(slot.at);
    slot = lastSlot(rule, slot.at - 1, dates);
  }
  return [from.at, ...found].slice(-MOST_MISSED);
}

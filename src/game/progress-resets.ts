import { DAY_MS, HOUR_MS, WEEK_MS } from "../base/duration.ts";
import { type Term, phaseAt } from "./times.ts";

/** When the game's week or day began, and when the next begins. */
interface Reset {
  readonly last: number;
  readonly next: number;
}

/** Absent where nothing tells. */
export interface Resets {
  readonly weekly?: Reset | undefined;
  readonly daily?: Reset | undefined;
}

/**
 * Returns the game's week and day, learned from milestones of that length, since no operation names them. Summer time
 * may move an end by an hour.
 */
export function resetsFrom(terms: readonly Term[], now: number): Resets {
  return { weekly: resetOf(terms, WEEK_MS, now), daily: resetOf(terms, DAY_MS, now) };
}

/** Returns the most common term of this length; of two, the one that ends first. */
function resetOf(terms: readonly Term[], lengthMs: number, now: number): Reset | undefined {
  const resets = terms.flatMap((term) => {
    const { starts: last, ends: next } = term;
    if (last === undefined || next === undefined || phaseAt(term, now) !== "on") return [];
    return Math.abs(next - last - lengthMs) > HOUR_MS ? [] : [{ last, next }];
  });
  const byEnd = [...Map.groupBy(resets, ({ next }) => next)];
  const [most] = byEnd.sort(([a, some], [b, others]) => others.length - some.length || a - b);
  return most?.[1][0];
}

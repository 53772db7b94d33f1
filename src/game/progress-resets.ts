import { DAY_MS, HOUR_MS, WEEK_MS } from "../base/duration.ts";
import { type Term, phaseAt } from "./times.ts";

/** When a week or a day of the game began, and when the next begins. */
export interface Reset {
  readonly last: number;
  readonly next: number;
}

/** Absent where nothing tells. */
export interface Resets {
  readonly weekly?: Reset | undefined;
  readonly daily?: Reset | undefined;
}

/**
 * The game's week and day, from what is on for just that long. No operation names them; milestones keep to them.
 * Summer time may move an end by an hour.
 */
export function resetsFrom(terms: readonly Term[], now: number): Resets {
  return { weekly: resetOf(terms, WEEK_MS, now), daily: resetOf(terms, DAY_MS, now) };
}

/** The term of this length that most of them have; the earlier end where two are as common. */
function resetOf(terms: readonly Term[], lengthMs: number, now: number): Reset | undefined {
  const found = new Map<number, { readonly reset: Reset; count: number }>();
  for (const term of terms) {
    const { starts, ends } = term;
    if (starts === undefined || ends === undefined || phaseAt(term, now) !== "on") continue;
    if (Math.abs(ends - starts - lengthMs) > HOUR_MS) continue;
    const same = found.get(ends);
    if (same === undefined) found.set(ends, { reset: { last: starts, next: ends }, count: 1 });
    else same.count += 1;
  }
  const [most] = [...found.values()].sort((a, b) => b.count - a.count || a.reset.next - b.reset.next);
  return most?.reset;
}

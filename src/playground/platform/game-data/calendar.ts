import { DAY_MS, WEEK_MS } from "../../../base/duration.ts";

/** A Tuesday. Weeks of the game start then, and its days at 17:00 UTC. */
const FIRST_RESET = Date.UTC(2015, 0, 6, 17);

/** Returns in which week, day or other interval `at` is, counted from the first reset. */
export function stretchAt(at: number, lengthMs: number, shiftMs = 0): number {
  return Math.floor((at - FIRST_RESET - shiftMs) / lengthMs);
}

export function stretchStart(index: number, lengthMs: number, shiftMs = 0): number {
  return FIRST_RESET + shiftMs + index * lengthMs;
}

export function weekStart(at: number): number {
  return stretchStart(stretchAt(at, WEEK_MS), WEEK_MS);
}

export function dayStart(at: number): number {
  return stretchStart(stretchAt(at, DAY_MS), DAY_MS);
}

/** Returns ISO 8601 in whole seconds, as such services send it: `2026-11-24T17:00:00Z`. */
export function isoDate(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

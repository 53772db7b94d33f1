import { HOUR_MS } from "../../base/duration.ts";

const FREE_STARTS = 5;
const LONGEST_MS = 120_000;

/**
 * How long to wait before the next login, given when the last ones were, and how many of those are of other nodes that
 * run. Discord resets the token of a bot that
 * logs in more than 1000 times a day: a crash loop held to one start in 120 s stays below 720.
 */
export function startDelayMs(startedAt: readonly number[], now: number, others = 0): number {
  const recent = startedAt.filter((at) => at <= now && now - at < HOUR_MS);
  const crashes = recent.length - others;
  if (crashes < FREE_STARTS) return 0;
  const wanted = Math.min(LONGEST_MS, 1000 * 2 ** (crashes - FREE_STARTS + 1));
  return Math.max(0, wanted - (now - Math.max(...recent)));
}

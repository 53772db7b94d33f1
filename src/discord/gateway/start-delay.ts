import { HOUR_MS } from "../../base/duration.ts";

const FREE_STARTS = 5;
const LONGEST_MS = 120_000;

/**
 * Returns how long to wait before the next login, from the times of the last ones and how many of them were other
 * nodes'. Discord resets the token of a bot that logs in more than 1000 times a day; one start in 120 s makes at most
 * 720.
 */
export function startDelayMs(startedAt: readonly number[], now: number, others = 0): number {
  const recent = startedAt.filter((at) => at <= now && now - at < HOUR_MS);
  const crashes = recent.length - others;
  if (crashes < FREE_STARTS) return 0;
  const wanted = Math.min(LONGEST_MS, 1000 * 2 ** (crashes - FREE_STARTS + 1));
  return Math.max(0, wanted - (now - Math.max(...recent)));
}

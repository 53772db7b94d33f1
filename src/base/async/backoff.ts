export interface Backoff {
  /** The wait after the first failure; each further one doubles it. */
  readonly firstMs: number;
  readonly longestMs: number;
  /**
   * The share of the wait that is random, 0 to 1. 0: exact; 0.5: between half of it and all of it; 1: anything up to it
   * ("full jitter"). 0 by default.
   */
  readonly jitter?: number;
  /** Like Math.random. Without it there is no jitter. */
  readonly random?: () => number;
}

/**
 * Returns how many milliseconds to wait before the next try: `firstMs` doubled `doublings` times, at most `longestMs`,
 * less the jitter. `doublings` is 0 after the first failure. The result is not rounded.
 */
export function backoffMs(
  doublings: number,
  { firstMs, longestMs, jitter = 0, random = () => 1 }: Backoff,
): number {
  return Math.min(longestMs, firstMs * 2 ** doublings) * (1 - jitter + jitter * random());
}

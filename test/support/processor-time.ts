/** Milliseconds of processor time this thread spends on `work`, which other programs don't lengthen. */
export function processorTime(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * How many times as much processor time eight times the size takes: about 8 where time grows with the size, 64
 * where it grows with its square. Times under 2 ms count as 2, being mostly noise.
 */
export function growthByEight(work: (size: number) => unknown, size: number): number {
  work(size);
  const best = (of: number) => Math.min(...[1, 2, 3].map(() => processorTime(() => work(of))));
  return best(size * 8) / Math.max(best(size), 2);
}

/** Above what noise makes of 8, and well under 64. */
export const LINEAR_BY_EIGHT = 32;

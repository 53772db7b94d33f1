/** Starts to measure; returns what tells the milliseconds of this thread's processor time since. A stall adds none. */
export function measureProcessorTime(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
}

/** A text costs 400 times as much as its pieces where time grows with its square. */
const PIECES = 400;
/** Far above the once to twice that are measured where time grows with the length, and as far below 400. */
const MOST_TIMES = 20;
/** Some systems count in steps of four. */
const MEASURABLE_MS = 40;

/** Whether a text of this length takes about as much processor time as its 400 pieces one by one. */
export function isLinear(work: (length: number) => unknown, length: number): boolean {
  const inPieces = measureProcessorTime();
  let rounds = 0;
  for (; inPieces() < MEASURABLE_MS; rounds += 1) {
    for (let piece = 0; piece < PIECES; piece += 1) work(length / PIECES);
  }
  const mostMs = inPieces() * MOST_TIMES;
  const whole = measureProcessorTime();
  for (; rounds > 0 && whole() < mostMs; rounds -= 1) work(length);
  return whole() < mostMs;
}

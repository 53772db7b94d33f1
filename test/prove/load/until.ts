import { setTimeout as wait } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

/** Resolves once it is so; throws, saying what was waited for, where that takes longer. */
export async function until(withinMs: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(`not within ${withinMs} ms: ${what}`);
    await wait(LOOK_EVERY_MS);
  }
}

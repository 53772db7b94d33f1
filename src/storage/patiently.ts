import Sqlite from "better-sqlite3";

import { sleep } from "../base/async/sleep.ts";

/** How long a query waits for another program that writes, if nothing else is said. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 10;

/** Work of this program on another connection to the file; never rejects. */
export type OwnWork = () => Promise<void> | undefined;

/**
 * Repeats `work` while another program has the database locked, up to a limit; then fails as the work does. Waits for
 * `ownWork` however long it takes.
 */
export async function patiently<T>(
  work: () => T | Promise<T>,
  {
    ownWork = () => undefined,
    withinMs = PATIENCE_MS,
  }: { readonly ownWork?: OwnWork; readonly withinMs?: number | undefined } = {},
): Promise<T> {
  let giveUpAt = performance.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    const own = ownWork();
    if (own === undefined) {
      await sleep(RETRY_MS);
      continue;
    }
    await own;
    giveUpAt = performance.now() + withinMs;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

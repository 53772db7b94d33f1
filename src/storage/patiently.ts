import Sqlite from "better-sqlite3";

import { sleep } from "../base/async/sleep.ts";

/** How long a query waits for another program that writes. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 10;

/** Tries `work` until no other program has the database locked, or for so long; then it fails as the work does. */
export async function patiently<T>(work: () => T | Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    await sleep(RETRY_MS);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

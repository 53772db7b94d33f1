import Sqlite from "better-sqlite3";

import { sleep } from "../base/async/sleep.ts";

/** How long a query waits for another program that writes. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 10;

/** What this program itself does to the file meanwhile, on another connection; it never fails. */
export type OwnWork = () => Promise<void> | undefined;

/**
 * Tries `work` until no other program has the database locked, or for so long; then it fails as the work does.
 * `ownWork` is waited for however long it takes.
 */
export async function patiently<T>(
  work: () => T | Promise<T>,
  ownWork: OwnWork = () => undefined,
): Promise<T> {
  let giveUpAt = performance.now() + PATIENCE_MS;
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
    giveUpAt = performance.now() + PATIENCE_MS;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

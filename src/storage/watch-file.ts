import { statSync } from "node:fs";

import { Poller } from "../base/async/poller.ts";
import type { Clock } from "../base/clock.ts";
import { MilepostError } from "../base/errors.ts";
import { copyDatabase } from "./backup.ts";
import type { Database } from "./database.ts";

export interface FileWatchOptions {
  readonly database: Pick<Database, "file" | "queries">;
  readonly clock: Clock;
  /** Called once, with what to do: later writes would be lost. */
  readonly onGone: (error: MilepostError) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 5_000;

/**
 * Watches for the database file being deleted, replaced or emptied under a running bot. Returns a function that stops
 * it.
 */
export function watchDatabaseFile({
  database,
  clock,
  onGone,
  everyMs = EVERY_MS,
}: FileWatchOptions): () => Promise<void> {
  const { file, queries } = database;
  if (file === undefined) return async () => {};
  const first = statSync(file);
  let isTold = false;
  const poll = async () => {
    const seen = statSync(file, { throwIfNoEntry: false });
    const isThere = seen?.ino === first.ino && seen.dev === first.dev;
    if (isTold || (isThere && seen.size > 0)) return everyMs;
    isTold = true;
    const reason = isThere
      ? `The database ${file} was emptied while Milepost ran. Restore a backup and start again.`
      : `The database ${file} was deleted or replaced while Milepost ran. ${await rescue(queries, file)}`;
    onGone(new MilepostError("bad-settings", { reason }));
    return everyMs;
  };
  const poller = new Poller({ clock, poll, onFailure: () => everyMs, isUnref: true });
  poller.start();
  return () => poller.stop();
}

/** A deleted file still exists while it is open, so that a last copy can be made. */
async function rescue(queries: Database["queries"], file: string): Promise<string> {
  const target = `${file}.rescued`;
  try {
    await copyDatabase(queries, target);
    return `What it held is in ${target}: put that in its place and start again.`;
  } catch {
    return "Restore a backup and start again.";
  }
}

import { Poller } from "../base/async/poller.ts";
import type { Clock } from "../base/clock.ts";
import { HOUR_MS } from "../base/duration.ts";
import type { Log } from "../base/log.ts";
import { removeOldBackups } from "./backup.ts";
import { deletionList } from "./deletion-list.ts";
import { controlStates } from "./control-states.ts";
import type { Queries } from "./schema.ts";

export interface HousekeepingOptions {
  readonly queries: Queries;
  readonly clock: Clock;
  readonly log: Log;
  /** Backups made before migrations lie beside it; absent in memory. */
  readonly databaseFile?: string | undefined;
  /** Further sweeps of what other layers store. */
  readonly also?: readonly (() => Promise<unknown>)[];
}

/** Deletes everything that has been kept for as long as promised. A failing part doesn't stop the others. */
export async function sweep({
  queries,
  clock,
  log,
  databaseFile,
  also = [],
}: HousekeepingOptions): Promise<void> {
  const states = async () => {
    const count = await controlStates(queries).forgetExpired(clock.now());
    if (count > 0) log.debug("Forgot expired states of controls", { count });
  };
  const backups = async () => {
    const count = databaseFile === undefined ? 0 : removeOldBackups(databaseFile, clock.now());
    if (count > 0) log.info("Deleted old copies of the database", { count });
  };
  const deletions = async () => {
    if (databaseFile !== undefined) deletionList(databaseFile).tidy(clock.now());
  };
  for (const one of [states, backups, deletions, ...also]) {
    try {
      await one();
    } catch (error) {
      log.warn("A sweep failed; it runs again in an hour", {}, error);
    }
  }
}

/**
 * Sweeps now, every hour, and after a jump of the clock. Returns a function that stops it and waits for a running
 * sweep.
 */
export function startHousekeeping(options: HousekeepingOptions): () => Promise<void> {
  const poller = new Poller({
    clock: options.clock,
    poll: async () => {
      await sweep(options);
      return HOUR_MS;
    },
    onFailure: () => HOUR_MS,
    isUnref: true,
  });
  poller.start();
  return () => poller.stop();
}

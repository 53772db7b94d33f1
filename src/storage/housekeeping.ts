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
 * Sweeps now, every hour, and after a jump of the clock; where that was ahead by more than an hour, an hour later, as
 * what is deleted by a wrong date is gone. Returns a function that stops it and waits for a running sweep.
 */
export function startHousekeeping(options: HousekeepingOptions): () => Promise<void> {
  const doubt = doubtOf(options.clock);
  const poller = new Poller({
    clock: options.clock,
    poll: async () => {
      const doubtMs = doubt();
      if (doubtMs > 0) return doubtMs;
      await sweep(options);
      return HOUR_MS;
    },
    onFailure: () => HOUR_MS,
    isUnref: true,
  });
  poller.start();
  return () => poller.stop();
}

/** Returns a function that gives how long a clock that was set ahead isn't believed yet. */
function doubtOf(clock: Clock): () => number {
  let apartMs = clock.now() - clock.monotonic();
  let believedAt = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    const aheadMs = clock.now() - now - apartMs;
    apartMs += aheadMs;
    if (aheadMs > HOUR_MS) believedAt = now + HOUR_MS;
    if (aheadMs < -HOUR_MS) believedAt = now;
    return believedAt - now;
  };
}

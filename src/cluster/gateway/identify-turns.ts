import { sql } from "kysely";

import { backoffMs } from "../../base/async/backoff.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import { sleep } from "../../base/async/sleep.ts";
import type { Log } from "../../base/log.ts";
import type { IdentifyTurns } from "../../discord/gateway/shared-gateway.ts";
import type { Queries } from "../../storage/schema.ts";

/** Returns in how many milliseconds it is this process's turn to identify in this bucket. */
type ReserveIdentify = (bucket: number, everyMs: number) => Promise<number>;

/** Returns turns that all processes reserve. */
export function reservedTurns(reserve: ReserveIdentify, log: Log): IdentifyTurns {
  return (bucket, everyMs) => {
    // One turn is reserved at a time, so that a process that ends wastes at most one.
    const queue = new SerialQueue();
    return (signal) => queue.take(() => reservedTurn(() => reserve(bucket, everyMs), signal, log));
  };
}

/** Retries a failed reservation: the library would take its failure for one of the connection. */
async function reservedTurn(reserve: () => Promise<number>, signal: AbortSignal, log: Log): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    const waitMs = await reserve().catch((error: unknown) => {
      if (failures === 0) log.warn("A turn to log in could not be reserved; trying again", {}, error);
      return undefined;
    });
    await sleep(waitMs ?? backoffMs(failures, { firstMs: 250, longestMs: 5_000 }), signal);
    if (waitMs !== undefined) return;
  }
}

/** A longer wait means that the server's clock was set back. */
const LONGEST_LINE = sql.raw(`interval '10 minutes'`);

/**
 * Returns a function that reserves a bucket's next login, for all nodes and by the server's clock, and returns in how
 * many milliseconds it is.
 */
export function identifyTurns(queries: Queries): ReserveIdentify {
  return async (bucket, everyMs) => {
    const every = sql`${everyMs}::int * interval '1 millisecond'`;
    const { rows } = await sql<{ waitMs: number }>`
      insert into identify_slots as slot (bucket, next_at) values (${bucket}, clock_timestamp() + ${every})
      on conflict (bucket) do update set next_at = 
        least(greatest(slot.next_at, clock_timestamp()), clock_timestamp() + ${LONGEST_LINE}) + ${every}
      returning ceil(extract(epoch from next_at - ${every} - clock_timestamp()) * 1000)::int as "waitMs"`.execute(
      queries,
    );
    return Math.max(0, rows[0]?.waitMs ?? everyMs);
  };
}

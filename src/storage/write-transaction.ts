import { type RawBuilder, sql } from "kysely";

import { concurrentAdapter } from "./concurrent-adapter.ts";
import type { Queries } from "./schema.ts";

/**
 * Runs a transaction that takes the right to write when it begins. Settles as `work` does, or fails with its commit.
 * With concurrent writers it waits for others with one of the same locks, and `work` may run again.
 */
export function writeTransaction<T>(
  queries: Queries,
  work: (transaction: Queries) => Promise<T>,
  ...locks: readonly string[]
): Promise<T> {
  const adapter = concurrentAdapter(queries);
  if (adapter === undefined) return queries.transaction().execute(work);
  return adapter.transact(queries, work, { locks });
}

/** Returns whether a single statement that failed may have been executed: its answer was lost. */
export function mayBeDone(queries: Queries, error: unknown): boolean {
  return concurrentAdapter(queries)?.isLost(error) ?? false;
}

const NOTHING = sql``;
const FOR_UPDATE = sql`for update`;
const UNLESS_LOCKED = sql`for update skip locked`;

/**
 * Returns a clause that locks a select's rows until the transaction ends. Rows locked by others are waited for, or left
 * out.
 */
export function forUpdate(queries: Queries, which: "all" | "unless-locked" = "all"): RawBuilder<unknown> {
  if (concurrentAdapter(queries) === undefined) return NOTHING;
  return which === "all" ? FOR_UPDATE : UNLESS_LOCKED;
}

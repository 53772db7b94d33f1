import { type RawBuilder, sql } from "kysely";

import { concurrentAdapter } from "./concurrent-adapter.ts";
import type { Queries } from "./schema.ts";

/**
 * A transaction that writes: it takes the right to as it begins. Settles as `work` does, or fails as its commit. Where
 * many write at once it waits for others that named one of the same locks, and `work` may run again.
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

/** Returns whether a statement by itself that failed so may have been done all the same: its answer was lost. */
export function mayBeDone(queries: Queries, error: unknown): boolean {
  return concurrentAdapter(queries)?.isLost(error) ?? false;
}

const NOTHING = sql``;
const FOR_UPDATE = sql`for update`;
const UNLESS_LOCKED = sql`for update skip locked`;

/**
 * Ends a select whose rows nobody else may change before the transaction ends. Rows that another transaction changes
 * are waited for, or left out.
 */
export function forUpdate(queries: Queries, which: "all" | "unless-locked" = "all"): RawBuilder<unknown> {
  if (concurrentAdapter(queries) === undefined) return NOTHING;
  return which === "all" ? FOR_UPDATE : UNLESS_LOCKED;
}

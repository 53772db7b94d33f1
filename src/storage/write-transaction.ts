import type { Queries } from "./schema.ts";

/** A transaction that writes: it takes the right to as it begins. Settles as `work` does, or fails as its commit. */
export function writeTransaction<T>(
  queries: Queries,
  work: (transaction: Queries) => Promise<T>,
): Promise<T> {
  return queries.transaction().execute(work);
}

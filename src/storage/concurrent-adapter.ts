import { PostgresAdapter } from "kysely";

import type { Queries } from "./schema.ts";

/** Of a database that many write to at once. SQLite has one writer, and needs none of this. */
export abstract class ConcurrentAdapter extends PostgresAdapter {
  /** A transaction that begins once it holds the locks of these names, and is made again where it was in the way. */
  abstract transact<T>(
    queries: Queries,
    work: (transaction: Queries) => Promise<T>,
    locks: readonly string[],
  ): Promise<T>;
}

export function concurrentAdapter(queries: Queries): ConcurrentAdapter | undefined {
  const { adapter } = queries.getExecutor();
  return adapter instanceof ConcurrentAdapter ? adapter : undefined;
}

import { PostgresAdapter, type RawBuilder } from "kysely";

import type { Queries } from "./schema.ts";

/** What a transaction holds from its beginning to its end. */
export interface Held {
  /** Names of locks that nobody else may hold. */
  readonly locks?: readonly string[];
  /** Gives one value of a row that it locks; without the row the transaction fails at what `onLost` gives. No parameters. */
  readonly guard?: { readonly select: RawBuilder<unknown>; readonly onLost: () => Error };
}

/** Of a database that many write to at once. SQLite has one writer, and needs none of this. */
export abstract class ConcurrentAdapter extends PostgresAdapter {
  /** A transaction that begins once it holds all that, and is made again where it was in the way. */
  abstract transact<T>(queries: Queries, work: (transaction: Queries) => Promise<T>, held: Held): Promise<T>;

  /** Returns whether the connection was lost before the answer came. */
  abstract isLost(error: unknown): boolean;
}

export function concurrentAdapter(queries: Queries): ConcurrentAdapter | undefined {
  const { adapter } = queries.getExecutor();
  return adapter instanceof ConcurrentAdapter ? adapter : undefined;
}

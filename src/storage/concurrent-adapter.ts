import { PostgresAdapter, type RawBuilder } from "kysely";

import type { Queries } from "./schema.ts";

/** What a transaction holds from beginning to end. */
export interface Held {
  /** Names of exclusive locks. */
  readonly locks?: readonly string[];
  /** Selects a row and locks it; without the row the transaction fails with `onLost`. Must not have parameters. */
  readonly guard?: { readonly select: RawBuilder<unknown>; readonly onLost: () => Error };
}

/** For databases with concurrent writers. SQLite has one writer, and needs none of this. */
export abstract class ConcurrentAdapter extends PostgresAdapter {
  /** Runs a transaction that begins once it holds all of that, and is repeated after a conflict. */
  abstract transact<T>(queries: Queries, work: (transaction: Queries) => Promise<T>, held: Held): Promise<T>;

  /** Returns whether the connection was lost before the answer. */
  abstract isLost(error: unknown): boolean;

  /** Returns every process that may be running. */
  abstract nodeKeys(queries: Queries): Promise<readonly NodeKeysRow[]>;
}

/** What a process said of its keys. */
export interface NodeKeysRow {
  readonly id: string;
  /** False where it has been silent for some seconds: briefly away, or killed. */
  readonly isHeard: boolean;
  /** Its machine; empty while it starts. */
  readonly host: string;
  /** A list in JSON; empty while it starts. */
  readonly keys: string;
}

export function concurrentAdapter(queries: Queries): ConcurrentAdapter | undefined {
  const { adapter } = queries.getExecutor();
  return adapter instanceof ConcurrentAdapter ? adapter : undefined;
}

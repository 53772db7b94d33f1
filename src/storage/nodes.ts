import type { ChangeListener } from "./change-listeners.ts";
import type { Queries } from "./schema.ts";

/** The processes on one database, including this one. A SQLite file has only one. */
export interface Nodes {
  /** This process's id, new at each start. */
  readonly id: string;
  /** How many are running. A killed one counts for six more seconds. */
  readonly count: number;
  /** Calls the listener when `count` changes. Returns a function that stops it. */
  onCount(listener: () => void): () => void;
  /**
   * Takes a lease if it is free, and renews it until it is released or lost. Otherwise returns in how many milliseconds
   * it may be free.
   */
  take(name: string): Promise<Lease | HeldElsewhere>;
  /** Returns whether no other node asked about the same thing within the last 15 minutes: only the first one acts. */
  isFirst(what: string): Promise<boolean>;
  /** Deletes what has expired. */
  tidy(): Promise<void>;
  /** Records, within the transaction, that cached data of all nodes has changed. */
  noteChange(transaction: Queries, what: string): Promise<void>;
  /**
   * Calls the listener within two seconds after any node committed a change of this name. Returns a function that stops
   * it.
   */
  onChange(what: string, listener: ChangeListener): () => void;
  /** Calls the `onChange` listeners of all nodes soon, or not at all where a connection is lost. */
  hint(what: string, detail?: string): void;
}

/** The right to do something that only one node may do at a time. */
export interface Lease {
  readonly name: string;
  /** Higher for later holders. */
  readonly term: number;
  /** Whether an earlier holder may still be finishing its work. */
  readonly mayOverlap: boolean;
  /** Returns whether no other node can have taken it yet, whatever happened to the connection. */
  isHeld(): boolean;
  /** Aborted once the lease is lost or released. */
  readonly signal: AbortSignal;
  /**
   * Like `writeTransaction`, and keeps other nodes from taking the lease before it ends. Throws "busy" where one
   * already has.
   */
  transact<T>(queries: Queries, work: (transaction: Queries) => Promise<T>): Promise<T>;
  /** Frees the lease for the next node. Never rejects. */
  release(): Promise<void>;
}

export interface HeldElsewhere {
  readonly freeInMs: number;
}

import type { ChangeListener } from "./change-listeners.ts";
import type { Queries } from "../schema.ts";

/** The processes that run on one database, this one among them. A file of SQLite has one alone. */
export interface Nodes {
  /** This process's: another one at each start. */
  readonly id: string;
  /** How many run now, this one included. One that was killed counts for six seconds more. */
  readonly count: number;
  /** Calls the listener whenever `count` has changed. Returns what ends that. */
  onCount(listener: () => void): () => void;
  /**
   * Takes the lease of this name if nobody holds it, and renews it until it is released or lost. Returns in how many
   * milliseconds it is free at the earliest where another node holds it.
   */
  take(name: string): Promise<Lease | HeldElsewhere>;
  /**
   * Returns whether no other node asked this of the same thing within the last quarter of an hour: who is told of it
   * too leaves it alone.
   */
  isFirst(what: string): Promise<boolean>;
  /** Forgets what has run out. */
  tidy(): Promise<void>;
  /** Notes, as part of the transaction, that something changed which nodes keep in memory. */
  noteChange(transaction: Queries, what: string): Promise<void>;
  /** Calls the listener within two seconds after a change of this name was committed by any node. Returns what ends that. */
  onChange(what: string, listener: ChangeListener): () => void;
  /** Calls the listeners of `onChange` on all nodes soon, or not at all where a connection is lost meanwhile. */
  hint(what: string, detail?: string): void;
}

/** The right to do something only one node may do at a time. */
export interface Lease {
  readonly name: string;
  /** Later holders have a higher one. */
  readonly term: number;
  /** An earlier holder may still be ending what it began. */
  readonly mayOverlap: boolean;
  /** Whether no other node can have taken it yet, whatever became of the connection. */
  isHeld(): boolean;
  /** Aborted once it is lost or released. */
  readonly signal: AbortSignal;
  /**
   * As `writeTransaction`; no other node can take the lease before the transaction has ended. Throws "busy" where one
   * has it already.
   */
  transact<T>(queries: Queries, work: (transaction: Queries) => Promise<T>): Promise<T>;
  /** The next node needs not wait. Never rejects. */
  release(): Promise<void>;
}

export interface HeldElsewhere {
  readonly freeInMs: number;
}

import type { Clock } from "../base/clock.ts";
import type { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Secret } from "../base/secret.ts";
import type { EmptyingRules } from "./log-emptier.ts";
import type { Engine, Migration } from "./migrate.ts";
import type { Nodes } from "./nodes/nodes.ts";
import type { Queries } from "./schema.ts";

/** An open database, its schema up to date. */
export interface Database {
  readonly engine: Engine;
  readonly queries: Queries;
  /** The processes that use it, as far as they have to know of each other. */
  readonly nodes: Nodes;
  /** The server's time, which all processes on it go by; absent with a file. */
  readonly clock?: Clock;
  /** The file's whole path; absent in memory and on a server. The keyring must not lie in its folder. */
  readonly file?: string;
  /**
   * Writes the log into the file and empties it, so that nothing deleted is left in either. False when somebody
   * else reads for too long: then it is tried again until it is done, or until the database is closed.
   */
  checkpoint(): Promise<boolean>;
  /**
   * The same, and writes the whole file anew first: SQLite leaves pieces of rows behind where it moves them to
   * another page, and overwrites what it deletes alone. Reads go on meanwhile, writes wait. False also while the
   * last time is too short ago. It is done then by itself, at the next start at the latest.
   */
  rewrite(): Promise<boolean>;
  /** Notes that what has these ids is deleted for good, also where an older copy is restored: before it is deleted. */
  noteDeleted(ids: readonly string[]): void;
  /** Settles when this process lost its right to the database: it has to end. A file's is watched otherwise. */
  readonly lost?: Promise<MilepostError>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** `file:` and a path, `:memory:`, or `postgres:` and where it is. */
  readonly url: string;
  /** Of a server that asks for one. */
  readonly password?: Secret | undefined;
  readonly log?: Log;
  readonly clock?: Clock;
  /** False for tools that look on while a bot runs. */
  readonly isOwner?: boolean;
  /** Other processes that say so too may run on the same server. A file is one process's in any case. */
  readonly isShared?: boolean;
  /** It is a backup itself: none is made before it is migrated. */
  readonly isCopy?: boolean;
  readonly migrations?: readonly Migration[];
  readonly emptying?: EmptyingRules;
  /** How long to wait for a server that can't be reached yet. */
  readonly reachWithinMs?: number;
}

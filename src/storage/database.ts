import type { Clock } from "../base/clock.ts";
import { MilepostError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Secret } from "../base/secret.ts";
import type { EmptyingRules } from "./log-emptier.ts";
import type { Engine, Migration } from "./migrate.ts";
import type { Nodes } from "./nodes.ts";
import type { Queries } from "./schema.ts";

/** Returns the error for a second bot on one database. A later start may succeed. */
export function databaseInUse(name: string): MilepostError {
  return new MilepostError("bad-settings", {
    mayPass: true,
    reason: `Another Milepost is using the database ${name}. Stop it first, or give this one its own DATABASE_URL.`,
  });
}

/** An open database with an up-to-date schema. */
export interface Database {
  readonly engine: Engine;
  readonly queries: Queries;
  readonly nodes: Nodes;
  /** The server's clock, which all its processes use; absent with a file. */
  readonly clock?: Clock;
  /** The file's absolute path; absent in memory and on a server. The keyring must not be in its folder. */
  readonly file?: string;
  /**
   * Writes the log into the file and empties it, so that nothing deleted is left in either. Returns false while another
   * program reads: it is then tried again until it succeeds or the database is closed.
   */
  checkpoint(): Promise<boolean>;
  /**
   * Also rewrites the whole file first, since SQLite overwrites deleted rows but not the pieces it leaves when it moves
   * rows between pages. Reads continue meanwhile, writes wait. Returns false also shortly after the last time; it then
   * happens by itself, at the next start at the latest.
   */
  rewrite(): Promise<boolean>;
  /** Runs deletions, and rewrites the file once after all of them. Returns what they return, and what `rewrite` does. */
  rewriteAfter<T>(deletions: () => Promise<T>): Promise<readonly [deleted: T, isOverwritten: boolean]>;
  /** Records ids before they are deleted for good, so that restoring an older copy doesn't bring them back. */
  noteDeleted(ids: readonly string[]): void;
  /** Resolves when this process lost its right to the database and has to end. Files are watched in another way. */
  readonly lost?: Promise<MilepostError>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** `file:` and a path, `:memory:`, or a `postgres:` URL. */
  readonly url: string;
  /** For a server that requires one. */
  readonly password?: Secret | undefined;
  readonly log?: Log;
  readonly clock?: Clock;
  /** False for tools that look on while a bot runs. */
  readonly isOwner?: boolean;
  /** Whether other processes that say the same may use the server, too. A file always has one process. */
  readonly isShared?: boolean;
  /** Whether it is a backup itself, so that none is made before it is migrated. */
  readonly isCopy?: boolean;
  readonly migrations?: readonly Migration[];
  readonly emptying?: EmptyingRules;
  /** How long to wait for a server that can't be reached yet, or a file that another program has locked. */
  readonly reachWithinMs?: number;
}

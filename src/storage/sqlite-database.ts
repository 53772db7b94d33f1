import { AsyncLocalStorage } from "node:async_hooks";

import type Sqlite from "better-sqlite3";
import { Kysely, sql } from "kysely";

import { type Clock, systemClock } from "../base/clock.ts";
import { type Log, silentLog } from "../base/log.ts";
import { backUpBefore, finishBackup } from "./backup.ts";
import type { Database, OpenDatabaseOptions } from "./database.ts";
import { deletionList } from "./deletion-list.ts";
import { LogEmptier } from "./log-emptier.ts";
import { migrate } from "./migrate.ts";
import { migrations as ours } from "./migrations/index.ts";
import type { Nodes } from "./nodes.ts";
import { onlyNode } from "./only-node.ts";
import { keepingPrepared } from "./prepared.ts";
import { FileRewriter } from "./file-rewriter.ts";
import { patientDialect } from "./patient-dialect.ts";
import { patiently } from "./patiently.ts";
import type { Queries, Tables } from "./schema.ts";
import { holdLock, openConnection, pathOf, realPathOf, storageFailure } from "./sqlite-file.ts";

/** Opens a SQLite database: creates its file if necessary, and migrates it after a backup. */
export async function openSqlite(options: OpenDatabaseOptions): Promise<Database> {
  const named = pathOf(options.url);
  const isInMemory = named === ":memory:";
  const file = isInMemory ? named : realPathOf(named);
  const freeLock = isInMemory || options.isOwner === false ? () => {} : holdLock(file);
  try {
    const open = async () => {
      const sqlite = openConnection(file);
      const database = new SqliteDatabase(sqlite, isInMemory ? undefined : file, { ...options, freeLock });
      await database.migrate(options);
      return database;
    };
    const database = await patiently(open, { withinMs: options.reachWithinMs });
    // A killed bot may have left deleted data in the log.
    if (options.isOwner !== false) await database.checkpoint();
    return database;
  } catch (error) {
    freeLock();
    throw storageFailure(error, file) ?? error;
  }
}

class SqliteDatabase implements Database {
  readonly engine = "sqlite";
  readonly nodes: Nodes;
  readonly queries: Queries;
  readonly file?: string;
  readonly #sqlite: Sqlite.Database;
  readonly #freeLock: () => void;
  readonly #emptier: LogEmptier;
  readonly #rewriter: FileRewriter | undefined;
  readonly #clock: Clock;
  readonly #log: Log;
  /** Set within deletions after which the file is rewritten: a second rewrite would have to rest. */
  readonly #isLater = new AsyncLocalStorage<true>();

  constructor(
    sqlite: Sqlite.Database,
    file: string | undefined,
    {
      freeLock,
      log = silentLog,
      clock = systemClock,
      emptying,
    }: OpenDatabaseOptions & { readonly freeLock: () => void },
  ) {
    this.#sqlite = sqlite;
    this.#clock = clock;
    this.#log = log;
    this.nodes = onlyNode(log);
    this.#freeLock = freeLock;
    this.#emptier = new LogEmptier(() => this.#emptyLog(), { log, rules: emptying });
    if (file !== undefined) {
      this.file = file;
      this.#rewriter = new FileRewriter(file);
    }
    const dialect = patientDialect(keepingPrepared(sqlite), () => this.#rewriter?.running);
    this.queries = new Kysely<Tables>({ dialect });
  }

  async migrate({
    migrations = ours,
    clock = systemClock,
    log = silentLog,
    isCopy = false,
  }: OpenDatabaseOptions): Promise<void> {
    const { queries, file } = this;
    const backup =
      file === undefined || isCopy ? undefined : { sqlite: this.#sqlite, queries, file, now: clock.now() };
    try {
      await migrate({
        queries,
        engine: "sqlite",
        migrations,
        clock,
        backUp: async (version) => backup && backUpBefore(version, backup),
        log,
        file,
      });
      if (backup !== undefined) await finishBackup(backup);
    } catch (error) {
      await queries.destroy();
      throw error;
    }
  }

  async checkpoint(): Promise<boolean> {
    return this.#isLater.getStore() === true || this.#emptier.empty();
  }

  async rewrite(): Promise<boolean> {
    await this.#rewriter?.want(this.queries);
    return this.checkpoint();
  }

  async rewriteAfter<T>(deletions: () => Promise<T>): Promise<readonly [T, boolean]> {
    const [settled] = await Promise.allSettled([this.#isLater.run(true, deletions)]);
    const isOverwritten = await this.rewrite();
    if (settled.status === "rejected") throw settled.reason;
    return [settled.value, isOverwritten];
  }

  noteDeleted(ids: readonly string[]): void {
    if (this.file === undefined) return;
    try {
      deletionList(this.file).add(ids, this.#clock.now());
    } catch (error) {
      // Deleted all the same: that an older copy might bring it back is the lesser evil.
      this.#log.warn(
        "What is deleted could not be noted beside the database; a restored copy brings it back",
        {},
        error,
      );
    }
  }

  async close(): Promise<void> {
    await this.#emptier.close();
    await this.queries.destroy();
    this.#freeLock();
  }

  async #emptyLog(): Promise<boolean> {
    if ((await this.#rewriter?.rewriteIfWanted(this.queries)) === false) return false;
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(this.queries);
    return rows[0]?.busy !== 1;
  }
}

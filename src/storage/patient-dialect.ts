import {
  type CompiledQuery,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Driver,
} from "kysely";

import { Semaphore, type Slot } from "../base/async/semaphore.ts";
import { type OwnWork, patiently } from "./patiently.ts";
import type { PreparedConnection as Sqlite } from "./prepared.ts";

/** A connection that implements its own transactions. */
export abstract class TransactingConnection implements DatabaseConnection {
  abstract begin(): Promise<unknown>;
  abstract commit(): Promise<unknown>;
  abstract rollback(): Promise<unknown>;
  abstract release(): void;
  abstract executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;

  // oxlint-disable-next-line require-yield -- nobody streams: all answers are small
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("rows are not streamed");
  }
}

/** Returns Kysely's driver for such connections. */
export function driverOf(
  acquire: () => Promise<TransactingConnection>,
  destroy: () => Promise<void>,
): Driver {
  return {
    init: async () => {},
    acquireConnection: acquire,
    beginTransaction: async (connection: TransactingConnection) => void (await connection.begin()),
    commitTransaction: async (connection: TransactingConnection) => void (await connection.commit()),
    rollbackTransaction: async (connection: TransactingConnection) => void (await connection.rollback()),
    releaseConnection: async (connection: TransactingConnection) => connection.release(),
    destroy,
  };
}

/** Kysely's own lock would be held while a write waits for another program. */
class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * A dialect for one SQLite connection, which would block the whole process while it waits for a lock. Instead, queries
 * that find the database locked by another program are retried, and others run meanwhile. A transaction takes the write
 * lock when it begins, so that nothing in it has to wait. Work of our own, given by `ownWork`, is waited for however
 * long it takes.
 */
export function patientDialect(sqlite: Sqlite, ownWork: OwnWork): Dialect {
  return {
    createAdapter: () => new ManyConnections(),
    createDriver() {
      const line = new Semaphore({ running: 1, waiting: Number.POSITIVE_INFINITY });
      return driverOf(
        async () => new PatientConnection(sqlite, line, ownWork),
        async () => sqlite.close(),
      );
    },
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class PatientConnection extends TransactingConnection {
  readonly #sqlite: Sqlite;
  readonly #line: Semaphore;
  readonly #ownWork: OwnWork;
  /** Set while a transaction is under way. */
  #turn: Slot | undefined;

  constructor(sqlite: Sqlite, line: Semaphore, ownWork: OwnWork) {
    super();
    this.#sqlite = sqlite;
    this.#line = line;
    this.#ownWork = ownWork;
  }

  async begin(): Promise<void> {
    this.#turn = await this.#patientlyInTurn((turn) => {
      this.#run("begin immediate");
      return turn;
    });
  }

  async commit(): Promise<void> {
    this.#run("commit");
  }

  /** A full disk ends the transaction by itself; rolling it back would fail and hide the cause. */
  async rollback(): Promise<void> {
    if (this.#sqlite.inTransaction) this.#run("rollback");
  }

  release(): void {
    this.#turn?.end();
    this.#turn = undefined;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#turn !== undefined) return this.#run(sql, parameters);
    return this.#patientlyInTurn((turn) => {
      const result = this.#run<Row>(sql, parameters);
      turn.end();
      return result;
    });
  }

  #patientlyInTurn<T>(work: (turn: Slot) => T): Promise<T> {
    return patiently(() => this.#inTurn(work), { ownWork: this.#ownWork });
  }

  /** Runs `work` when no transaction is under way. `work` ends its turn, unless it fails. */
  async #inTurn<T>(work: (turn: Slot) => T): Promise<T> {
    const turn = this.#line.reserve();
    if (turn === undefined) throw new Error("a line without an end is never full");
    await turn.started;
    try {
      return work(turn);
    } catch (error) {
      turn.end();
      throw error;
    }
  }

  #run<Row>(sql: string, parameters: readonly unknown[] = []): QueryResult<Row> {
    const statement = this.#sqlite.prepare(sql);
    // Kysely's types decide what a statement returns.
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }
}

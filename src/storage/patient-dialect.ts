import {
  type CompiledQuery,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

import { Semaphore, type Slot } from "../base/async/semaphore.ts";
import { driverOf, TransactingConnection } from "./driver.ts";
import { type OwnWork, patiently } from "./patiently.ts";
import type { PreparedConnection as Sqlite } from "./prepared.ts";

/** Kysely's own lock would be held while a write waits for another program. */
class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * One connection of SQLite, which waits with the whole process where it waits. Here whoever finds the database locked
 * by another program tries again and again, and lets the others go on meanwhile. A transaction takes the right to write
 * as it begins: nothing in it has to wait. What `ownWork` gives is waited for, however long it takes.
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
  /** While a transaction is under way. */
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

  /** A full disk ends the transaction by itself: to roll it back then would fail, and hide why. */
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
    return patiently(() => this.#inTurn(work), this.#ownWork);
  }

  /** Runs `work` when no transaction is under way; the turn is `work`'s to end, unless it fails. */
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
    // Kysely's types say what a statement gives.
    if (statement.reader) return { rows: statement.all(parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }
}

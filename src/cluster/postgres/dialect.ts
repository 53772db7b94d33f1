import {
  type CompiledQuery,
  type Dialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type pg from "pg";

import type { ConcurrentAdapter } from "../../storage/concurrent-adapter.ts";
import { refuseObjects, isRepeatable, isReused } from "../../storage/json-values.ts";
import { driverOf, TransactingConnection } from "../../storage/patient-dialect.ts";
import type { Borrowed, Connections } from "./connections.ts";
import { MOST_TRIES, pauseBeforeRetry, troubleOf } from "./trouble.ts";

/** Returns PostgreSQL for Kysely. Failed statements are retried where that is safe. */
export function postgresDialect(connections: Connections, adapter: ConcurrentAdapter): Dialect {
  return {
    createAdapter: () => adapter,
    createDriver: () =>
      driverOf(
        async () => new PostgresConnection(connections, await connections.acquire()),
        () => connections.end(),
      ),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** A read can be repeated, whatever happened to it. */
const READS = /^\s*(?:select|with)\b(?![\s\S]*\b(?:insert|update|delete)\b)/i;
const BEGINS = /^begin\b/;
const ENDS = /^(?:commit|rollback)\b/;

class PostgresConnection extends TransactingConnection {
  readonly #connections: Connections;
  #borrowed: Borrowed;
  #isInTransaction = false;
  #isBroken = false;
  #isGivenBack = false;

  constructor(connections: Connections, borrowed: Borrowed) {
    super();
    this.#connections = connections;
    this.#borrowed = borrowed;
  }

  begin(): Promise<unknown> {
    return this.#run("begin");
  }

  commit(): Promise<unknown> {
    return this.#run("commit");
  }

  rollback(): Promise<unknown> {
    return this.#run("rollback");
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#run<Row>(sql, parameters);
      } catch (error) {
        if (tries >= MOST_TRIES || this.#isInTransaction || !mayRunAgain(error, sql)) throw error;
        if (this.#isBroken && this.#connections.isOne) throw error;
      }
      await pauseBeforeRetry(tries);
      if (this.#isBroken) await this.#reconnect();
    }
  }

  async #run<Row>(sql: string, parameters: readonly unknown[] = []): Promise<QueryResult<Row>> {
    refuseObjects(parameters);
    if (BEGINS.test(sql)) this.#isInTransaction = true;
    try {
      const answer: pg.QueryResult | readonly pg.QueryResult[] = await this.#borrowed.client.query({
        text: sql,
        values: [...parameters],
        ...(isReused(sql) && { name: nameOf(sql) }),
      });
      if (ENDS.test(sql)) this.#isInTransaction = false;
      return resultOf<Row>(answer);
    } catch (error) {
      const trouble = troubleOf(error);
      this.#isBroken ||= trouble === "lost" || trouble === "unsent" || trouble === "standby";
      if (trouble === "standby") this.#borrowed.renew();
      throw error;
    }
  }

  /** A transaction that could not be rolled back ends with its connection. */
  release(): void {
    this.#giveBack(this.#isBroken || this.#isInTransaction);
  }

  async #reconnect(): Promise<void> {
    this.#giveBack(true);
    this.#borrowed = await this.#connections.acquire();
    this.#isGivenBack = false;
    this.#isBroken = false;
  }

  /** Once: when no other connection could be had, there is none to release. */
  #giveBack(isBroken: boolean): void {
    if (!this.#isGivenBack) this.#borrowed.release(isBroken);
    this.#isGivenBack = true;
  }
}

const names = new Map<string, string>();

/** The name by which a connection recognizes a statement it has prepared. */
function nameOf(sql: string): string {
  const name = names.get(sql) ?? `milepost ${names.size}`;
  names.set(sql, name);
  return name;
}

function mayRunAgain(error: unknown, sql: string): boolean {
  const trouble = troubleOf(error);
  return trouble !== undefined && (trouble !== "lost" || READS.test(sql) || isRepeatable(sql));
}

/** Of several statements sent together, the last one's answer counts. */
function resultOf<Row>(answer: pg.QueryResult | readonly pg.QueryResult[]): QueryResult<Row> {
  const last = "rows" in answer ? answer : answer.at(-1);
  if (last === undefined) return { rows: [] };
  const { command, rowCount, rows } = last;
  // The transaction had failed earlier, and someone caught that failure: nothing was written.
  if (command === "ROLLBACK" && rows.length === 0) return { rows: [{ isRolledBack: true } as Row] };
  const changes = command !== "SELECT" && rowCount !== null;
  // Kysely's types decide what a statement returns.
  return { rows: rows as Row[], ...(changes && { numAffectedRows: BigInt(rowCount) }) };
}

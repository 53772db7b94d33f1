import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";

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

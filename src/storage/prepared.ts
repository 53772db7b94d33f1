import type Sqlite from "better-sqlite3";
import type { SqliteDatabase as Connection, SqliteStatement as Statement } from "kysely";
import { LRUCache } from "lru-cache";

const MOST_KEPT = 250;
/** Statements on rows are kept; those that change the schema or the connection run once. */
const COMES_AGAIN = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i;
/** Results are read at once: a statement being read could not run again. */
type Kept = Pick<Statement, "reader" | "all" | "run" | "iterate">;

export interface PreparedConnection extends Connection {
  /** Also false after a full disk ended the transaction. */
  readonly inTransaction: boolean;
}

/** Returns a connection that keeps prepared statements: parsing a statement takes longer than running most of them. */
export function keepingPrepared(sqlite: Sqlite.Database): PreparedConnection {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  return {
    close: () => void sqlite.close(),
    get inTransaction() {
      return sqlite.inTransaction;
    },
    prepare(text) {
      if (!COMES_AGAIN.test(text)) {
        kept.clear();
        return sqlite.prepare(text);
      }
      const known = kept.get(text);
      if (known !== undefined) return known;
      const prepared = sqlite.prepare(text);
      kept.set(text, prepared);
      return prepared;
    },
  };
}

import type Sqlite from "better-sqlite3";
import type { SqliteDatabase as Connection, SqliteStatement as Statement } from "kysely";
import { LRUCache } from "lru-cache";

const MOST_KEPT = 250;
/** What reads and writes rows. What changes the schema or the connection runs once. */
const COMES_AGAIN = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i;
/** Its answers are read at once: a statement that was still being read could not run again. */
type Kept = Pick<Statement, "reader" | "all" | "run" | "iterate">;

export interface PreparedConnection extends Connection {
  /** False also after a transaction that a full disk ended. */
  readonly inTransaction: boolean;
}

/** A connection that keeps what it prepared: reading a statement's text takes longer than most of them run. */
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

import { sql } from "kysely";

import type { Queries } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

/**
 * A transaction that will write. It takes the right to at once: one that read first would fail when a tool beside
 * the bot, or the bot beside the tool, wrote meanwhile.
 */
export function writeTransaction<T>(
  queries: Queries,
  work: (transaction: Queries) => Promise<T>,
): Promise<T> {
  return inTransaction(queries, async (transaction) => {
    await sql`update facts set value = value where name = ''`.execute(transaction);
    return work(transaction);
  });
}

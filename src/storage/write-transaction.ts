import { sql } from "kysely";

import type { Queries } from "./schema.ts";

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

/**
 * A transaction whose failure is the work's own: a full disk ends the transaction, its rollback then fails in turn,
 * and that would hide why.
 */
export async function inTransaction<T>(
  queries: Queries,
  work: (transaction: Queries) => Promise<T>,
): Promise<T> {
  let failure: { readonly error: unknown } | undefined;
  try {
    return await queries.transaction().execute(async (transaction) => {
      try {
        return await work(transaction);
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
  } catch (error) {
    throw failure === undefined ? error : failure.error;
  }
}

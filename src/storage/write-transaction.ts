import type { Queries } from "./schema.ts";

/**
 * A transaction that writes. Its failure is the work's own: a full disk ends the transaction, its rollback then fails
 * in turn, and that would hide why.
 */
export async function writeTransaction<T>(
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

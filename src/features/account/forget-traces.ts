import { forgetUnranked } from "../../storage/forget-unranked.ts";
import type { ControlStates } from "../../storage/control-states.ts";
import type { Database } from "../../storage/database.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";

/**
 * Deletes a member's data and its last traces, and overwrites them. Returns whether no byte of it is left in the
 * database or its log; false where that has to wait, and then happens as soon as it can.
 */
export type ForgetTraces = <T>(
  memberId: string,
  deleteData: () => Promise<T>,
) => Promise<readonly [deleted: T, isOverwritten: boolean]>;

/** The hint sent when a member was forgotten, so that every process drops what it has in memory. */
export const FORGOTTEN_CHANGE = "forgotten";

export function createForgetTraces(
  database: Pick<Database, "queries" | "nodes" | "rewriteAfter" | "noteDeleted">,
  states: Pick<ControlStates, "forgetOwner">,
): ForgetTraces {
  return (memberId, deleteData) =>
    database.rewriteAfter(async () => {
      const deleted = await deleteData();
      database.noteDeleted([memberId]);
      await states.forgetOwner(memberId);
      await forgetUnranked(database.queries);
      await database.queries.deleteFrom("departed_members").where("discord_id", "=", memberId).execute();
      await writeTransaction(database.queries, (transaction) =>
        database.nodes.noteChange(transaction, FORGOTTEN_CHANGE),
      );
      return deleted;
    });
}

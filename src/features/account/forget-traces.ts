import type { ControlStates } from "../../storage/control-states.ts";
import type { Database } from "../../storage/database.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";

/**
 * The last step of forgetting a member. Gives whether not one byte of all that was deleted before is left in the
 * database or its log; false where that can't be done at once: then it is done as soon as it can.
 */
export type ForgetTraces = (memberId: string) => Promise<boolean>;

/** Is noted when a member was forgotten: what processes have of members in memory goes. */
export const FORGOTTEN_CHANGE = "forgotten";

export function createForgetTraces(
  database: Pick<Database, "queries" | "nodes" | "rewrite" | "noteDeleted">,
  states: Pick<ControlStates, "forgetOwner">,
): ForgetTraces {
  return async (memberId) => {
    database.noteDeleted([memberId]);
    await states.forgetOwner(memberId);
    await writeTransaction(database.queries, (transaction) =>
      database.nodes.noteChange(transaction, FORGOTTEN_CHANGE),
    );
    return database.rewrite();
  };
}

import { writeTransaction } from "../../storage/write-transaction.ts";
import type { DeathNotice, LinkOf, SessionState } from "../session.ts";
import type { SessionDeps } from "./session-deps.ts";
import { noteState } from "./session-notices.ts";
import { sessionRows, sessionsLock } from "./session-rows.ts";

interface Learnt {
  readonly state: SessionState;
  /** Of a death that is final. */
  readonly why?: DeathNotice;
}

/** Follows what was learnt of a session, where it is still the link it was learnt of. Returns whether it is new. */
export async function markState(
  { queries, origin, clock }: SessionDeps,
  { discordId, id, linkedAt }: LinkOf,
  { state, why }: Learnt,
): Promise<boolean> {
  return writeTransaction(
    queries,
    async (transaction) => {
      const rows = sessionRows(transaction);
      const row = await rows.find({ discordId, origin, id });
      if (row === undefined || row.is_final === 1) return false;
      if (linkedAt !== undefined && linkedAt !== row.linked_at) return false;
      if (row.state === state && why === undefined) return false;
      const at = clock.now();
      const final = why === undefined ? {} : { is_final: 1, renewing_since: null };
      await rows.update(row.id, { state, state_since: at, ...final });
      await noteState(transaction, { discordId, before: row.state, state, at, why });
      return true;
    },
    sessionsLock(discordId),
  );
}

import { isMilepostError } from "../../base/errors.ts";
import { sessionUses } from "./session-use-rows.ts";
import { type SessionRow, sessionRows } from "./session-rows.ts";
import { snapshotRows } from "./snapshot-rows.ts";
import type { SessionDeps } from "./save-session.ts";
import { openAccount, readAccount } from "./seal-session.ts";
import type { HeldSession, LinkedAccount } from "../session.ts";

/** What is kept of a member's sessions: nothing in it has to be opened for it to be deleted. */
export async function heldSessions(
  { queries, origin, sealer }: Pick<SessionDeps, "queries" | "origin" | "sealer">,
  discordId: string,
): Promise<readonly HeldSession[]> {
  const accountOf = (row: SessionRow): LinkedAccount | undefined => {
    try {
      return readAccount(openAccount(sealer, row));
    } catch (error) {
      if (!isMilepostError(error, "unopenable")) throw error;
      return undefined;
    }
  };
  const rows = await sessionRows(queries).list({ discordId, origin });
  return Promise.all(
    rows.map(async (row) => {
      const account = accountOf(row);
      return {
        discordId,
        id: row.id,
        ...(account !== undefined && { account }),
        uses: await sessionUses(queries).count(row.id),
        snapshots: await snapshotRows(queries).count(row.id),
      };
    }),
  );
}

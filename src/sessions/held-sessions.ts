import { isMilepostError } from "../base/errors.ts";
import { sessionUses } from "../storage/tables/session-uses.ts";
import { type SessionRow, sessionRows } from "../storage/tables/sessions.ts";
import { snapshotRows } from "../storage/tables/snapshots.ts";
import type { SessionDesk } from "./keep.ts";
import { openAccount, readAccount } from "./session-row.ts";
import type { HeldSession, LinkedAccount } from "./session.ts";

/** What is kept of a member's sessions: nothing in it has to be opened for it to be deleted. */
export async function heldSessions(
  { queries, origin, sealer }: Pick<SessionDesk, "queries" | "origin" | "sealer">,
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

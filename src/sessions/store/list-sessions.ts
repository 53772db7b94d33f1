import type { WantedCookies } from "../../platform/cookie-rules.ts";
import { areTokens } from "../../platform/oauth/tokens.ts";
import { isMilepostError } from "../../base/errors.ts";
import { usesOf } from "./session-use-rows.ts";
import { countOf, type SessionRow, sessionRows } from "./session-rows.ts";
import type { SessionDeps } from "./session-deps.ts";
import { cookiesContext, openAccount, readAccount, summaryOf } from "./seal-session.ts";
import type { StoredSession, LinkedAccount } from "../session.ts";
import type { SnapshotStore } from "./snapshot-store.ts";

/** Returns a member's stored sessions. None has to be opened to be deleted. */
export async function listStored(
  { queries, origin, sealer }: Pick<SessionDeps, "queries" | "origin" | "sealer">,
  discordId: string,
): Promise<readonly StoredSession[]> {
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
        uses: await countOf(queries, "session_uses", row.id),
        snapshots: await countOf(queries, "snapshots", row.id),
      };
    }),
  );
}

function maskedCredential(serialised: string, { cookies }: WantedCookies) {
  if (areTokens(serialised)) return { tokens: "[secret]" };
  return { cookies: Object.fromEntries(cookies.map(({ name }) => [name, "[secret]"])) };
}

interface ExportDeps extends Pick<SessionDeps, "queries" | "origin" | "sealer"> {
  readonly wanted: WantedCookies;
  readonly snapshots: SnapshotStore;
}

/** Returns everything stored about a member's sessions except cookies and tokens. */
export async function exportSessions(
  { queries, origin, sealer, wanted, snapshots }: ExportDeps,
  discordId: string,
): Promise<unknown> {
  const rows = await sessionRows(queries).list({ discordId, origin });
  return Promise.all(
    rows.map(async (row) => {
      const { discordId: _, ...summary } = summaryOf(sealer, row);
      const kept = await snapshots.list({ discordId, id: row.id });
      return {
        ...summary,
        ...maskedCredential(sealer.open(cookiesContext(row), row.cookies), wanted),
        uses: await usesOf(queries, row.id),
        snapshots: kept.map(({ takenAt, content }) => ({ takenAt, content: JSON.parse(content) as unknown })),
      };
    }),
  );
}

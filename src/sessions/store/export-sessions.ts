import type { WantedCookies } from "../../platform/cookie-rules.ts";
import { sessionUses } from "./session-use-rows.ts";
import { sessionRows } from "./session-rows.ts";
import type { SessionDeps } from "./save-session.ts";
import { summaryOf } from "./seal-session.ts";
import type { SnapshotStore } from "../session.ts";

interface ExportParts extends Pick<SessionDeps, "queries" | "origin" | "sealer"> {
  readonly wanted: WantedCookies;
  readonly snapshots: SnapshotStore;
}

/** What is kept of a member's sessions: everything but the values of their cookies. */
export async function exportSessions(
  { queries, origin, sealer, wanted, snapshots }: ExportParts,
  discordId: string,
): Promise<unknown> {
  const rows = await sessionRows(queries).list({ discordId, origin });
  return Promise.all(
    rows.map(async (row) => {
      const { discordId: _, ...summary } = summaryOf(sealer, row);
      const kept = await snapshots.list({ discordId, id: row.id });
      return {
        ...summary,
        cookies: Object.fromEntries(wanted.cookies.map(({ name }) => [name, "[secret]"])),
        uses: await sessionUses(queries).list(row.id),
        snapshots: kept.map(({ takenAt, content }) => ({ takenAt, content: JSON.parse(content) as unknown })),
      };
    }),
  );
}

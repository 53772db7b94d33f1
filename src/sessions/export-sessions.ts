import type { WantedCookies } from "../platform/cookie-rules.ts";
import { sessionUses } from "../storage/tables/session-uses.ts";
import { sessionRows } from "../storage/tables/sessions.ts";
import type { SessionDesk } from "./keep.ts";
import { summaryOf } from "./session-row.ts";
import type { SnapshotStore } from "./session.ts";

interface ExportParts extends Pick<SessionDesk, "queries" | "origin" | "sealer"> {
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

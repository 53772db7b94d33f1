import { randomBytes } from "node:crypto";

import type { Selectable } from "kysely";

import type { Queries } from "../../storage/schema.ts";
import type { SnapshotsTable } from "../../storage/session-schema.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type { RowContext, Sealer } from "../seal/sealer.ts";
import type { SessionOf } from "../session.ts";
import { sessionDeps, type SessionStoreOptions } from "./session-deps.ts";
import { sessionRows, sessionsLock } from "./session-rows.ts";

type SnapshotRow = Selectable<SnapshotsTable>;

/** Daily snapshots of one session for 90 days, with room. */
const MOST_LISTED = 200;

/** What a snapshot is bound to: its row, session and member. */
export function snapshotContext(
  row: Pick<SnapshotRow, "id" | "session_id" | "revision">,
  discordId: string,
): RowContext {
  const rowId = `${row.session_id}/${row.id}`;
  return { label: "milepost/snapshot/v1", discordId, rowId, revision: row.revision };
}

export type SnapshotStore = ReturnType<typeof createSnapshotStore>;

/** Snapshots of members' progress, to show changes: sealed, kept for 90 days. */
export function createSnapshotStore(options: Omit<SessionStoreOptions, "idleDays">) {
  const { queries, origin, sealer, clock, sealing } = sessionDeps(options);
  const put = async ({ discordId, id }: Required<SessionOf>, content: string) =>
    writeTransaction(
      queries,
      async (transaction) => {
        // If consent was withdrawn or the session unlinked meanwhile, nothing is stored.
        const session = await sessionRows(transaction).find({ discordId, origin, id });
        if (session === undefined || session.keeps_snapshots !== 1) return undefined;
        const row = { id: randomBytes(16).toString("base64url"), session_id: session.id, revision: 1 };
        const sealed = sealer.sealContent(snapshotContext(row, discordId), content);
        await transaction
          .insertInto("snapshots")
          .values({ ...row, ...sealed, taken_at: clock.now() })
          .execute();
        return row.id;
      },
      sessionsLock(discordId),
    );
  return {
    /** Stores JSON text. Undefined when the session is gone or snapshots are off. */
    put: (of: Required<SessionOf>, content: string) => sealing(() => put(of, content)),
    /** Newest first. */
    async list(
      of: Required<SessionOf>,
      {
        before = Number.MAX_SAFE_INTEGER,
        limit = MOST_LISTED,
      }: { readonly before?: number; readonly limit?: number } = {},
    ) {
      const session = await sessionRows(queries).find({ ...of, origin });
      if (session === undefined) return [];
      const rows = await queries
        .selectFrom("snapshots")
        .selectAll()
        .where("session_id", "=", session.id)
        .where("taken_at", "<", before)
        .orderBy("taken_at", "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        takenAt: row.taken_at,
        content: sealer.open(snapshotContext(row, of.discordId), row.content),
      }));
    },
  };
}

/** Seals a snapshot again if it has not changed. */
export async function resealSnapshot(
  queries: Queries,
  sealer: Sealer,
  row: SnapshotRow,
  discordId: string,
): Promise<void> {
  const text = sealer.open(snapshotContext(row, discordId), row.content);
  const next = { ...row, revision: row.revision + 1 };
  await queries
    .updateTable("snapshots")
    .set({ revision: next.revision, ...sealer.sealContent(snapshotContext(next, discordId), text) })
    .where("id", "=", row.id)
    .where("revision", "=", row.revision)
    .execute();
}

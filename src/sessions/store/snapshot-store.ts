import { randomBytes } from "node:crypto";

import { sessionRows, sessionsLock, type SnapshotRow } from "./session-rows.ts";
import { snapshotRows } from "./snapshot-rows.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import type { RowContext } from "../seal/sealer.ts";
import type { SnapshotStore } from "../session.ts";
import { sessionDeps, type SessionStoreOptions } from "./session-deps.ts";

/** Of one session; daily ones for 90 days, with room. */
const MOST_LISTED = 200;

/** What a snapshot is bound to: its own row, its session and its member. */
export function snapshotContext(row: SnapshotRow, discordId: string): RowContext {
  const rowId = `${row.session_id}/${row.id}`;
  return { label: "milepost/snapshot/v1", discordId, rowId, revision: row.revision };
}

export function createSnapshotStore(options: Omit<SessionStoreOptions, "idleDays">): SnapshotStore {
  const { queries, origin, sealer, clock, sealing } = sessionDeps(options);
  const put: SnapshotStore["put"] = async ({ discordId, id }, content) =>
    writeTransaction(
      queries,
      async (transaction) => {
        // A no that came meanwhile, or an unlink, holds: nothing is kept behind it.
        const session = await sessionRows(transaction).find({ discordId, origin, id });
        if (session === undefined || session.keeps_snapshots !== 1) return undefined;
        const row = {
          id: randomBytes(16).toString("base64url"),
          session_id: session.id,
          taken_at: clock.now(),
          revision: 1,
          key_kind: "mpk1",
          key_id: 0,
          content: Buffer.alloc(0),
        };
        const { keyId, records } = sealer.seal([[snapshotContext(row, discordId), content]]);
        const [sealed = Buffer.alloc(0)] = records;
        await snapshotRows(transaction).insert({ ...row, key_id: keyId, content: sealed });
        return row.id;
      },
      sessionsLock(discordId),
    );
  return {
    put: (of, content) => sealing(() => put(of, content)),
    async list(of, { before = Number.MAX_SAFE_INTEGER, limit = MOST_LISTED } = {}) {
      const session = await sessionRows(queries).find({ ...of, origin });
      if (session === undefined) return [];
      const rows = await snapshotRows(queries).list(session.id, { before, limit });
      return rows.map((row) => ({
        takenAt: row.taken_at,
        content: sealer.open(snapshotContext(row, of.discordId), row.content),
      }));
    },
  };
}

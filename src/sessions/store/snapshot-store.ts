import { randomBytes } from "node:crypto";

import { sessionRows, type SnapshotRow } from "./session-rows.ts";
import { snapshotRows } from "./snapshot-rows.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";
import { createSealer, type RowContext } from "../seal/sealer.ts";
import type { SessionOf, SnapshotStore } from "../session.ts";
import type { SessionStoreOptions } from "./session-deps.ts";
import { withKnownKey } from "../keyring/take-up-keys.ts";

/** Of one session; daily ones for 90 days, with room. */
const MOST_LISTED = 200;

/** What a snapshot is bound to: its own row, its session and its member. */
export function snapshotContext(row: SnapshotRow, discordId: string): RowContext {
  const rowId = `${row.session_id}/${row.id}`;
  return { label: "milepost/snapshot/v1", discordId, rowId, revision: row.revision };
}

export function createSnapshotStore({
  database: { queries },
  keyring,
  place,
  clock,
}: Omit<SessionStoreOptions, "idleDays">): SnapshotStore {
  const { origin } = new URL(place.hosts.portal);
  const sealer = createSealer(keyring, origin);
  const find = async ({ discordId, id }: Required<SessionOf>) =>
    sessionRows(queries).find({ discordId, origin, id });
  const put: SnapshotStore["put"] = async ({ discordId, id }, content) =>
    writeTransaction(queries, async (transaction) => {
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
    });
  return {
    put: (of, content) => withKnownKey({ queries, keyring, clock }, () => put(of, content)),
    async list(of, { before = Number.MAX_SAFE_INTEGER, limit = MOST_LISTED } = {}) {
      const session = await find(of);
      if (session === undefined) return [];
      const rows = await snapshotRows(queries).list(session.id, { before, limit });
      return rows.map((row) => ({
        id: row.id,
        sessionId: row.session_id,
        takenAt: row.taken_at,
        content: sealer.open(snapshotContext(row, of.discordId), row.content),
      }));
    },
    async delete(of, id) {
      const session = await find(of);
      return session === undefined ? 0 : snapshotRows(queries).delete(session.id, id);
    },
  };
}

import type { Insertable } from "kysely";

import type { Queries } from "../../storage/schema.ts";
import type { SnapshotsTable } from "../../storage/session-schema.ts";
import type { SnapshotRow } from "./session-rows.ts";

/** Progress snapshots as they lie in the database: sealed. */
export interface SnapshotRows {
  insert(row: Insertable<SnapshotsTable>): Promise<void>;
  /** Newest first. */
  list(
    sessionId: string,
    options: { readonly before: number; readonly limit: number },
  ): Promise<readonly SnapshotRow[]>;
  delete(sessionId: string): Promise<void>;
}

export function snapshotRows(queries: Queries): SnapshotRows {
  return {
    async insert(row) {
      await queries.insertInto("snapshots").values(row).execute();
    },
    async list(sessionId, { before, limit }) {
      return queries
        .selectFrom("snapshots")
        .selectAll()
        .where("session_id", "=", sessionId)
        .where("taken_at", "<", before)
        .orderBy("taken_at", "desc")
        .orderBy("id")
        .limit(limit)
        .execute();
    },
    async delete(sessionId) {
      await queries.deleteFrom("snapshots").where("session_id", "=", sessionId).execute();
    },
  };
}

/** Deletes what is older; gives how many. */
export async function deleteSnapshotsBefore(queries: Queries, at: number): Promise<number> {
  const result = await queries.deleteFrom("snapshots").where("taken_at", "<=", at).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Seals a row anew that still has the revision that was read. */
export async function replaceSnapshot(
  queries: Queries,
  { id, revision }: Pick<SnapshotRow, "id" | "revision">,
  changes: Pick<SnapshotRow, "revision" | "key_id" | "content">,
): Promise<void> {
  await queries
    .updateTable("snapshots")
    .set(changes)
    .where("id", "=", id)
    .where("revision", "=", revision)
    .execute();
}

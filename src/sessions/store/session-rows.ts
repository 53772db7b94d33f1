import type { Insertable, Selectable, Updateable } from "kysely";

import type { Queries } from "../../storage/schema.ts";
import type { SessionsTable } from "../../storage/session-schema.ts";
import type { SessionOf, SessionState, SessionUse } from "../session.ts";

const MOST_KEPT = 50;

/** Records what a session was used for; only the last uses are kept. */
export async function noteUse(
  queries: Queries,
  sessionId: string,
  { at, command, isAway }: SessionUse,
): Promise<void> {
  await queries
    .insertInto("session_uses")
    .values({ session_id: sessionId, at, command, is_away: isAway ? 1 : 0 })
    .execute();
  const oldest = queries
    .selectFrom("session_uses")
    .select("id")
    .where("session_id", "=", sessionId)
    .orderBy("id", "desc")
    .limit(1)
    .offset(MOST_KEPT);
  await queries
    .deleteFrom("session_uses")
    .where("session_id", "=", sessionId)
    .where("id", "<=", oldest)
    .execute();
}

/** Newest first. */
export async function usesOf(queries: Queries, sessionId: string): Promise<readonly SessionUse[]> {
  const rows = await queries
    .selectFrom("session_uses")
    .select(["at", "command", "is_away"])
    .where("session_id", "=", sessionId)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ at, command, is_away: isAway }) => ({ at, command, isAway: isAway === 1 }));
}

export type SessionRow = Selectable<SessionsTable>;

/** A member on one platform. */
export interface RowsOf {
  readonly discordId: string;
  readonly origin: string;
}

/** The lock for decisions about a member's sessions. */
export function sessionsLock(discordId: string): string {
  return `sessions ${discordId}`;
}

export function sessionRows(queries: Queries) {
  const ofMember = ({ discordId, origin }: RowsOf) =>
    queries
      .selectFrom("sessions")
      .selectAll()
      .where("discord_id", "=", discordId)
      .where("origin", "=", origin);
  return {
    async find({ id, ...of }: RowsOf & { readonly id?: string }): Promise<SessionRow | undefined> {
      const query = ofMember(of);
      const chosen = id === undefined ? query.where("is_active", "=", 1) : query.where("id", "=", id);
      return chosen.executeTakeFirst();
    },
    async list(of: RowsOf): Promise<readonly SessionRow[]> {
      return ofMember(of).orderBy("linked_at").orderBy("id").execute();
    },
    async insert(row: Insertable<SessionsTable>): Promise<void> {
      await queries.insertInto("sessions").values(row).execute();
    },
    /** Changes a row at this revision. Returns false when it has another one, or is gone. */
    async replace(id: string, revision: number, changes: Updateable<SessionsTable>): Promise<boolean> {
      const result = await queries
        .updateTable("sessions")
        .set(changes)
        .where("id", "=", id)
        .where("revision", "=", revision)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async update(id: string, changes: Updateable<SessionsTable>): Promise<void> {
      await queries.updateTable("sessions").set(changes).where("id", "=", id).execute();
    },
    /** Makes a session the member's active one. */
    async activate({ discordId, origin }: RowsOf, id: string): Promise<void> {
      const ofThem = queries
        .updateTable("sessions")
        .where("discord_id", "=", discordId)
        .where("origin", "=", origin);
      await ofThem.set({ is_active: 0 }).where("is_active", "=", 1).execute();
      await ofThem.set({ is_active: 1 }).where("id", "=", id).execute();
    },
    async delete(ids: readonly string[]): Promise<number> {
      const result = await queries.deleteFrom("sessions").where("id", "in", ids).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

/** Returns how many uses or snapshots of a session are stored. */
export async function countOf(
  queries: Queries,
  table: "session_uses" | "snapshots",
  sessionId: string,
): Promise<number> {
  const { count } = await queries
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function interruptedSessions(
  queries: Queries,
  origin: string,
  since: number,
): Promise<readonly Required<SessionOf>[]> {
  return queries
    .selectFrom("sessions")
    .select(["discord_id as discordId", "id"])
    .where("origin", "=", origin)
    .where("renewing_since", ">=", since)
    .where("is_final", "=", 0)
    .orderBy("renewing_since")
    .execute();
}

/** Returns dead sessions neither used nor probed since this time. */
export async function deadAway(
  queries: Queries,
  origin: string,
  { untouchedSince, limit }: { readonly untouchedSince: number; readonly limit: number },
): Promise<readonly Required<SessionOf>[]> {
  return queries
    .selectFrom("sessions")
    .select(["discord_id as discordId", "id"])
    .where("origin", "=", origin)
    .where("allows_away", "=", 1)
    .where("state", "=", "dead" satisfies SessionState)
    .where("is_active", "=", 1)
    .where("is_final", "=", 0)
    .where("state_since", "<=", untouchedSince)
    .where("last_used_at", "<=", untouchedSince)
    .orderBy("last_used_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

import type { Queries } from "../../storage/schema.ts";

interface UseRow {
  readonly at: number;
  readonly command: string;
  readonly isAway: boolean;
}

/** What a session was used for. */
export interface SessionUses {
  /** Keeps the last `most` of a session. */
  add(sessionId: string, use: UseRow, most: number): Promise<void>;
  /** Newest first. */
  list(sessionId: string): Promise<readonly UseRow[]>;
}

export function sessionUses(queries: Queries): SessionUses {
  return {
    async add(sessionId, { at, command, isAway }, most) {
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
        .offset(most);
      await queries
        .deleteFrom("session_uses")
        .where("session_id", "=", sessionId)
        .where("id", "<=", oldest)
        .execute();
    },
    async list(sessionId) {
      const rows = await queries
        .selectFrom("session_uses")
        .select(["at", "command", "is_away"])
        .where("session_id", "=", sessionId)
        .orderBy("id", "desc")
        .execute();
      return rows.map(({ at, command, is_away: isAway }) => ({ at, command, isAway: isAway === 1 }));
    },
  };
}

import type { Queries } from "../../storage/schema.ts";
import type { SessionUse } from "../session.ts";

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

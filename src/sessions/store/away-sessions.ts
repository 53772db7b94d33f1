import type { Queries } from "../../storage/schema.ts";
import type { SessionOf, SessionState } from "../session.ts";

type Ids = Required<SessionOf>;

function awayOnes(queries: Queries, origin: string, state: SessionState) {
  return queries
    .selectFrom("sessions")
    .select(["discord_id as discordId", "id"])
    .where("origin", "=", origin)
    .where("allows_away", "=", 1)
    .where("state", "=", state);
}

/** Sessions that live and may be used while their member is away. */
export async function livingAway(queries: Queries, origin: string): Promise<readonly Ids[]> {
  return awayOnes(queries, origin, "alive").orderBy("id").execute();
}

/** Active ones that died, neither used nor asked about since this time; whoever waited longest first. */
export async function deadAway(
  queries: Queries,
  origin: string,
  { untouchedSince, limit }: { readonly untouchedSince: number; readonly limit: number },
): Promise<readonly Ids[]> {
  return awayOnes(queries, origin, "dead")
    .where("is_active", "=", 1)
    .where("state_since", "<=", untouchedSince)
    .where("last_used_at", "<=", untouchedSince)
    .orderBy("last_used_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

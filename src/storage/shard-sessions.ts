import type { Clock } from "../base/clock.ts";
import type { Queries } from "./schema.ts";

/** A shard's gateway session, and how far it was read. */
export interface ShardSession {
  readonly shardId: number;
  readonly shardCount: number;
  readonly sessionId: string;
  readonly sequence: number;
  readonly resumeURL: string;
}

interface ShardRowsOptions {
  readonly queries: Queries;
  readonly clock: Clock;
  /** Identifies the token: another one has no sessions here. */
  readonly bot: string;
}

export function shardSessions({ queries, clock, bot }: ShardRowsOptions) {
  return {
    /** Returns the sessions saved within this time, for this number of shards. */
    async load(shardCount: number, withinMs: number): Promise<readonly ShardSession[]> {
      const rows = await queries
        .selectFrom("gateway_sessions")
        .selectAll()
        .where("shard_count", "=", shardCount)
        .where("bot", "=", bot)
        .where("saved_at", ">", clock.now() - withinMs)
        .orderBy("shard")
        .execute();
      return rows.map((row) => ({
        shardId: row.shard,
        shardCount: row.shard_count,
        sessionId: row.session_id,
        sequence: row.sequence,
        resumeURL: row.resume_url,
      }));
    },

    async save(sessions: readonly ShardSession[]): Promise<void> {
      const rows = sessions.map((session) => ({
        shard_count: session.shardCount,
        shard: session.shardId,
        bot,
        session_id: session.sessionId,
        sequence: session.sequence,
        resume_url: session.resumeURL,
        saved_at: clock.now(),
      }));
      await queries
        .insertInto("gateway_sessions")
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(["shard_count", "shard"]).doUpdateSet((row) => ({
            bot: row.ref("excluded.bot"),
            session_id: row.ref("excluded.session_id"),
            sequence: row.ref("excluded.sequence"),
            resume_url: row.ref("excluded.resume_url"),
            saved_at: row.ref("excluded.saved_at"),
          })),
        )
        .execute();
    },
  };
}

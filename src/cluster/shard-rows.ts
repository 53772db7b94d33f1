import { sql } from "kysely";

import type { Clock } from "../base/clock.ts";
import type { Nodes } from "../storage/nodes.ts";
import type { Queries } from "../storage/schema.ts";
import { writeTransaction } from "../storage/write-transaction.ts";

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

/** The sessions of a bot's shards. */
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

/** The hint sent when the number of shards has changed. */
const COUNT_CHANGE = "shard-count";

/**
 * Returns a function that raises the number of shards to at least this, for all nodes, and returns it. Where it may
 * fall, it does so to half or less, and only while no other node runs, since sessions belong to one number.
 */
export function agreeOnShardCount(
  { queries, bot }: Pick<ShardRowsOptions, "queries" | "bot">,
  nodes: Pick<Nodes, "noteChange" | "count">,
): (need: number, mayFall?: boolean) => Promise<number> {
  return (need, mayFall = false) =>
    writeTransaction(
      queries,
      async (transaction) => {
        const known = await transaction
          .selectFrom("shard_counts")
          .select("shard_count")
          .where("bot", "=", bot)
          .executeTakeFirst();
        const before = known?.shard_count ?? 0;
        const isFalling = mayFall && nodes.count === 1 && need * 2 <= before;
        if (before >= need && !isFalling) return before;
        await transaction
          .insertInto("shard_counts")
          .values({ bot, shard_count: need })
          .onConflict((conflict) => conflict.column("bot").doUpdateSet({ shard_count: need }))
          .execute();
        await nodes.noteChange(transaction, COUNT_CHANGE);
        return need;
      },
      "shard-count",
    );
}

/** A longer wait means that the server's clock was set back. */
const LONGEST_LINE = sql.raw(`interval '10 minutes'`);

/**
 * Returns a function that reserves a bucket's next login, for all nodes and by the server's clock, and returns in how
 * many milliseconds it is.
 */
export function identifyTurns(queries: Queries): (bucket: number, everyMs: number) => Promise<number> {
  return async (bucket, everyMs) => {
    const every = sql`${everyMs}::int * interval '1 millisecond'`;
    const { rows } = await sql<{ waitMs: number }>`
      insert into identify_slots as slot (bucket, next_at) values (${bucket}, clock_timestamp() + ${every})
      on conflict (bucket) do update set next_at = 
        least(greatest(slot.next_at, clock_timestamp()), clock_timestamp() + ${LONGEST_LINE}) + ${every}
      returning ceil(extract(epoch from next_at - ${every} - clock_timestamp()) * 1000)::int as "waitMs"`.execute(
      queries,
    );
    return Math.max(0, rows[0]?.waitMs ?? everyMs);
  };
}

import { sql } from "kysely";

import type { Clock } from "../base/clock.ts";
import type { Nodes } from "./nodes/nodes.ts";
import type { Queries } from "./schema.ts";
import { writeTransaction } from "./write-transaction.ts";

/** How far one shard's session at Discord was read. */
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
  /** Stands for the token: of another one nothing holds. */
  readonly bot: string;
}

/** The sessions of a bot's shards. */
export function shardSessions({ queries, clock, bot }: ShardRowsOptions) {
  return {
    /** Returns the sessions of the shards of so many that were saved within this time. */
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

/** Told to all nodes when the number of shards has changed. */
const COUNT_CHANGE = "shard-count";

/**
 * Returns what makes the number of shards at least so many, for all nodes, and returns it. Where it may fall, it does so
 * to half or less and while no other node runs: each number has sessions of its own.
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

/** A line is never that long: the server's clock was set back. */
const LONGEST_LINE = sql.raw(`interval '10 minutes'`);

/**
 * Returns what reserves the next turn to log in of a bucket, for all nodes of a PostgreSQL database and by its clock:
 * in how many milliseconds it comes.
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

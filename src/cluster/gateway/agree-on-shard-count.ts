import type { Nodes } from "../../storage/nodes.ts";
import type { Queries } from "../../storage/schema.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";

/** The hint sent when the number of shards has changed. */
export const COUNT_CHANGE = "shard-count";

/**
 * Returns a function that raises the number of shards to at least this, for all nodes, and returns it. Where it may
 * fall, it does so to half or less, and only while no other node runs, since sessions belong to one number.
 */
export function agreeOnShardCount(
  { queries, bot }: { readonly queries: Queries; readonly bot: string },
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

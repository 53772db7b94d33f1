import type { Clock } from "../../base/clock.ts";
import { DAY_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import type { Database } from "../../storage/database.ts";
import { writeTransaction } from "../../storage/write-transaction.ts";

interface DepartedParts {
  readonly database: Pick<Database, "queries" | "nodes">;
  readonly clock: Clock;
  readonly log: Log;
}

/** As promised in the privacy policy. */
const KEPT_MS = 30 * DAY_MS;
/** Per sweep. */
const MOST_FORGOTTEN = 100;
const CHANGE = "departed";

/**
 * Members who took the application from their account, as Discord told: what is stored of them is deleted after 30
 * days, unless they use the bot again.
 */
export async function createDepartedMembers({ database, clock, log }: DepartedParts) {
  const { queries, nodes } = database;
  const rows = () => queries.selectFrom("departed_members").select("discord_id");
  const readIds = async () => new Set((await rows().execute()).map(({ discord_id: id }) => id));
  let ids = await readIds();
  const reread = async () => {
    ids = await readIds();
  };
  const stop = nodes.onChange(
    CHANGE,
    () => void reread().catch((error: unknown) => log.warn("Who left could not be read again", {}, error)),
  );
  return {
    close: async () => stop(),
    /** Resolves once it is on disk. */
    async note(memberId: string): Promise<void> {
      const since = clock.now();
      await writeTransaction(queries, async (transaction) => {
        await transaction
          .insertInto("departed_members")
          .values({ discord_id: memberId, since })
          .onConflict((conflict) => conflict.column("discord_id").doUpdateSet({ since }))
          .execute();
        await nodes.noteChange(transaction, CHANGE);
      });
      ids.add(memberId);
    },
    /** Keeps the data of a member who uses the bot. Never rejects; asks the database only about those who left. */
    async use(memberId: string): Promise<void> {
      if (!ids.delete(memberId)) return;
      await queries
        .deleteFrom("departed_members")
        .where("discord_id", "=", memberId)
        .execute()
        .catch((error: unknown) => {
          ids.add(memberId);
          log.error("That a member came back could not be stored", {}, error);
        });
    },
    /** Deletes what is stored of members who left long enough ago. `forget`: deletes that of one. */
    async sweep(forget: (memberId: string) => Promise<unknown>, signal: AbortSignal): Promise<void> {
      const due = await rows()
        .where("since", "<=", clock.now() - KEPT_MS)
        .orderBy("since")
        .limit(MOST_FORGOTTEN)
        .execute();
      for (const { discord_id: id } of due) {
        if (signal.aborted) return;
        await forget(id);
        ids.delete(id);
      }
      if (due.length > 0) log.info("Forgot members who removed the application", { count: due.length });
    },
  };
}

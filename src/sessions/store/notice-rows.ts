import type { Queries } from "../../storage/schema.ts";
import type { Notice, PendingNotice } from "../session.ts";

/** Few enough for one statement. */
const AT_ONCE = 200;

/** Notices for members, one of each kind. */
export function notices(queries: Queries) {
  return {
    async add(discordIds: readonly string[], notice: Notice, at: number): Promise<void> {
      for (let from = 0; from < discordIds.length; from += AT_ONCE) {
        const rows = discordIds.slice(from, from + AT_ONCE).map((id) => ({ discord_id: id, notice, at }));
        await queries
          .insertInto("notices")
          .values(rows)
          .onConflict((conflict) => conflict.columns(["discord_id", "notice"]).doUpdateSet({ at }))
          .execute();
      }
    },
    /** Oldest first. */
    async of(discordId: string): Promise<readonly PendingNotice[]> {
      const rows = await queries
        .selectFrom("notices")
        .select(["id", "discord_id as discordId", "notice", "at"])
        .where("discord_id", "=", discordId)
        .orderBy("id")
        .execute();
      // Only Notices are written.
      return rows.map((row) => ({ ...row, notice: row.notice as Notice }));
    },
    async remove(id: number): Promise<void> {
      await queries.deleteFrom("notices").where("id", "=", id).execute();
    },
    /** Deletes all notices of a member, or those of one kind. */
    async removeOf(discordId: string, notice?: Notice): Promise<void> {
      const all = queries.deleteFrom("notices").where("discord_id", "=", discordId);
      const some = notice === undefined ? all : all.where("notice", "=", notice);
      await some.execute();
    },
    async removeBefore(at: number): Promise<void> {
      await queries.deleteFrom("notices").where("at", "<", at).execute();
    },
  };
}

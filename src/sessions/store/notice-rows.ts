import type { Queries } from "../../storage/schema.ts";
import type { Notice, PendingNotice } from "../session.ts";

/** What members have to be told, each kind once. */
export interface Notices {
  add(discordIds: readonly string[], notice: Notice, at: number): Promise<void>;
  /** Oldest first. */
  of(discordId: string): Promise<readonly PendingNotice[]>;
  remove(id: number): Promise<void>;
  /** All of a member's, or those of one kind. */
  removeOf(discordId: string, notice?: Notice): Promise<void>;
  removeBefore(at: number): Promise<void>;
}

/** Few enough for one statement. */
const AT_ONCE = 200;

export function notices(queries: Queries): Notices {
  return {
    async add(discordIds, notice, at) {
      for (let from = 0; from < discordIds.length; from += AT_ONCE) {
        const rows = discordIds.slice(from, from + AT_ONCE).map((id) => ({ discord_id: id, notice, at }));
        await queries
          .insertInto("notices")
          .values(rows)
          .onConflict((conflict) => conflict.columns(["discord_id", "notice"]).doUpdateSet({ at }))
          .execute();
      }
    },
    async of(discordId) {
      const rows = await queries
        .selectFrom("notices")
        .select(["id", "discord_id as discordId", "notice", "at"])
        .where("discord_id", "=", discordId)
        .orderBy("id")
        .execute();
      // Nothing but a Notice is written.
      return rows.map((row) => ({ ...row, notice: row.notice as Notice }));
    },
    async remove(id) {
      await queries.deleteFrom("notices").where("id", "=", id).execute();
    },
    async removeOf(discordId, notice) {
      const all = queries.deleteFrom("notices").where("discord_id", "=", discordId);
      const some = notice === undefined ? all : all.where("notice", "=", notice);
      await some.execute();
    },
    async removeBefore(at) {
      await queries.deleteFrom("notices").where("at", "<", at).execute();
    },
  };
}

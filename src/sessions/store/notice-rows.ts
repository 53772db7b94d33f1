import type { Queries } from "../../storage/schema.ts";

interface NoticeRow {
  readonly id: number;
  readonly discordId: string;
  readonly notice: string;
  readonly at: number;
}

/** What members have to be told, each kind once. */
export interface Notices {
  add(discordIds: readonly string[], notice: string, at: number): Promise<void>;
  /** Oldest first. */
  list(limit: number): Promise<readonly NoticeRow[]>;
  of(discordId: string): Promise<readonly NoticeRow[]>;
  remove(id: number): Promise<void>;
  /** All of a member's, or those of one kind. Gives how many. */
  removeOf(discordId: string, notice?: string): Promise<number>;
  removeBefore(at: number): Promise<number>;
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
    async list(limit) {
      return queries
        .selectFrom("notices")
        .select(["id", "discord_id as discordId", "notice", "at"])
        .orderBy("id")
        .limit(limit)
        .execute();
    },
    async of(discordId) {
      return queries
        .selectFrom("notices")
        .select(["id", "discord_id as discordId", "notice", "at"])
        .where("discord_id", "=", discordId)
        .orderBy("id")
        .execute();
    },
    async remove(id) {
      await queries.deleteFrom("notices").where("id", "=", id).execute();
    },
    async removeOf(discordId, notice) {
      const all = queries.deleteFrom("notices").where("discord_id", "=", discordId);
      const some = notice === undefined ? all : all.where("notice", "=", notice);
      return Number((await some.executeTakeFirst()).numDeletedRows);
    },
    async removeBefore(at) {
      const result = await queries.deleteFrom("notices").where("at", "<", at).executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

import { sql } from "kysely";

import type { Database } from "../../../storage/database.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import { GUILDS_CHANGE } from "./guild-settings-store.ts";

export type GuildData = ReturnType<typeof guildData>;

/**
 * Everything stored for a server: settings, boards, announcements with their history, calendar entries, and who is
 * visible there.
 */
export function guildData({ queries, nodes }: Pick<Database, "queries" | "nodes">) {
  return {
    async guildIds(): Promise<readonly string[]> {
      const { rows } = await sql<{ guild_id: string }>`select guild_id from guilds
        union select guild_id from boards
        union select guild_id from found_members
        union select guild_id from calendar_entries
        union select guild_id from ranking_servers
        union select guild_id from reminders where guild_id is not null and purpose = 'announcement'
        order by guild_id`.execute(queries);
      return rows.map(({ guild_id: id }) => id);
    },
    /** Returns how many events were in its calendar, which nothing will manage any more. */
    remove: (guildId: string): Promise<number> =>
      writeTransaction(queries, async (transaction) => {
        await transaction.deleteFrom("guilds").where("guild_id", "=", guildId).execute();
        await transaction.deleteFrom("boards").where("guild_id", "=", guildId).execute();
        const entries = await transaction
          .deleteFrom("calendar_entries")
          .where("guild_id", "=", guildId)
          .returning(["event_id", "state"])
          .execute();
        await transaction.deleteFrom("ranking_servers").where("guild_id", "=", guildId).execute();
        await transaction.deleteFrom("found_members").where("guild_id", "=", guildId).execute();
        // With the DMs of those who signed up under their posts.
        const announced = transaction
          .selectFrom("reminders")
          .select("id")
          .where("guild_id", "=", guildId)
          .where("purpose", "=", "announcement");
        const told = transaction.selectFrom("sign_ups").where("reminder_id", "in", announced);
        await transaction
          .deleteFrom("reminders")
          .where((row) =>
            row.or([
              row("id", "in", announced),
              row("id", "in", told.select("told_by").$castTo<{ told_by: string }>()),
            ]),
          )
          .execute();
        await nodes.noteChange(transaction, GUILDS_CHANGE);
        return entries.filter(({ event_id: id, state }) => id !== null && state !== "dismissed").length;
      }),
  };
}

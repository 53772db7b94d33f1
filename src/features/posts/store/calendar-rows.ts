import type { Selectable } from "kysely";

import type { CalendarEntriesTable, Queries } from "../../../storage/schema.ts";

export type CalendarRow = Selectable<CalendarEntriesTable>;

export type CalendarRows = ReturnType<typeof calendarRows>;

/** Entries in servers' Events, one row per dated subject. */
export function calendarRows(queries: Queries) {
  return {
    /** Returns the servers with entries. */
    async guildIds(): Promise<readonly string[]> {
      const rows = await queries.selectFrom("calendar_entries").select("guild_id").distinct().execute();
      return rows.map(({ guild_id: id }) => id);
    },
    ofGuild: (guildId: string): Promise<readonly CalendarRow[]> =>
      queries
        .selectFrom("calendar_entries")
        .selectAll()
        .where("guild_id", "=", guildId)
        .orderBy("end_at")
        .execute(),
    async put({ guild_id, thing, ...changes }: CalendarRow): Promise<void> {
      await queries
        .insertInto("calendar_entries")
        .values({ guild_id, thing, ...changes })
        .onConflict((conflict) => conflict.columns(["guild_id", "thing"]).doUpdateSet(changes))
        .execute();
    },
    async remove({ guild_id: guildId, thing }: Pick<CalendarRow, "guild_id" | "thing">): Promise<void> {
      await queries
        .deleteFrom("calendar_entries")
        .where("guild_id", "=", guildId)
        .where("thing", "=", thing)
        .execute();
    },
  };
}

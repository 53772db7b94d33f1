import type { Insertable, Selectable } from "kysely";

import type { MemberSettingsTable, Queries } from "../../../storage/schema.ts";

type MemberSettingsRow = Selectable<MemberSettingsTable>;

/** What members chose for themselves, one row a member. */
export interface MemberSettingsRows {
  find(discordId: string): Promise<MemberSettingsRow | undefined>;
  put(row: Insertable<MemberSettingsTable>): Promise<void>;
  remove(discordId: string): Promise<boolean>;
}

export function memberSettingsRows(queries: Queries): MemberSettingsRows {
  return {
    find: (discordId) =>
      queries
        .selectFrom("member_settings")
        .selectAll()
        .where("discord_id", "=", discordId)
        .executeTakeFirst(),
    async put(row) {
      const { discord_id: _, ...changes } = row;
      await queries
        .insertInto("member_settings")
        .values(row)
        .onConflict((conflict) => conflict.column("discord_id").doUpdateSet(changes))
        .execute();
    },
    async remove(discordId) {
      const { numDeletedRows } = await queries
        .deleteFrom("member_settings")
        .where("discord_id", "=", discordId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

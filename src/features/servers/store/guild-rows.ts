import type { Insertable, Selectable } from "kysely";

import type { GuildsTable, Queries } from "../../../storage/schema.ts";

export type GuildRow = Selectable<GuildsTable>;

/** What servers' admins chose, one row a server. */
export function guildRows(queries: Queries) {
  return {
    all: (): Promise<readonly GuildRow[]> => queries.selectFrom("guilds").selectAll().execute(),
    revisions: () => queries.selectFrom("guilds").select(["guild_id", "revision"]).execute(),
    find: (guildId: string): Promise<GuildRow | undefined> =>
      queries.selectFrom("guilds").selectAll().where("guild_id", "=", guildId).executeTakeFirst(),
    /** Keeps it where the row still has the revision before; 1 is the first. False: somebody was faster. */
    async put(row: Insertable<GuildsTable>): Promise<boolean> {
      if (row.revision === 1) {
        const added = await queries
          .insertInto("guilds")
          .values(row)
          .onConflict((conflict) => conflict.column("guild_id").doNothing())
          .executeTakeFirst();
        return (added.numInsertedOrUpdatedRows ?? 0n) > 0n;
      }
      const { guild_id: id, ...changes } = row;
      const changed = await queries
        .updateTable("guilds")
        .set(changes)
        .where("guild_id", "=", id)
        .where("revision", "=", row.revision - 1)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },
  };
}

import { type Insertable, type Selectable, sql, type Updateable } from "kysely";

import { HOUR_MS } from "../../../base/duration.ts";
import type { BoardsTable, CalendarEntriesTable, Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";

export type BoardRow = Selectable<BoardsTable>;
export type BoardChanges = Updateable<Omit<BoardsTable, "id" | "guild_id" | "channel_id" | "what" | "kind">>;

/** A later time was written before the clock was set back. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

export type BoardRows = ReturnType<typeof boardRows>;

export function boardRows(queries: Queries) {
  return {
    /**
     * Returns the existing row of this channel and content, or the new one; undefined where the server has its limit.
     */
    add: (row: Insertable<BoardsTable>, most: number): Promise<BoardRow | undefined> =>
      writeTransaction(queries, (transaction) => add(transaction, row, most), `boards ${row.guild_id}`),
    find: (id: string): Promise<BoardRow | undefined> =>
      queries.selectFrom("boards").selectAll().where("id", "=", id).executeTakeFirst(),
    ofGuild: (guildId: string): Promise<readonly BoardRow[]> =>
      queries
        .selectFrom("boards")
        .selectAll()
        .where("guild_id", "=", guildId)
        .orderBy("made_at")
        .orderBy("id")
        .execute(),
    /** Returns the ids of those due now, oldest first. */
    async due(now: number): Promise<readonly string[]> {
      const rows = await queries
        .selectFrom("boards")
        .select("id")
        .where("state", "!=", "disabled")
        .where(({ eb }) => eb("next_try", "<=", now).or("next_try", ">", now + LONGEST_WAIT_MS))
        .orderBy("made_at")
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => id);
    },
    /** Returns a member's boards with trouble they have not been told of. */
    untold: (madeBy: string): Promise<readonly BoardRow[]> =>
      queries
        .selectFrom("boards")
        .selectAll()
        .where("made_by", "=", madeBy)
        .where("state", "<>", sql.lit("live"))
        .where("told", "is", null)
        .execute(),
    /** Returns false when it is gone. */
    async change(id: string, changes: BoardChanges): Promise<boolean> {
      const result = await queries.updateTable("boards").set(changes).where("id", "=", id).executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async remove(id: string): Promise<boolean> {
      const result = await queries.deleteFrom("boards").where("id", "=", id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

async function add(
  queries: Queries,
  row: Insertable<BoardsTable>,
  most: number,
): Promise<BoardRow | undefined> {
  const inGuild = await boardRows(queries).ofGuild(row.guild_id);
  const same = inGuild.find(
    (one) => one.channel_id === row.channel_id && one.what === row.what && one.kind === row.kind,
  );
  if (same !== undefined) return same;
  if (inGuild.length >= most) return undefined;
  await queries.insertInto("boards").values(row).execute();
  return boardRows(queries).find(row.id);
}

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

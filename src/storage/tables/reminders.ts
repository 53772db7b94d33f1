import type { Insertable, Selectable, Updateable } from "kysely";

import type { DestinationsTable, Queries, RemindersTable } from "../schema.ts";
import { writeTransaction } from "../write-transaction.ts";

export type ReminderRow = Selectable<RemindersTable>;
export type DestinationRow = Selectable<DestinationsTable>;
type Changes = Updateable<
  Pick<
    RemindersTable,
    "editor_id" | "state" | "rule" | "content" | "quiet" | "next_slot" | "useful_until" | "changed_at"
  >
>;

/** Reminders and where they go, as members and admins look after them. */
export interface ReminderRows {
  add(row: Insertable<RemindersTable>, destinations: readonly Insertable<DestinationsTable>[]): Promise<void>;
  find(id: string): Promise<ReminderRow | undefined>;
  /** Of one member, or of one server; oldest first. */
  list(of: { readonly ownerId: string } | { readonly guildId: string }): Promise<readonly ReminderRow[]>;
  destinations(reminderId: string): Promise<readonly DestinationRow[]>;
  /** Changes a reminder that still has this revision. False when it is another one, or gone. */
  change(id: string, revision: number, changes: Changes): Promise<boolean>;
  /** Opens, pauses or disables one place of a reminder. */
  setDestination(
    id: string,
    to: Pick<DestinationsTable, "state" | "since"> & { readonly reason?: string },
  ): Promise<void>;
  /** Removes it with everything written down about it. */
  remove(id: string): Promise<boolean>;
}

export function reminderRows(queries: Queries): ReminderRows {
  return {
    async add(row, destinations) {
      await writeTransaction(queries, async (transaction) => {
        await transaction.insertInto("reminders").values(row).execute();
        if (destinations.length === 0) return;
        await transaction.insertInto("destinations").values(destinations).execute();
      });
    },
    find: (id) => queries.selectFrom("reminders").selectAll().where("id", "=", id).executeTakeFirst(),
    async list(of) {
      const all = queries.selectFrom("reminders").selectAll().orderBy("made_at").orderBy("id");
      const theirs =
        "ownerId" in of ? all.where("owner_id", "=", of.ownerId) : all.where("guild_id", "=", of.guildId);
      return theirs.execute();
    },
    destinations: (id) =>
      queries.selectFrom("destinations").selectAll().where("reminder_id", "=", id).orderBy("id").execute(),
    async change(id, revision, changes) {
      const result = await queries
        .updateTable("reminders")
        .set({ ...changes, revision: revision + 1 })
        .where("id", "=", id)
        .where("revision", "=", revision)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async setDestination(id, { state, since, reason = null }) {
      await queries.updateTable("destinations").set({ state, since, reason }).where("id", "=", id).execute();
    },
    async remove(id) {
      const result = await queries.deleteFrom("reminders").where("id", "=", id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

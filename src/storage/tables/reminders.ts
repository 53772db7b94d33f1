import type { Insertable, Selectable, Updateable } from "kysely";

import type { DestinationsTable, Queries, RemindersTable } from "../schema.ts";
import { writeTransaction } from "../write-transaction.ts";

export type ReminderRow = Selectable<RemindersTable>;
export type DestinationRow = Selectable<DestinationsTable>;
type Changes = Updateable<
  Pick<
    RemindersTable,
    | "editor_id"
    | "guild_id"
    | "state"
    | "rule"
    | "content"
    | "quiet"
    | "next_slot"
    | "useful_until"
    | "changed_at"
    | "thing"
    | "watch"
    | "repeat_ms"
    | "repeat_most"
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
  /** What reminders that are on wait for: keys of dated things, and of watches. */
  awaited(): Promise<{ readonly things: readonly string[]; readonly watches: readonly string[] }>;
  /** Those that are on and wait for this; with `isUnplanned` only those that have no next slot. */
  waitingFor(
    what: { readonly thing: string; readonly isUnplanned?: boolean } | { readonly watch: string },
  ): Promise<readonly ReminderRow[]>;
  /** Removes it with everything written down about it. */
  remove(id: string): Promise<boolean>;
}

export function reminderRows(queries: Queries): ReminderRows {
  return {
    async add(row, destinations) {
      await writeTransaction(queries, (transaction) => insertReminder(transaction, row, destinations));
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
    async awaited() {
      const active = queries.selectFrom("reminders").where("state", "=", "active").distinct();
      const things = await active.select("thing").where("thing", "is not", null).execute();
      const watches = await active.select("watch").where("watch", "is not", null).execute();
      return {
        things: things.flatMap(({ thing }) => thing ?? []),
        watches: watches.flatMap(({ watch }) => watch ?? []),
      };
    },
    async waitingFor(what) {
      const active = queries.selectFrom("reminders").selectAll().where("state", "=", "active");
      if ("watch" in what) return active.where("watch", "=", what.watch).execute();
      const all = active.where("thing", "=", what.thing);
      return (what.isUnplanned === true ? all.where("next_slot", "is", null) : all).execute();
    },
    async remove(id) {
      const result = await queries.deleteFrom("reminders").where("id", "=", id).executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

/** Inside a transaction that writes. */
export async function insertReminder(
  queries: Queries,
  row: Insertable<RemindersTable>,
  destinations: readonly Insertable<DestinationsTable>[],
): Promise<void> {
  await queries.insertInto("reminders").values(row).execute();
  if (destinations.length === 0) return;
  await queries.insertInto("destinations").values(destinations).execute();
}

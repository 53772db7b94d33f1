import { type Selectable, sql } from "kysely";

import type { KnownDatesTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";

export type KnownDatesRow = Selectable<KnownDatesTable>;

/** The last dates the platform gave for a subject, by its key. They stay when an answer leaves the subject out. */
export type KnownDateRows = ReturnType<typeof knownDateRows>;

export function knownDateRows(queries: Queries) {
  const all = queries.selectFrom("known_dates").selectAll();
  return {
    get: (thing: string): Promise<KnownDatesRow | undefined> =>
      all.where("thing", "=", thing).executeTakeFirst(),
    async put(rows: readonly KnownDatesRow[]) {
      for (const row of rows) {
        const { thing: _, ...changes } = row;
        await queries
          .insertInto("known_dates")
          .values(row)
          .onConflict((conflict) => conflict.column("thing").doUpdateSet(changes))
          .execute();
      }
    },
    /** Subjects whose reminders are still planned by earlier dates. */
    changed: () => all.where("is_followed", "=", 0).execute(),
    /** Does nothing where the dates changed again meanwhile. */
    async markPlanned({ thing, seen_at }: KnownDatesRow) {
      await queries
        .updateTable("known_dates")
        .set({ is_followed: 1 })
        .where("thing", "=", thing)
        .where("seen_at", "=", seen_at)
        .execute();
    },
    list: (limit: number) => all.orderBy("thing").limit(limit).execute(),
    /** Deletes what no answer held since, unless a reminder waits for it. */
    async forgetUnseenSince(instant: number) {
      const { numAffectedRows } =
        await sql`delete from known_dates where seen_at < ${instant} and not exists (
        select 1 from reminders where reminders.thing is not null and reminders.thing = known_dates.thing
          and reminders.state = 'active')`.execute(queries);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

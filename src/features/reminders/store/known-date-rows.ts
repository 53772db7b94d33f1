import { type Selectable, sql } from "kysely";

import type { KnownDatesTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";

export type KnownDatesRow = Selectable<KnownDatesTable>;

/** The last dates the platform gave for a subject, by its key. They outlive answers without it. */
export interface KnownDateRows {
  get(thing: string): Promise<KnownDatesRow | undefined>;
  put(rows: readonly KnownDatesRow[]): Promise<void>;
  /** Things whose reminders are still planned by earlier dates. */
  changed(): Promise<readonly KnownDatesRow[]>;
  /** Unless they changed again meanwhile. */
  markPlanned(row: KnownDatesRow): Promise<void>;
  list(limit: number): Promise<readonly KnownDatesRow[]>;
  /** Forgets what no answer held since, unless a reminder waits on it. */
  forgetUnseenSince(instant: number): Promise<number>;
}

export function knownDateRows(queries: Queries): KnownDateRows {
  return {
    get: (thing) =>
      queries.selectFrom("known_dates").selectAll().where("thing", "=", thing).executeTakeFirst(),
    async put(rows) {
      for (const row of rows) {
        const { thing: _, ...changes } = row;
        await queries
          .insertInto("known_dates")
          .values(row)
          .onConflict((conflict) => conflict.column("thing").doUpdateSet(changes))
          .execute();
      }
    },
    changed: () => queries.selectFrom("known_dates").selectAll().where("is_followed", "=", 0).execute(),
    async markPlanned({ thing, seen_at }) {
      await queries
        .updateTable("known_dates")
        .set({ is_followed: 1 })
        .where("thing", "=", thing)
        .where("seen_at", "=", seen_at)
        .execute();
    },
    list: (limit) => queries.selectFrom("known_dates").selectAll().orderBy("thing").limit(limit).execute(),
    async forgetUnseenSince(instant) {
      const { numAffectedRows } =
        await sql`delete from known_dates where seen_at < ${instant} and not exists (
        select 1 from reminders where reminders.thing is not null and reminders.thing = known_dates.thing
          and reminders.state = 'active')`.execute(queries);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

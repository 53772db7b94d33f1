import type { Selectable } from "kysely";

import type { KnownDatesTable, Queries } from "../schema.ts";

export type KnownDatesRow = Selectable<KnownDatesTable>;

/** The last dates an answer of the platform gave for a thing. They outlive answers that leave it out. */
export interface KnownDates {
  get(thing: string): Promise<KnownDatesRow | undefined>;
  put(rows: readonly KnownDatesRow[]): Promise<void>;
  list(limit: number): Promise<readonly KnownDatesRow[]>;
  /** Forgets what no answer held since, unless a reminder waits on it. */
  forgetUnseenSince(instant: number): Promise<number>;
}

export function knownDates(queries: Queries): KnownDates {
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
    list: (limit) => queries.selectFrom("known_dates").selectAll().orderBy("thing").limit(limit).execute(),
    async forgetUnseenSince(instant) {
      const result = await queries
        .deleteFrom("known_dates")
        .where("seen_at", "<", instant)
        .where("thing", "not in", (waiting) =>
          waiting
            .selectFrom("reminders")
            .select("thing")
            .where("thing", "is not", null)
            .$castTo<{ thing: string }>(),
        )
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

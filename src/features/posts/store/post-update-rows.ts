import { type RawBuilder, sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import type { DeliveryRow } from "./claim.ts";

interface Left {
  /** Null: nothing is left to do. */
  readonly editAt?: number | null;
  readonly publishAt?: number | null;
  readonly tries: number;
}

/** Updates that posts still need: an edit when their subject ends, and publishing. */
export type PostUpdateRows = ReturnType<typeof postUpdateRows>;

export function postUpdateRows(queries: Queries) {
  return {
    /** Returns when there is something to do next; undefined where nothing waits. */
    async nextAt() {
      const { rows } = await sql<{ at: number | null }>`select min(at) as at from (
        select min(edit_at) as at from deliveries where edit_at is not null
        union all
        select min(publish_at) from deliveries where publish_at is not null
      ) as soonest`.execute(queries);
      return rows[0]?.at ?? undefined;
    },
    toEdit: (now: number, limit: number) => due(queries, sql.ref("edit_at"), now, limit),
    toPublish: (now: number, limit: number) => due(queries, sql.ref("publish_at"), now, limit),
    /** Makes posts about a subject due for an edit check now: its dates changed. */
    async recheck(thing: string, now: number) {
      await sql`update deliveries set edit_at = ${now} where edit_at is not null and edit_at > ${now} and exists (
        select 1 from deliveries as one inner join reminders on reminders.id = one.reminder_id
        where one.batch is not null and one.batch = deliveries.batch and reminders.thing = ${thing})`.execute(
        queries,
      );
    },
    /** Makes what waits for a retry due now. */
    async retryNow(now: number) {
      await sql`update deliveries set publish_at = ${now} where publish_at is not null and publish_at > ${now}`.execute(
        queries,
      );
      await sql`update deliveries set edit_at = ${now}
        where edit_at is not null and edit_at > ${now} and after_tries > 0`.execute(queries);
    },
    /** Returns a post's deliveries in their order. */
    async ofPost(postId: string) {
      const rows = await queries
        .selectFrom("deliveries")
        .selectAll()
        .where("batch", "=", postId)
        .where("state", "=", "sent")
        .orderBy("next_try")
        .orderBy("slot")
        .execute();
      return rows.toSorted((a, b) => Number(b.id === postId) - Number(a.id === postId));
    },
    async set(id: string, { editAt, publishAt, tries }: Left) {
      await queries
        .updateTable("deliveries")
        .set({
          ...(editAt !== undefined && { edit_at: editAt }),
          ...(publishAt !== undefined && { publish_at: publishAt }),
          after_tries: tries,
        })
        .where("id", "=", id)
        .execute();
    },
  };
}

async function due(
  queries: Queries,
  column: RawBuilder<unknown>,
  now: number,
  limit: number,
): Promise<readonly DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`select * from deliveries
    where ${column} is not null and ${column} <= ${now} order by ${column} limit ${limit}`.execute(queries);
  return rows;
}

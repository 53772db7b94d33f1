import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import type { DeliveryRow } from "./claim.ts";

/** Updates that posts still need: an edit when their subject has ended, and publishing. */
export interface PostUpdateRows {
  /** The instant from which there is something to do; undefined: nothing waits. */
  nextAt(): Promise<number | undefined>;
  toEdit(now: number, limit: number): Promise<readonly DeliveryRow[]>;
  toPublish(now: number, limit: number): Promise<readonly DeliveryRow[]>;
  /** The dates of a subject changed: posts that are to be edited at its end are due now. */
  recheck(thing: string, now: number): Promise<void>;
  /** Lets what waits for another try be tried now. */
  retryNow(now: number): Promise<void>;
  /** The deliveries of this post, in the order they stand in it. */
  ofPost(postId: string): Promise<readonly DeliveryRow[]>;
  /** Null: nothing is left to do. */
  set(
    id: string,
    to: { readonly editAt?: number | null; readonly publishAt?: number | null; readonly tries: number },
  ): Promise<void>;
}

export function postUpdateRows(queries: Queries): PostUpdateRows {
  return {
    async nextAt() {
      const { rows } = await sql<{ at: number | null }>`select min(at) as at from (
        select min(edit_at) as at from deliveries where edit_at is not null
        union all
        select min(publish_at) from deliveries where publish_at is not null
      ) as soonest`.execute(queries);
      return rows[0]?.at ?? undefined;
    },
    async toEdit(now, limit) {
      const { rows } = await sql<DeliveryRow>`select * from deliveries
        where edit_at is not null and edit_at <= ${now} order by edit_at limit ${limit}`.execute(queries);
      return rows;
    },
    async toPublish(now, limit) {
      const { rows } = await sql<DeliveryRow>`select * from deliveries
        where publish_at is not null and publish_at <= ${now} order by publish_at limit ${limit}`.execute(
        queries,
      );
      return rows;
    },
    async recheck(thing, now) {
      await sql`update deliveries set edit_at = ${now} where edit_at is not null and edit_at > ${now} and exists (
        select 1 from deliveries as one inner join reminders on reminders.id = one.reminder_id
        where one.batch is not null and one.batch = deliveries.batch and reminders.thing = ${thing})`.execute(
        queries,
      );
    },
    async retryNow(now) {
      await sql`update deliveries set publish_at = ${now} where publish_at is not null and publish_at > ${now}`.execute(
        queries,
      );
      await sql`update deliveries set edit_at = ${now}
        where edit_at is not null and edit_at > ${now} and after_tries > 0`.execute(queries);
    },
    async ofPost(postId) {
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
    async set(id, { editAt, publishAt, tries }) {
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

import { setImmediate as nextTurn } from "node:timers/promises";

import { type RawBuilder, sql } from "kysely";

import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { Queries } from "../../../storage/schema.ts";
import { claimDeliveries, type ClaimOptions, type DeliveryRow } from "./claim-deliveries.ts";
import { type ClaimEnd, settleAll } from "./settle-deliveries.ts";
import { skipWaiting, TEST } from "./write-occurrences.ts";

/** How often held deliveries are tried at least. */
const LONGEST_HELD_MS = HOUR_MS;
/** Deleted in steps: a day's worth in one statement would delay commands by seconds. */
const FORGOTTEN_AT_ONCE = 100;

/** The ledger: what has to be posted where, and the result. */
export function deliveryRows(queries: Queries) {
  return {
    /** Claims what is due, one post per destination. Rows of a dead worker are taken over when their lease ends. */
    claim: (options: ClaimOptions) => claimDeliveries(queries, options),
    /** Returns whether the claim still held; only then its end was written. */
    settle: async (end: ClaimEnd) => (await settleAll(queries, [end]))[0] ?? false,
    /** Writes several ends in one transaction. */
    settleAll: (ends: readonly ClaimEnd[]) => settleAll(queries, ends),
    /** Ends all claims at this instant at the latest: their workers are gone. */
    async release(until: number) {
      await queries
        .updateTable("deliveries")
        .set({ lease_until: until })
        .where("state", "=", "sending")
        .where("lease_until", ">", until)
        .execute();
    },
    /**
     * Makes what waits for a retry due now: a permission is back, or, without a target, the clock was set back. What is
     * held waits no longer than it was meant to.
     */
    async retryNow(now: number, target?: string) {
      const which =
        target === undefined
          ? sql`(state = 'failed' or (state = 'held' and next_try > ${now + LONGEST_HELD_MS}))`
          : sql`state in ('failed', 'held') and target = ${target}`;
      await bringForward(queries, now, which);
    },
    /** Moves the retry of everything that failed, or failed for one of these reasons, up to an instant. */
    async retryFailed(at: number, codes?: readonly string[]) {
      const same = codes === undefined ? sql`` : sql`and code in (${sql.join([...codes])})`;
      await bringForward(queries, at, sql`state = 'failed' ${same}`);
    },
    /** Returns a reminder's occurrences and results, latest first. */
    history: (reminderId: string, limit: number) =>
      queries
        .selectFrom("deliveries")
        .selectAll()
        .where("reminder_id", "=", reminderId)
        .orderBy("slot", "desc")
        .orderBy("destination_id")
        .limit(limit)
        .execute(),
    /** Returns a reminder's tests that were posted. */
    tests: (reminderId: string) =>
      queries
        .selectFrom("deliveries")
        .select(["slot", "channel_id", "message_id"])
        .where("reminder_id", "=", reminderId)
        .where("state", "=", "sent")
        .where("code", "=", TEST)
        .execute(),
    /** Forgets the test of this slot. */
    async forgetTest(reminderId: string, slot: number) {
      const occurrence = queries.deleteFrom("occurrences").where("reminder_id", "=", reminderId);
      await occurrence.where("slot", "=", slot).whereRef("repeats", "=", "slot").execute();
    },
    /** Skips what waits for a destination that accepts nothing now, except what may be posted already. */
    async dropWaiting(destinationId: string, code: string, now: number) {
      await skipWaiting(queries, code, now)
        .where("destination_id", "=", destinationId)
        .where("doubt_since", "is", null)
        .execute();
    },
    /** Returns whether a member's reminders sent something with this code since then. */
    async wasSent({ ownerId, code, since }: Record<"ownerId" | "code", string> & { readonly since: number }) {
      const row = await queries
        .selectFrom("deliveries")
        .innerJoin("reminders", "reminders.id", "deliveries.reminder_id")
        .select("deliveries.id")
        .where("reminders.owner_id", "=", ownerId)
        .where("deliveries.state", "=", "sent")
        .where("deliveries.code", "=", code)
        .where("deliveries.settled_at", ">=", since)
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Deletes what was settled before an instant. Returns how many rows. */
    forgetBefore: (instant: number) => forgetOccurrences(queries, instant),
  };
}

/** The first condition has to be the partial indexes' own, or every row is read. */
async function bringForward(queries: Queries, at: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`update deliveries set next_try = ${at}
    where state in ('due', 'failed', 'held') and ${which} and next_try > ${at}`.execute(queries);
}

/** Deletes occurrences planned before an instant and their deliveries, unless one still waits for a post or an edit. */
async function forgetOccurrences(queries: Queries, instant: number): Promise<number> {
  let forgotten = 0;
  for (let [id, slot] = ["", 0]; ;) {
    const { rows } = await sql<{
      reminder_id: string;
      slot: number;
    }>`select reminder_id, slot from occurrences
      where (reminder_id, slot) > (${id}, ${slot}) order by reminder_id, slot limit ${FORGOTTEN_AT_ONCE}`.execute(
      queries,
    );
    const last = rows.at(-1);
    if (last === undefined) return forgotten;
    const { numAffectedRows = 0n } = await sql`delete from occurrences
      where (reminder_id, slot) > (${id}, ${slot}) and (reminder_id, slot) <= (${last.reminder_id}, ${last.slot})
        and planned_at < ${instant} and not exists (
          select 1 from deliveries where deliveries.reminder_id = occurrences.reminder_id
            and deliveries.slot = occurrences.slot
            and (deliveries.state in ('due', 'sending', 'failed', 'held') or deliveries.edit_at is not null))`.execute(
      queries,
    );
    forgotten += Number(numAffectedRows);
    [id, slot] = [last.reminder_id, last.slot];
    await nextTurn();
  }
}

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
        select min(edit_at) as at from deliveries where edit_at is not null and state = 'sent'
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
    /** Sets what is left of an update that began with this row; an edit that was asked for meanwhile stays. */
    async set(
      { id, edit_at: begun }: Pick<DeliveryRow, "id" | "edit_at">,
      { editAt, publishAt, tries }: Left,
    ) {
      const row = queries.updateTable("deliveries").where("id", "=", id);
      if (publishAt !== undefined) await row.set({ publish_at: publishAt, after_tries: tries }).execute();
      if (editAt === undefined) return;
      const same = begun === null ? row.where("edit_at", "is", null) : row.where("edit_at", "=", begun);
      await same.set({ edit_at: editAt, after_tries: tries }).execute();
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
    where ${column} is not null and ${column} <= ${now} and state = 'sent' order by ${column} limit ${limit}`.execute(
    queries,
  );
  return rows;
}

/** Posts this overdue count as late. */
export const LATE_MS = 10 * MINUTE_MS;

/** Posts that are overdue, and why. */
export interface Backlog {
  /** By the last attempt's code; "" where there was none. */
  readonly late: readonly { readonly code: string; readonly count: number }[];
  /** Those that wait for a permission or a channel. */
  readonly held: readonly { readonly code: string; readonly count: number }[];
}

/** Returns what has been overdue since before an instant. */
export async function ledgerBacklog(queries: Queries, before: number): Promise<Backlog> {
  const rows = await queries
    .selectFrom("deliveries")
    .select((row) => ["state", "code", row.fn.countAll<number>().as("count")])
    .where("state", "in", ["due", "failed", "held"])
    .where("slot", "<", before)
    .where((row) => row.or([row("state", "!=", "due"), row("next_try", "<", before)]))
    .groupBy(["state", "code"])
    .execute();
  const of = (isHeld: boolean) =>
    rows
      .filter(({ state }) => (state === "held") === isHeld)
      .map(({ code, count }) => ({ code: code ?? "", count }))
      .toSorted((a, b) => b.count - a.count);
  return { late: of(false), held: of(true) };
}

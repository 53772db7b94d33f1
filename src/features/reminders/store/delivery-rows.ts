import { setImmediate as nextTurn } from "node:timers/promises";

import { type RawBuilder, sql } from "kysely";

import { HOUR_MS } from "../../../base/duration.ts";
import type { Queries } from "../../../storage/schema.ts";
import type { ClaimOptions } from "./claim.ts";
import { claimDeliveries } from "./claim-deliveries.ts";
import { type ClaimEnd, settleAll } from "./settle-deliveries.ts";
import { skipWaiting } from "./waiting-deliveries.ts";

/** What is held is tried at least this often. */
const LONGEST_HELD_MS = HOUR_MS;
/** Other work runs in between: a day's worth in one statement would keep a command waiting for seconds. */
const FORGOTTEN_AT_ONCE = 100;

/** The ledger: what has to go where, and what became of it. */
export function deliveryRows(queries: Queries) {
  return {
    /** Claims what is due, one post for each destination. A dead worker's rows are taken over when their lease is over. */
    claim: (options: ClaimOptions) => claimDeliveries(queries, options),
    /** Whether the claim still held, and its end was written down. */
    settle: async (end: ClaimEnd) => (await settleAll(queries, [end]))[0] ?? false,
    /** The same for several, with one wait for the disk: each or, when it fails, none. */
    settleAll: (ends: readonly ClaimEnd[]) => settleAll(queries, ends),
    /** Has no claim hold for longer than until this instant: the workers that hold them are gone. */
    async release(until: number) {
      await queries
        .updateTable("deliveries")
        .set({ lease_until: until })
        .where("state", "=", "sending")
        .where("lease_until", ">", until)
        .execute();
    },
    /**
     * Lets what waits for another try be tried now: a permission came back, or, without a target, the clock was set
     * back; what is held is then tried where it waits for longer than was ever meant.
     */
    async retryNow(now: number, target?: string) {
      const which =
        target === undefined
          ? sql`(state = 'failed' or (state = 'held' and next_try > ${now + LONGEST_HELD_MS}))`
          : sql`state in ('failed', 'held') and target = ${target}`;
      await bringForward(queries, now, which);
    },
    /** Brings the next try of everything that failed, or failed for one of these reasons, forward to an instant. */
    async retryFailed(at: number, codes?: readonly string[]) {
      const same = codes === undefined ? sql`` : sql`and code in (${sql.join([...codes])})`;
      await bringForward(queries, at, sql`state = 'failed' ${same}`);
    },
    /** What became of a reminder's occurrences, latest first. */
    history: (reminderId: string, limit: number) =>
      queries
        .selectFrom("deliveries")
        .selectAll()
        .where("reminder_id", "=", reminderId)
        .orderBy("slot", "desc")
        .orderBy("destination_id")
        .limit(limit)
        .execute(),
    /** Skips what waits for a destination that takes nothing now, but what may be posted already. */
    async dropWaiting(destinationId: string, code: string, now: number) {
      await skipWaiting(queries, code, now)
        .where("destination_id", "=", destinationId)
        .where("doubt_since", "is", null)
        .execute();
    },
    /** Whether somebody's reminders sent what has this code, since then. */
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
    /** Forgets what was settled before an instant. */
    forgetBefore: (instant: number) => forgetOccurrences(queries, instant),
  };
}

/** The first condition is the partial indexes' own: without it every row is read. */
async function bringForward(queries: Queries, at: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`update deliveries set next_try = ${at}
    where state in ('due', 'failed', 'held') and ${which} and next_try > ${at}`.execute(queries);
}

/** Forgets occurrences planned before an instant, with their deliveries, unless one of them still waits, or will be edited. */
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

import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import type { ReminderRow } from "./reminder-rows.ts";
import { type OccurrencePlan, writePlan } from "./write-occurrences.ts";

/** Turns slots that have come into rows of the ledger. */
export function occurrenceRows(queries: Queries) {
  const ofReminder = (reminderId: string) =>
    queries.selectFrom("occurrences").where("reminder_id", "=", reminderId);
  return {
    /** Returns when there is something to do next; undefined where nothing waits. */
    nextAt: () => nextAfter(queries, -1),
    /** Returns when there is something to do after this instant; undefined where nothing waits that long. */
    nextAfter: (instant: number) => nextAfter(queries, instant),
    async due(now: number, limit: number): Promise<readonly ReminderRow[]> {
      const { rows } = await sql<ReminderRow>`select * from reminders
        where state = 'active' and next_slot is not null and next_slot <= ${now}
        order by next_slot limit ${limit}`.execute(queries);
      return rows;
    },
    /** Writes plans in one transaction; returns how many held. A slot is never planned twice. */
    plan: (plans: readonly OccurrencePlan[], now: number) =>
      writeTransaction(queries, async (transaction) => {
        let held = 0;
        // The order in which everybody locks several reminders.
        const sorted = plans.toSorted(
          (a, b) => Number(a.reminderId > b.reminderId) - Number(a.reminderId < b.reminderId),
        );
        for (const plan of sorted) held += (await writePlan(transaction, plan, now)) ? 1 : 0;
        return held;
      }),
    /** Returns what was new for this slot. */
    async noteOf(reminderId: string, slot: number) {
      const row = await ofReminder(reminderId).select("note").where("slot", "=", slot).executeTakeFirst();
      return row?.note ?? undefined;
    },
    /** Stores what is posted for this slot. */
    async setNote(reminderId: string, slot: number, note: string) {
      const all = queries.updateTable("occurrences").where("reminder_id", "=", reminderId);
      await all.set({ note }).where("slot", "=", slot).execute();
    },
    /** Returns the last planned slot, not counting repeats. */
    async last(reminderId: string) {
      const row = await ofReminder(reminderId)
        .select(["slot", "useful_until"])
        .where("state", "=", "planned")
        .where("repeats", "is", null)
        .orderBy("slot", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && { at: row.slot, usefulUntil: row.useful_until };
    },
    /** Returns whether the member snoozed it until this slot. */
    async wasPutOff(reminderId: string, slot: number) {
      const found = ofReminder(reminderId).select("slot").where("slot", "=", slot);
      return (await found.whereRef("repeats", "=", "slot").executeTakeFirst()) !== undefined;
    },
    /** Returns the missed slots, latest first. */
    async missed(reminderId: string, limit: number) {
      const all = ofReminder(reminderId).select("slot").where("state", "=", "missed");
      const rows = await all.orderBy("slot", "desc").limit(limit).execute();
      return rows.map(({ slot }) => slot);
    },
  };
}

/** Constants in the text let the partial indexes be used. */
async function nextAfter(queries: Queries, instant: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`select min(at) as at from (
    select min(next_slot) as at from reminders
      where state = 'active' and next_slot is not null and next_slot > ${instant}
    union all
    select min(next_try) from deliveries where state in ('due', 'failed', 'held') and next_try > ${instant}
    union all
    select min(lease_until) from deliveries where state = 'sending' and lease_until > ${instant}
  ) as soonest`.execute(queries);
  return rows[0]?.at ?? undefined;
}

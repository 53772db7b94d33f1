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
    /** The instant from which there is something to do; undefined: nothing waits. */
    nextAt: () => nextAfter(queries, -1),
    /** The first instant after this one from which there is something to do; undefined: nothing waits that long. */
    nextAfter: (instant: number) => nextAfter(queries, instant),
    async due(now: number, limit: number): Promise<readonly ReminderRow[]> {
      const { rows } = await sql<ReminderRow>`select * from reminders
        where state = 'active' and next_slot is not null and next_slot <= ${now}
        order by next_slot limit ${limit}`.execute(queries);
      return rows;
    },
    /** Writes plans down in one transaction; gives how many held. A slot is never planned twice. */
    plan: (plans: readonly OccurrencePlan[], now: number) =>
      writeTransaction(queries, async (transaction) => {
        let held = 0;
        // In the order in which everybody takes several reminders.
        const sorted = plans.toSorted(
          (a, b) => Number(a.reminderId > b.reminderId) - Number(a.reminderId < b.reminderId),
        );
        for (const plan of sorted) held += (await writePlan(transaction, plan, now)) ? 1 : 0;
        return held;
      }),
    /** What was new when this slot was given. */
    async noteOf(reminderId: string, slot: number) {
      const row = await ofReminder(reminderId).select("note").where("slot", "=", slot).executeTakeFirst();
      return row?.note ?? undefined;
    },
    /** Remembers what is posted for this slot. */
    async setNote(reminderId: string, slot: number, note: string) {
      const all = queries.updateTable("occurrences").where("reminder_id", "=", reminderId);
      await all.set({ note }).where("slot", "=", slot).execute();
    },
    /** The last slot that was planned, repeats not counted. */
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
    /** Whether its member put it off until this slot. */
    async wasPutOff(reminderId: string, slot: number) {
      const found = ofReminder(reminderId).select("slot").where("slot", "=", slot);
      return (await found.whereRef("repeats", "=", "slot").executeTakeFirst()) !== undefined;
    },
    /** Slots that were passed over, latest first. */
    async missed(reminderId: string, limit: number) {
      const all = ofReminder(reminderId).select("slot").where("state", "=", "missed");
      const rows = await all.orderBy("slot", "desc").limit(limit).execute();
      return rows.map(({ slot }) => slot);
    },
  };
}

/** Constants, so that the partial indexes are used. */
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

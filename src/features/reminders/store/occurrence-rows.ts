import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import type { ReminderRow } from "./reminder-rows.ts";
import { type OccurrencePlan, writePlan } from "./write-occurrences.ts";

/** Turns slots that have come into rows of the ledger. */
export interface OccurrenceRows {
  /** The instant from which there is something to do; undefined: nothing waits. */
  nextAt(): Promise<number | undefined>;
  /** The first instant after this one from which there is something to do; undefined: nothing waits that long. */
  nextAfter(instant: number): Promise<number | undefined>;
  due(now: number, limit: number): Promise<readonly ReminderRow[]>;
  /** Writes plans down in one transaction; gives how many held. A slot is never planned twice. */
  plan(plans: readonly OccurrencePlan[], now: number): Promise<number>;
  /** What was new when this slot was given. */
  noteOf(reminderId: string, slot: number): Promise<string | undefined>;
  /** Remembers what is posted for this slot. */
  setNote(reminderId: string, slot: number, note: string): Promise<void>;
  /** The last slot that was planned, repeats not counted. */
  last(reminderId: string): Promise<{ readonly at: number; readonly usefulUntil: number } | undefined>;
  /** Whether its member put it off until this slot. */
  wasPutOff(reminderId: string, slot: number): Promise<boolean>;
  /** Slots that were passed over, latest first. */
  missed(reminderId: string, limit: number): Promise<readonly number[]>;
}

export function occurrenceRows(queries: Queries): OccurrenceRows {
  return {
    async nextAt() {
      // Constants, so that the partial indexes are used.
      const { rows } = await sql<{ at: number | null }>`select min(at) as at from (
        select min(next_slot) as at from reminders where state = 'active' and next_slot is not null
        union all
        select min(next_try) from deliveries where state in ('due', 'failed', 'held')
        union all
        select min(lease_until) from deliveries where state = 'sending'
      ) as soonest`.execute(queries);
      return rows[0]?.at ?? undefined;
    },
    async nextAfter(instant) {
      const { rows } = await sql<{ at: number | null }>`select min(at) as at from (
        select min(next_slot) as at from reminders
          where state = 'active' and next_slot is not null and next_slot > ${instant}
        union all
        select min(next_try) from deliveries where state in ('due', 'failed', 'held') and next_try > ${instant}
        union all
        select min(lease_until) from deliveries where state = 'sending' and lease_until > ${instant}
      ) as soonest`.execute(queries);
      return rows[0]?.at ?? undefined;
    },
    async due(now, limit) {
      const { rows } = await sql<ReminderRow>`select * from reminders
        where state = 'active' and next_slot is not null and next_slot <= ${now}
        order by next_slot limit ${limit}`.execute(queries);
      return rows;
    },
    plan: (plans, now) =>
      writeTransaction(queries, async (transaction) => {
        let held = 0;
        // In the order in which everybody takes several reminders.
        const sorted = plans.toSorted(
          (a, b) => Number(a.reminderId > b.reminderId) - Number(a.reminderId < b.reminderId),
        );
        for (const plan of sorted) held += (await writePlan(transaction, plan, now)) ? 1 : 0;
        return held;
      }),
    async noteOf(reminderId, slot) {
      const row = await queries
        .selectFrom("occurrences")
        .select("note")
        .where("reminder_id", "=", reminderId)
        .where("slot", "=", slot)
        .executeTakeFirst();
      return row?.note ?? undefined;
    },
    async setNote(reminderId, slot, note) {
      await queries
        .updateTable("occurrences")
        .set({ note })
        .where("reminder_id", "=", reminderId)
        .where("slot", "=", slot)
        .execute();
    },
    async last(reminderId) {
      const row = await queries
        .selectFrom("occurrences")
        .select(["slot", "useful_until"])
        .where("reminder_id", "=", reminderId)
        .where("state", "=", "planned")
        .where("repeats", "is", null)
        .orderBy("slot", "desc")
        .limit(1)
        .executeTakeFirst();
      return row && { at: row.slot, usefulUntil: row.useful_until };
    },
    async wasPutOff(reminderId, slot) {
      const row = await queries
        .selectFrom("occurrences")
        .select("slot")
        .where("reminder_id", "=", reminderId)
        .where("slot", "=", slot)
        .whereRef("repeats", "=", "slot")
        .executeTakeFirst();
      return row !== undefined;
    },
    async missed(reminderId, limit) {
      const rows = await queries
        .selectFrom("occurrences")
        .select("slot")
        .where("reminder_id", "=", reminderId)
        .where("state", "=", "missed")
        .orderBy("slot", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ slot }) => slot);
    },
  };
}

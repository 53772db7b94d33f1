import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import { writeTransaction } from "../../../storage/write-transaction.ts";
import { type ReminderRow, reminderRows } from "./reminder-rows.ts";
import {
  type OccurrencePlan,
  skipWaiting,
  WAITING,
  writeOccurrence,
  writePlan,
} from "./write-occurrences.ts";
import { reopenDestinations } from "./update-destinations.ts";

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

interface Snooze {
  readonly reminderId: string;
  readonly at: number;
  readonly usefulUntil: number;
  /** The slot of the post pressed; the last one's by default. */
  readonly slot?: number | undefined;
}

/** What buttons under a reminder's post do to its occurrences. */
export function repeatsAndSnoozes(queries: Queries) {
  return {
    /** Posts it again at this time; skips earlier repeats and snoozes. Returns false where the reminder is gone. */
    snooze: ({ reminderId, at, usefulUntil, slot: pressed }: Snooze, now: number) =>
      writeTransaction(queries, async (transaction) => {
        if ((await reminderRows(transaction).hold(reminderId)) === undefined) return false;
        await reopenMessages(transaction, reminderId, now);
        const asked = await askingSlots(transaction, reminderId);
        const dropped = asked.filter((one) => one.slot !== at && (isSnooze(one) || one.slot < at));
        await drop(transaction, { reminderId, dropped, code: "snoozed" }, now);
        const note = await noteOf(transaction, reminderId, pressed);
        const snoozed = { reminderId, slot: at, usefulUntil, sendAt: at, joins: false, repeats: at, note };
        await writeOccurrence(transaction, snoozed, now);
        return true;
      }),
    /** Returns until when it is snoozed; undefined where it isn't, or that has passed. */
    async snoozedUntil(reminderId: string, now: number) {
      const row = await queries
        .selectFrom("occurrences")
        .innerJoin("deliveries", (join) =>
          join
            .onRef("deliveries.reminder_id", "=", "occurrences.reminder_id")
            .onRef("deliveries.slot", "=", "occurrences.slot"),
        )
        .select("occurrences.slot")
        .where("occurrences.reminder_id", "=", reminderId)
        .where("occurrences.slot", ">", now)
        .whereRef("occurrences.repeats", "=", "occurrences.slot")
        .where("deliveries.state", "in", WAITING)
        .limit(1)
        .executeTakeFirst();
      return row?.slot;
    },
    /** Skips the repeats of this occurrence. */
    done: ({ reminderId, slot }: Pick<Asking, "slot"> & { readonly reminderId: string }, now: number) =>
      writeTransaction(queries, async (transaction) => {
        await reminderRows(transaction).hold(reminderId);
        const asked = await askingSlots(transaction, reminderId);
        const came = occurrences(transaction, reminderId).select("slot").where("repeats", "is", null);
        const later = (await came.where("slot", ">", slot).execute()).map((one) => one.slot);
        // A snooze set after a later occurrence belongs to that one.
        const isLater = (one: Asking) => later.some((at) => at <= one.planned_at);
        const dropped = asked.filter((one) => (isSnooze(one) ? !isLater(one) : one.repeats <= slot));
        await drop(transaction, { reminderId, dropped, code: "done" }, now);
      }),
  };
}

/** A press under a DM shows that DMs are open. */
async function reopenMessages(transaction: Queries, reminderId: string, now: number): Promise<void> {
  for (const { state, target } of await reminderRows(transaction).destinations(reminderId)) {
    if (state === "paused") await reopenDestinations(transaction, target, now);
  }
}

interface Asking {
  readonly slot: number;
  readonly planned_at: number;
  readonly repeats: number;
}

/** A snoozed occurrence repeats itself. */
function isSnooze({ slot, repeats }: Asking): boolean {
  return slot === repeats;
}

/** Skips all repeats but snoozes. */
export async function writeRepeatOnce(queries: Queries, reminderId: string, now: number): Promise<void> {
  const asked = await askingSlots(queries, reminderId);
  await drop(queries, { reminderId, dropped: asked.filter((one) => !isSnooze(one)), code: "edited" }, now);
}

function occurrences(queries: Queries, reminderId: string) {
  return queries.selectFrom("occurrences").where("reminder_id", "=", reminderId);
}

/** Returns the occurrences that are repeats or snoozes. */
function askingSlots(queries: Queries, reminderId: string): Promise<readonly Asking[]> {
  const asking = occurrences(queries, reminderId).where("repeats", "is not", null);
  return asking.select(["slot", "repeats", "planned_at"]).$narrowType<Asking>().execute();
}

/** Returns the note of this slot, or of the last one where it is unknown. */
async function noteOf(
  queries: Queries,
  reminderId: string,
  slot: number | undefined,
): Promise<string | undefined> {
  const all = occurrences(queries, reminderId).select("note");
  const pressed = slot === undefined ? undefined : await all.where("slot", "=", slot).executeTakeFirst();
  const row = pressed ?? (await all.orderBy("slot", "desc").limit(1).executeTakeFirst());
  return row?.note ?? undefined;
}

/** Drops also what may be posted already: the member wants no more of it. */
async function drop(
  queries: Queries,
  {
    reminderId,
    dropped,
    code,
  }: { readonly reminderId: string; readonly dropped: readonly Asking[]; readonly code: string },
  now: number,
): Promise<void> {
  if (dropped.length === 0) return;
  const slots = dropped.map(({ slot }) => slot);
  await skipWaiting(queries, code, now)
    .where("reminder_id", "=", reminderId)
    .where("slot", "in", slots)
    .execute();
}

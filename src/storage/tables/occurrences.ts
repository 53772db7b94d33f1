import { createHash } from "node:crypto";

import { type Insertable, sql } from "kysely";

import type { DeliveriesTable } from "../reminder-schema.ts";
import type { Queries } from "../schema.ts";
import { writeTransaction } from "../write-transaction.ts";
import type { DestinationRow, ReminderRow } from "./reminders.ts";

/** What becomes of one reminder whose slot has come. */
export interface Plan {
  readonly reminderId: string;
  /** The slot it was read with: the plan holds only while it still has it. */
  readonly from: number | null;
  readonly revision: number;
  /** Absent: nothing to post. */
  readonly occurrence?: {
    readonly slot: number;
    readonly usefulUntil: number;
    /** Not before; later than the slot in quiet hours. */
    readonly sendAt: number;
    readonly joins: boolean;
    /** When it is asked about again until it is done. */
    readonly repeats?: readonly { readonly slot: number; readonly usefulUntil: number }[];
    /** JSON: what was new. */
    readonly note?: string;
  };
  readonly missed: readonly number[];
  readonly next?: { readonly slot: number; readonly usefulUntil: number };
  /** It was for once: nothing comes any more. */
  readonly ends?: boolean;
}

/** Turns slots that have come into rows of the ledger. */
export interface OccurrenceRows {
  /** The instant from which there is something to do; undefined: nothing waits. */
  nextAt(): Promise<number | undefined>;
  /** The first instant after this one from which there is something to do; undefined: nothing waits that long. */
  nextAfter(instant: number): Promise<number | undefined>;
  due(now: number, limit: number): Promise<readonly ReminderRow[]>;
  /** Writes plans down in one transaction; gives how many held. A slot is never planned twice. */
  plan(plans: readonly Plan[], now: number): Promise<number>;
  /** What was new when this slot was given. */
  noteOf(reminderId: string, slot: number): Promise<string | undefined>;
  /** The last slot that was planned, but for what asked again. */
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
      )`.execute(queries);
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
      )`.execute(queries);
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
        for (const plan of plans) held += (await writePlan(transaction, plan, now)) ? 1 : 0;
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

/** Inside a transaction that writes. Gives whether the plan held. */
export async function writePlan(queries: Queries, plan: Plan, now: number): Promise<boolean> {
  const { reminderId, from, revision, occurrence, missed, next, ends = false } = plan;
  const moved = await queries
    .updateTable("reminders")
    .set({
      next_slot: next?.slot ?? null,
      useful_until: next?.usefulUntil ?? null,
      ...(ends && { state: "ended" as const }),
    })
    .where("id", "=", reminderId)
    .where("revision", "=", revision)
    .where("next_slot", from === null ? "is" : "=", from)
    .where("state", "=", "active")
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) return false;
  const common = { reminder_id: reminderId, planned_at: now };
  for (const slot of missed) {
    await insertOnce(queries, { ...common, slot, useful_until: slot, state: "missed" });
  }
  if (occurrence === undefined) return true;
  const { repeats = [], ...first } = occurrence;
  const isNew = await writeOccurrence(queries, { ...first, reminderId }, now);
  for (const again of isNew ? repeats : []) {
    const asked = { ...again, reminderId, sendAt: again.slot, joins: false, repeats: first.slot };
    await writeOccurrence(queries, asked, now);
  }
  return true;
}

interface Written {
  readonly reminderId: string;
  readonly slot: number;
  readonly usefulUntil: number;
  readonly sendAt: number;
  readonly joins: boolean;
  readonly repeats?: number | undefined;
  readonly note?: string | undefined;
}

/** One occurrence and what it has to deliver to every open place; false: that slot was there. */
export async function writeOccurrence(
  queries: Queries,
  { reminderId, slot, usefulUntil, sendAt, joins, repeats, note }: Written,
  now: number,
): Promise<boolean> {
  const row = {
    reminder_id: reminderId,
    slot,
    useful_until: usefulUntil,
    state: "planned" as const,
    planned_at: now,
    repeats: repeats ?? null,
    note: note ?? null,
  };
  if (!(await insertOnce(queries, row))) return false;
  const places = await openPlaces(queries, reminderId);
  if (places.length === 0) return true;
  const rows = places.map((place) => deliveryOf(place, { slot, usefulUntil, sendAt, joins }));
  await queries.insertInto("deliveries").values(rows).execute();
  return true;
}

/** What waits to go somewhere. */
interface Waiting {
  readonly slot: number;
  readonly usefulUntil: number;
  readonly sendAt: number;
  readonly joins: boolean;
}

/** What waits for a place now has to go to this one: also where it was to go there before and was called back. */
export async function deliverTo(
  queries: Queries,
  place: DestinationRow,
  { waiting, calledBack }: { readonly waiting: readonly Waiting[]; readonly calledBack: string },
): Promise<void> {
  for (const one of waiting) {
    const row = deliveryOf(place, one);
    const { state, next_try } = row;
    await queries
      .insertInto("deliveries")
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(["reminder_id", "slot", "destination_id"])
          .doUpdateSet({ state, next_try, code: null, settled_at: null, batch: null })
          .where("deliveries.state", "=", "skipped")
          .where("deliveries.code", "=", calledBack),
      )
      .execute();
  }
}

async function insertOnce(
  queries: Queries,
  row: {
    readonly reminder_id: string;
    readonly slot: number;
    readonly useful_until: number;
    readonly state: "planned" | "missed";
    readonly planned_at: number;
    readonly repeats?: number | null;
    readonly note?: string | null;
  },
): Promise<boolean> {
  const insert = queries.insertInto("occurrences").values(row);
  const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

function openPlaces(queries: Queries, reminderId: string): Promise<DestinationRow[]> {
  const all = queries.selectFrom("destinations").selectAll().where("reminder_id", "=", reminderId);
  return all.where("state", "=", "open").execute();
}

function deliveryOf(
  place: DestinationRow,
  { slot, usefulUntil, sendAt, joins }: NonNullable<Plan["occurrence"]>,
): Insertable<DeliveriesTable> {
  return {
    id: deliveryId(place.reminder_id, slot, place.id),
    reminder_id: place.reminder_id,
    slot,
    destination_id: place.id,
    kind: place.kind,
    target: place.target,
    useful_until: usefulUntil,
    state: "due",
    next_try: sendAt,
    joins: joins ? 1 : 0,
    fence: 0,
    tries: 0,
  };
}

/** Always the same for the same occurrence and place; 22 characters that fit into a button's custom id. */
function deliveryId(reminderId: string, slot: number, destinationId: string): string {
  const text = `${reminderId}\n${slot}\n${destinationId}`;
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

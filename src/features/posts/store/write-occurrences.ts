import { createHash } from "node:crypto";

import type { Insertable, Updateable } from "kysely";

import type { DeliveriesTable, OccurrencesTable } from "../../../storage/reminder-schema.ts";
import type { Queries } from "../../../storage/schema.ts";
import { forUpdate } from "../../../storage/write-transaction.ts";
import type { Slot } from "../../../schedule/next-slot.ts";
import { type DestinationRow, MOVED } from "./reminder-rows.ts";

/** A delivery that waits. */
export interface Waiting {
  readonly slot: number;
  readonly usefulUntil: number;
  /** Not before then; later than the slot in quiet hours. */
  readonly sendAt: number;
  readonly joins: boolean;
}

/** What becomes of a reminder whose slot has come. */
export interface OccurrencePlan {
  readonly reminderId: string;
  /** The slot the plan was made for; it holds only while the reminder still has it. */
  readonly from: number | null;
  readonly revision: number;
  /** Absent: nothing to post. */
  readonly occurrence?: Waiting & {
    /** When it is repeated until done. */
    readonly repeats?: readonly { readonly slot: number; readonly usefulUntil: number }[];
    /** JSON: what was new. */
    readonly note?: string;
  };
  readonly missed: readonly number[];
  readonly next?: Slot;
  /** Whether nothing comes after it. */
  readonly ends?: boolean;
}

/** Returns whether the plan held; call within a writing transaction. */
export async function writePlan(queries: Queries, plan: OccurrencePlan, now: number): Promise<boolean> {
  const { reminderId, from, revision, occurrence, missed, next, ends = false } = plan;
  const moved = await queries
    .updateTable("reminders")
    .set({
      next_slot: next?.at ?? null,
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
  for (const one of isNew ? repeats : []) {
    const repeat = { ...one, reminderId, sendAt: one.slot, joins: false, repeats: first.slot };
    await writeOccurrence(queries, repeat, now);
  }
  return true;
}

interface Written extends Waiting {
  readonly reminderId: string;
  readonly repeats?: number | undefined;
  readonly note?: string | undefined;
}

/**
 * Writes one occurrence and its deliveries to every open destination; for members with closed DMs they wait. Replaces a
 * repeat or snooze at that slot. Returns false where the slot was already planned or missed.
 */
export async function writeOccurrence(
  queries: Queries,
  { reminderId, slot, usefulUntil, sendAt, joins, repeats, note }: Written,
  now: number,
): Promise<boolean> {
  const changes = {
    useful_until: usefulUntil,
    planned_at: now,
    repeats: repeats ?? null,
    note: note ?? null,
  };
  const row = { reminder_id: reminderId, slot, state: "planned" as const, ...changes };
  if (!(await insertOnce(queries, row)) && !(await takeOver(queries, row, changes))) return false;
  const destinations = await usedDestinations(queries, reminderId);
  const rows = destinations.map((destination) => ({
    ...deliveryOf(destination, { slot, usefulUntil, sendAt, joins }),
    ...(destination.state === "paused" && {
      state: "skipped" as const,
      code: destination.reason,
      settled_at: now,
    }),
  }));
  await writeDeliveries(queries, rows);
  return true;
}

/** The code of a post that was a test. */
export const TEST = "test";

/** A message that a destination has. */
interface TestPost {
  readonly destination: DestinationRow;
  readonly channelId: string;
  readonly messageId: string;
}

/** Writes down a test that was posted: an occurrence of its own, which nothing is planned by. */
export async function writeTest(
  queries: Queries,
  { destination, channelId, messageId }: TestPost,
  now: number,
): Promise<void> {
  const slot = { reminder_id: destination.reminder_id, slot: now };
  const occurrence = { ...slot, state: "planned" as const, useful_until: now, planned_at: now, repeats: now };
  if (!(await insertOnce(queries, occurrence))) return;
  const waiting = { slot: now, usefulUntil: now, sendAt: now, joins: false };
  const sent = { state: "sent" as const, code: TEST, settled_at: now };
  const message = { channel_id: channelId, message_id: messageId };
  await queries
    .insertInto("deliveries")
    .values({ ...deliveryOf(destination, waiting), ...sent, ...message })
    .execute();
}

/** Turns the repeat or snooze at a slot into another occurrence. Returns false where there is none. */
async function takeOver(
  queries: Queries,
  { reminder_id: reminderId, slot }: Pick<OccurrencesTable, "reminder_id" | "slot">,
  changes: Updateable<OccurrencesTable>,
): Promise<boolean> {
  const result = await queries
    .updateTable("occurrences")
    .set(changes)
    .where("reminder_id", "=", reminderId)
    .where("slot", "=", slot)
    .where("repeats", "is not", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Adds deliveries to a destination, also those it had before the reminder was moved away. */
export function deliverTo(
  queries: Queries,
  destination: DestinationRow,
  waiting: readonly Waiting[],
): Promise<void> {
  const rows = waiting.map((one) => deliveryOf(destination, one));
  return writeDeliveries(queries, rows, MOVED);
}

/** Of existing deliveries, those taken back become due again: for one reason, or any. */
async function writeDeliveries(
  queries: Queries,
  rows: readonly Insertable<DeliveriesTable>[],
  calledBack?: string,
): Promise<void> {
  if (rows.length === 0) return;
  await queries
    .insertInto("deliveries")
    .values(rows)
    .onConflict((conflict) => {
      const again = conflict
        .columns(["reminder_id", "slot", "destination_id"])
        .doUpdateSet((eb) => ({
          state: eb.ref("excluded.state"),
          next_try: eb.ref("excluded.next_try"),
          useful_until: eb.ref("excluded.useful_until"),
          joins: eb.ref("excluded.joins"),
          code: eb.ref("excluded.code"),
          settled_at: eb.ref("excluded.settled_at"),
          batch: null,
          doubt_since: null,
          held_since: null,
        }))
        .where("deliveries.state", "=", "skipped");
      return calledBack === undefined ? again : again.where("deliveries.code", "=", calledBack);
    })
    .execute();
}

async function insertOnce(queries: Queries, row: Insertable<OccurrencesTable>): Promise<boolean> {
  const insert = queries.insertInto("occurrences").values(row);
  const result = await insert.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns open destinations, and closed DMs: they may open at this moment. */
async function usedDestinations(queries: Queries, reminderId: string): Promise<readonly DestinationRow[]> {
  const all = queries.selectFrom("destinations").selectAll().where("reminder_id", "=", reminderId);
  const inUse = all.where("state", "<>", "disabled");
  const used = await inUse.execute();
  if (!used.some(({ state }) => state === "paused")) return used;
  return inUse.orderBy("id").modifyEnd(forUpdate(queries)).execute();
}

function deliveryOf(
  destination: DestinationRow,
  { slot, usefulUntil, sendAt, joins }: Waiting,
): Insertable<DeliveriesTable> {
  return {
    id: deliveryId(destination.reminder_id, slot, destination.id),
    reminder_id: destination.reminder_id,
    slot,
    destination_id: destination.id,
    kind: destination.kind,
    target: destination.target,
    useful_until: usefulUntil,
    state: "due",
    next_try: sendAt,
    code: null,
    settled_at: null,
    joins: joins ? 1 : 0,
    fence: 0,
    tries: 0,
  };
}

/** Returns a stable id for an occurrence and a destination. */
function deliveryId(reminderId: string, slot: number, destinationId: string): string {
  return shortHash(`${reminderId}\n${slot}\n${destinationId}`);
}

/** Returns the id of a further post of a delivery, since Discord treats equal ids as the same post. */
export function laterPostId(id: string, fence: number): string {
  return shortHash(`${id}\n${fence}`);
}

/** 22 characters, which fit into a custom id. */
function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

/** The states of deliveries that wait to be posted. */
export const WAITING = ["due", "failed", "held"] as const;

/** Skips waiting deliveries; the caller adds which. */
export function skipWaiting(queries: Queries, code: string, now: number) {
  return queries
    .updateTable("deliveries")
    .set({ state: "skipped", code, settled_at: now })
    .where("state", "in", WAITING);
}

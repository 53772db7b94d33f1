import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import { forUpdate } from "../../../storage/write-transaction.ts";
import { deliverTo, skipWaiting, type Waiting, WAITING } from "./write-occurrences.ts";
import { destinationOf, MOVED, reminderRows } from "./reminder-rows.ts";
import type { ReminderDestination } from "../../posts/reminder-service.ts";

/** Refusals of a member's DMs that may be open again. */
const CLOSED = ["member-gone", "dm-closed", "no-mutual-server"];

/** After the subject changed: drops what waits; posted messages stay. */
export async function releaseDeliveries(
  transaction: Queries,
  reminderId: string,
  now: number,
): Promise<void> {
  await callOff(transaction, reminderId, now).execute();
  await transaction
    .updateTable("deliveries")
    .set({ edit_at: null })
    .where("reminder_id", "=", reminderId)
    .where("edit_at", "is not", null)
    .execute();
}

/**
 * After only the zone changed: drops what is planned by the old clock. What is already due, repeats and snoozes stay.
 */
export async function releaseUpcoming(transaction: Queries, reminderId: string, now: number): Promise<void> {
  await callOff(transaction, reminderId, now)
    .where("slot", ">", now)
    .where((row) => {
      const same = row.selectFrom("occurrences").select("slot").where("repeats", "is not", null);
      const asked = same.whereRef("occurrences.slot", "=", "deliveries.slot");
      return row.not(row.exists(asked.where("occurrences.reminder_id", "=", reminderId)));
    })
    .execute();
}

/** Drops what waits, except what may be posted already. */
function callOff(transaction: Queries, reminderId: string, now: number) {
  return skipWaiting(transaction, "edited", now)
    .where("reminder_id", "=", reminderId)
    .where("doubt_since", "is", null);
}

interface Replacement {
  readonly reminderId: string;
  readonly destinations: readonly ReminderDestination[];
  readonly newId: () => string;
}

/**
 * Replaces the destinations of a locked reminder; what waited for a removed one goes to the new ones. A removed one
 * stays in the history.
 */
export async function replaceDestinations(
  transaction: Queries,
  { reminderId, destinations, newId }: Replacement,
  now: number,
): Promise<void> {
  const rows = reminderRows(transaction);
  const there = await rows.destinations(reminderId);
  const waiting = new Map<number, Waiting>();
  const entered: string[] = [];
  for (const place of there) {
    if (!isAmong(place, destinations)) {
      for (const one of await callBack(transaction, place.id, now)) waiting.set(one.slot, one);
      await rows.setDestination(place.id, { state: "disabled", since: now, reason: MOVED });
    } else if (place.reason === MOVED) {
      await rows.setDestination(place.id, { state: "open", since: now });
      entered.push(place.id);
    }
  }
  const fresh = destinations.filter((one) => !isAmong(one, there));
  for (const place of fresh) {
    const destination = destinationOf(place, { id: newId(), reminderId, now });
    await transaction.insertInto("destinations").values(destination).execute();
    entered.push(destination.id);
  }
  for (const place of await rows.destinations(reminderId)) {
    if (entered.includes(place.id)) await deliverTo(transaction, place, [...waiting.values()]);
  }
}

function isAmong({ kind, target }: ReminderDestination, places: readonly ReminderDestination[]): boolean {
  return places.some((place) => place.kind === kind && place.target === target);
}

/**
 * Takes back what waits for a destination, except what may be posted already, and returns it. What the destination
 * refused counts as due at its slot.
 */
async function callBack(
  transaction: Queries,
  destinationId: string,
  now: number,
): Promise<readonly Waiting[]> {
  const rows = await transaction
    .selectFrom("deliveries")
    .select(["id", "slot", "useful_until", "next_try", "state", "joins"])
    .where("destination_id", "=", destinationId)
    .where("state", "in", WAITING)
    .where("doubt_since", "is", null)
    .orderBy("id")
    .modifyEnd(forUpdate(transaction))
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  await skipWaiting(transaction, MOVED, now).where("id", "in", ids).execute();
  return rows.map(({ slot, useful_until: usefulUntil, next_try, state, joins }) => ({
    slot,
    usefulUntil,
    sendAt: state === "due" ? next_try : slot,
    joins: joins === 1,
  }));
}

/** Sends what removed destinations refused to the reminder's current ones. */
export async function redirectRefused(
  transaction: Queries,
  destinationIds: readonly string[],
  now: number,
): Promise<void> {
  const all = transaction.selectFrom("destinations").selectAll().orderBy("id");
  const removed = await all.where("id", "in", destinationIds).where("reason", "=", MOVED).execute();
  for (const { id, reminder_id: reminderId } of removed) {
    const open = await all.where("reminder_id", "=", reminderId).where("state", "=", "open").execute();
    const waiting = await callBack(transaction, id, now);
    for (const place of open) await deliverTo(transaction, place, waiting);
  }
}

/**
 * A member's DMs are open again: what waited and is still useful becomes due, the last occurrence of each reminder; new
 * entries each count.
 */
export async function reopenDestinations(transaction: Queries, target: string, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from destinations
    where state = 'paused' and target = ${target} order by id ${forUpdate(transaction)}`.execute(transaction);
  for (const { id } of rows) {
    await reminderRows(transaction).setDestination(id, { state: "open", since: now });
    const refused = transaction
      .selectFrom("deliveries")
      .innerJoin("reminders", "reminders.id", "deliveries.reminder_id")
      .select(["deliveries.id", "slot", "watch"])
      .where("destination_id", "=", id)
      .where("deliveries.state", "=", "skipped")
      .where("code", "in", CLOSED)
      .where("deliveries.useful_until", ">", now);
    const waiting = await refused.orderBy("slot", "desc").execute();
    const last = waiting.find(({ slot }) => slot <= now);
    const due = waiting.filter((one) => one.watch !== null || one.slot > now || one === last);
    if (due.length === 0) continue;
    const ids = due.map((one) => one.id);
    const nextTry = sql<number>`case when slot > ${now} then slot else ${now} end`;
    await transaction
      .updateTable("deliveries")
      .set({ state: "due", next_try: nextTry, code: null, settled_at: null, batch: null })
      .where("id", "in", ids)
      .execute();
  }
}

import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import { forUpdate } from "../../../storage/write-transaction.ts";
import { deliverTo, type Waiting } from "./write-occurrences.ts";
import { reminderRows } from "./reminder-rows.ts";
import type { ReminderDestination } from "../../shared/reminder-service.ts";
import { destinationOf } from "./reminder-columns.ts";
import { checkReminder } from "./check-reminder.ts";
import { MOVED, viewOf } from "./reminder-view.ts";
import { skipWaiting, WAITING } from "./waiting-deliveries.ts";

/** Why a person did not get a message that they would get now; names of refusals. */
const CLOSED = ["member-gone", "dm-closed", "no-mutual-server"];

/** It is about something else now: what waits of before is dropped, and what was posted stays as it is. */
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
 * It is about the same, at the same times by another clock: what is to come by the old one is dropped. What came
 * already waits on, as does what is asked again or was put off.
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

/** Drops what waits, but what may be there already. */
function callOff(transaction: Queries, reminderId: string, now: number) {
  return skipWaiting(transaction, "edited", now)
    .where("reminder_id", "=", reminderId)
    .where("doubt_since", "is", null);
}

interface Move {
  readonly id: string;
  readonly by: string;
  readonly guildId: string | undefined;
  readonly destinations: readonly ReminderDestination[];
  readonly newId: () => string;
}

/** Moves a reminder. Returns false where it is gone; throws "bad-input" where it may not go there. */
export async function moveReminder(
  transaction: Queries,
  { id, by, guildId, destinations, newId }: Move,
  now: number,
): Promise<boolean> {
  const rows = reminderRows(transaction);
  const row = await rows.hold(id);
  const view = viewOf(row, await rows.destinations(id));
  if (row === undefined || view === undefined) return false;
  checkReminder({ ...view, destinations });
  await replaceDestinations(transaction, { reminderId: id, destinations, newId }, now);
  return rows.change(id, row.revision, {
    editor_id: by,
    changed_at: now,
    ...(guildId !== undefined && { guild_id: guildId }),
  });
}

/**
 * Replaces the destinations of a reminder that is held; what waited for one that is removed goes to those that are new.
 * A removed one stays in the history.
 */
export async function replaceDestinations(
  transaction: Queries,
  { reminderId, destinations, newId }: Pick<Move, "destinations" | "newId"> & { readonly reminderId: string },
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
 * Calls back what waits for this destination, but what may be posted already, and returns it. A post that is being sent
 * is left to end there. What the destination refused was due at its slot.
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

/** What was refused by destinations that were removed while it was sent there goes to those the reminder has now. */
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
 * A person takes messages again: what they were to get and still helps is due. Of what a reminder was to say meanwhile
 * the last is; each time something new was seen is its own.
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

import { sql } from "kysely";

import type { Queries } from "../../../storage/schema.ts";
import { forUpdate } from "../../../storage/write-transaction.ts";
import { deliverTo } from "./write-occurrences.ts";
import { reminderRows } from "./reminder-rows.ts";
import type { ReminderDestination } from "../../shared/reminder-service.ts";
import { destinationOf } from "./reminder-columns.ts";
import { checkReminder } from "./check-reminder.ts";
import { MOVED, viewOf } from "./reminder-view.ts";

/** Why a person did not get a message that they would get now; names of refusals. */
const CLOSED = ["member-gone", "dm-closed", "no-mutual-server"];

/** Drops what waits to be posted, but what may be there already. */
async function dropWaiting(
  transaction: Queries,
  of: { readonly reminderId: string; readonly destinationId?: string; readonly code: string },
  now: number,
): Promise<void> {
  const waiting = transaction
    .updateTable("deliveries")
    .set({ state: "skipped", code: of.code, settled_at: now })
    .where("reminder_id", "=", of.reminderId)
    .where("state", "in", ["due", "failed", "held"])
    .where("doubt_since", "is", null);
  const { destinationId } = of;
  await (
    destinationId === undefined ? waiting : waiting.where("destination_id", "=", destinationId)
  ).execute();
}

/** It is about something else now: what waits of before is dropped, and what was posted stays as it is. */
export async function releaseDeliveries(
  transaction: Queries,
  reminderId: string,
  now: number,
): Promise<void> {
  await dropWaiting(transaction, { reminderId, code: "edited" }, now);
  await transaction
    .updateTable("deliveries")
    .set({ edit_at: null })
    .where("reminder_id", "=", reminderId)
    .where("edit_at", "is not", null)
    .execute();
}

interface Move {
  readonly id: string;
  readonly by: string;
  readonly guildId: string | undefined;
  readonly destinations: readonly ReminderDestination[];
  readonly newId: () => string;
}

/**
 * Replaces a reminder's destinations; what waited for one that is removed goes to those that are new. A removed one
 * stays in the history. Returns false where the reminder is gone; throws "bad-input" where it may not go there.
 */
export async function replaceDestinations(
  transaction: Queries,
  { id, by, guildId, destinations, newId }: Move,
  now: number,
): Promise<boolean> {
  const rows = reminderRows(transaction);
  const row = await rows.hold(id);
  const there = await rows.destinations(id);
  const view = viewOf(row, there);
  if (row === undefined || view === undefined) return false;
  checkReminder({ ...view, destinations });
  const waiting = new Map<number, Waiting>();
  const entered: string[] = [];
  const isWanted = ({ kind, target }: ReminderDestination) =>
    destinations.some((place) => place.kind === kind && place.target === target);
  for (const place of there) {
    if (isWanted(place)) {
      if (place.reason !== MOVED) continue;
      await rows.setDestination(place.id, { state: "open", since: now });
      entered.push(place.id);
      continue;
    }
    for (const one of await waitingFor(transaction, place.id)) waiting.set(one.slot, one);
    await rows.setDestination(place.id, { state: "disabled", since: now, reason: MOVED });
    await dropWaiting(transaction, { reminderId: id, destinationId: place.id, code: MOVED }, now);
  }
  const fresh = destinations.filter(
    ({ kind, target }) => !there.some((place) => place.kind === kind && place.target === target),
  );
  for (const place of fresh) {
    const destination = destinationOf(place, { id: newId(), reminderId: id, now });
    await transaction.insertInto("destinations").values(destination).execute();
    entered.push(destination.id);
  }
  for (const place of await rows.destinations(id)) {
    if (!entered.includes(place.id)) continue;
    await deliverTo(transaction, place, { waiting: [...waiting.values()], calledBack: MOVED });
  }
  return rows.change(id, row.revision, {
    editor_id: by,
    changed_at: now,
    ...(guildId !== undefined && { guild_id: guildId }),
  });
}

type Waiting = Parameters<typeof deliverTo>[2]["waiting"][number];

/** What waits for this destination, but what may be posted already. What it refused was due at its slot. */
async function waitingFor(transaction: Queries, destinationId: string): Promise<readonly Waiting[]> {
  const rows = await transaction
    .selectFrom("deliveries")
    .select(["slot", "useful_until", "next_try", "state", "joins"])
    .where("destination_id", "=", destinationId)
    .where("state", "in", ["due", "failed", "held"])
    .where("doubt_since", "is", null)
    .execute();
  return rows.map(({ slot, useful_until: usefulUntil, next_try, state, joins }) => ({
    slot,
    usefulUntil,
    sendAt: state === "due" ? next_try : slot,
    joins: joins === 1,
  }));
}

/** A person takes messages again: what they were to get and still helps is due. */
export async function reopenDestinations(transaction: Queries, target: string, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from destinations
    where state = 'paused' and target = ${target} ${forUpdate(transaction)}`.execute(transaction);
  for (const { id } of rows) {
    await reminderRows(transaction).setDestination(id, { state: "open", since: now });
    await transaction
      .updateTable("deliveries")
      .set({
        state: "due",
        next_try: sql`case when slot > ${now} then slot else ${now} end`,
        code: null,
        settled_at: null,
        batch: null,
      })
      .where("destination_id", "=", id)
      .where("state", "=", "skipped")
      .where("code", "in", CLOSED)
      .where("useful_until", ">", now)
      .execute();
  }
}

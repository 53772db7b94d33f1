import { DAY_MS, HOUR_MS } from "../../../base/duration.ts";
import { canEnd, type Dates, type Rule, type Slot } from "../../../schedule/next-slot.ts";
import { datingOf, subjectOfKey } from "../../../schedule/subject.ts";
import type { Queries } from "../../../storage/schema.ts";
import { insertReminder, type ReminderOwner, reminderRows, type WholeReminder } from "./reminder-rows.ts";
import { seenEntries } from "./seen-entry-rows.ts";
import { MAX_ANNOUNCEMENTS, MAX_PERSONAL_REMINDERS, type NewReminder } from "../reminder-service.ts";
import { destinationOf, rowOf } from "./reminder-columns.ts";
import { identityKey } from "./check-reminder.ts";
import { viewOf } from "./reminder-view.ts";
import { reopenDestinations } from "./update-destinations.ts";

interface Insertion {
  readonly newId: () => string;
  readonly now: number;
  readonly next: Slot | undefined;
}

/** Returns whose limit a new reminder counts towards. */
export function countedWith({ ownerId, guildId, content }: NewReminder): ReminderOwner {
  return content.purpose === "personal" || guildId === undefined ? { ownerId } : { guildId };
}

/** Inserts a reminder, or finds an equal one. Returns the limit where it is reached. */
export async function insertOrFind(
  transaction: Queries,
  wanted: NewReminder,
  { newId, now, next }: Insertion,
): Promise<{ readonly kind: "made" | "same"; readonly reminder: WholeReminder } | number> {
  const rows = reminderRows(transaction);
  const { content, rule, destinations } = wanted;
  const isPersonal = content.purpose === "personal";
  const all = await rows.listWhole(countedWith(wanted));
  const closed = all.flatMap((one) => one.destinations).filter(({ state }) => state === "paused");
  // Asking for DMs implies that they are open.
  for (const { target } of destinations)
    if (closed.some((place) => place.target === target)) await reopenDestinations(transaction, target, now);
  const counted = all.filter(({ row }) => row.purpose === content.purpose && row.state !== "ended");
  const key = identityKey(wanted);
  for (const reminder of counted) {
    const view = viewOf(reminder.row, reminder.destinations);
    if (view !== undefined && identityKey(view) === key) return { kind: "same", reminder };
  }
  const most = isPersonal ? MAX_PERSONAL_REMINDERS : MAX_ANNOUNCEMENTS;
  if (counted.length >= most) return most;
  if (rule.kind === "watch") await beginWatch(transaction, rule.what);
  const id = newId();
  const opened = destinations.map((one) => destinationOf(one, { id: newId(), reminderId: id, now }));
  const row = rowOf(wanted, id, now, next);
  await insertReminder(transaction, row, opened);
  return { kind: "made", reminder: { row, destinations: opened } };
}

/** Starts a watch over if no reminder waited for it: what was listed meanwhile is not new. */
export async function beginWatch(transaction: Queries, watch: string): Promise<void> {
  const waiting = await reminderRows(transaction).waitingFor({ watch });
  if (waiting.length === 0) await seenEntries(transaction).forget(watch);
}

/** Returns whether it would never be due. */
export function isOver(rule: Rule, dates: Dates | undefined): boolean {
  if (canEnd(rule)) return true;
  if (rule.kind !== "dated" || dates === undefined) return false;
  const subject = subjectOfKey(rule.thing);
  if (subject !== undefined && datingOf(subject) === "once") return true;
  const { startAt, endAt } = dates;
  if (startAt === undefined || endAt === undefined) return false;
  return ![DAY_MS, 7 * DAY_MS].some((length) => Math.abs(endAt - startAt - length) <= HOUR_MS);
}

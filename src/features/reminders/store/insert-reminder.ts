import { DAY_MS, HOUR_MS } from "../../../base/duration.ts";
import { canEnd, type Dates, type Rule, type Slot } from "../../shared/schedule/next-slot.ts";
import { datingOf, subjectOfKey } from "../../shared/schedule/subject.ts";
import type { Queries } from "../../../storage/schema.ts";
import { insertReminder, reminderRows } from "./reminder-rows.ts";
import { seenEntries } from "./seen-entry-rows.ts";
import {
  MAX_ANNOUNCEMENTS,
  MAX_PERSONAL_REMINDERS,
  type NewReminder,
} from "../../shared/reminder-service.ts";
import { destinationOf, rowOf } from "./reminder-columns.ts";
import { identityKey } from "./check-reminder.ts";
import { viewOf } from "./reminder-view.ts";

interface Insertion {
  readonly newId: () => string;
  readonly now: number;
  readonly next: Slot | undefined;
}

/** Inserts a reminder, or finds the same one. Returns the most there may be where there are that many. */
export async function insertOrFind(
  transaction: Queries,
  wanted: NewReminder,
  { newId, now, next }: Insertion,
): Promise<{ readonly kind: "made" | "same"; readonly id: string } | number> {
  const rows = reminderRows(transaction);
  const { ownerId, guildId, content, rule, destinations } = wanted;
  const isPersonal = content.purpose === "personal";
  const theirs = isPersonal || guildId === undefined ? { ownerId } : { guildId };
  const all = (await rows.list(theirs)).filter(({ purpose }) => purpose === content.purpose);
  const counted = all.filter(({ state }) => state !== "ended");
  const key = identityKey(wanted);
  for (const row of counted) {
    const view = viewOf(row, await rows.destinations(row.id));
    if (view !== undefined && identityKey(view) === key) return { kind: "same", id: row.id };
  }
  const most = isPersonal ? MAX_PERSONAL_REMINDERS : MAX_ANNOUNCEMENTS;
  if (counted.length >= most) return most;
  if (rule.kind === "watch") await beginWatch(transaction, rule.what);
  const id = newId();
  const opened = destinations.map((one) => destinationOf(one, { id: newId(), reminderId: id, now }));
  await insertReminder(transaction, rowOf(wanted, { id, now, next }), opened);
  return { kind: "made", id };
}

/** Makes a watch that no reminder waited for start over: what was listed meanwhile is not new. */
export async function beginWatch(transaction: Queries, watch: string): Promise<void> {
  const waiting = await reminderRows(transaction).waitingFor({ watch });
  if (waiting.length === 0) await seenEntries(transaction).forget(watch);
}

/** Nothing will ever come of it. What comes every day or week may come again. */
export function isOver(rule: Rule, dates: Dates | undefined): boolean {
  if (canEnd(rule)) return true;
  if (rule.kind !== "dated" || dates === undefined) return false;
  const subject = subjectOfKey(rule.thing);
  if (subject !== undefined && datingOf(subject) === "once") return true;
  const { startAt, endAt } = dates;
  if (startAt === undefined || endAt === undefined) return false;
  return ![DAY_MS, 7 * DAY_MS].some((length) => Math.abs(endAt - startAt - length) <= HOUR_MS);
}

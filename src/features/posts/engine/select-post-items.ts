import type { Claim, DeliveryRow } from "../store/claim-deliveries.ts";
import { MOVED, readQuietHours, type ReminderRow } from "../store/reminder-rows.ts";
import type { Settled } from "../store/settle-deliveries.ts";
import { lateBy } from "../../../schedule/catch-up.ts";
import { quietUntil } from "../../../base/quiet-hours.ts";
import type { PostItem, ReminderStore } from "./ports.ts";

interface At {
  readonly now: number;
  /** Whether it is unknown if it was posted before. */
  readonly isUnsure: boolean;
  /** Whether it was looked for, and was not posted. */
  readonly isMissing: boolean;
}

/** Returns the rows of a claim that are still useful, and by row what becomes of the others. */
export async function selectPostItems(store: ReminderStore, claim: Claim, at: At) {
  const items: PostItem[] = [];
  const overrides = new Map<string, Settled>();
  for (const row of claim.rows) {
    const reminder = await store.reminders.find(row.reminder_id);
    const skipped =
      skipReason(row, reminder, at.now) ??
      (at.isMissing ? await moved(store, row, at.now) : undefined) ??
      (reminder && (await postponed(store, row, reminder, at)));
    if (skipped !== undefined) overrides.set(row.id, skipped);
    else if (reminder !== undefined) items.push(await itemOf(store, row, reminder, at.now));
  }
  return { items, overrides };
}

/** Returns the rows that can't have been in a post of this time, and why. */
export async function skipReasonAt(
  store: ReminderStore,
  claim: Claim,
  at: number,
): Promise<ReadonlyMap<string, Settled>> {
  const overrides = new Map<string, Settled>();
  for (const row of claim.rows) {
    const reminder = await store.reminders.find(row.reminder_id);
    const wasOn = reminder !== undefined && reminder.changed_at > at;
    const skipped = skipReason(row, wasOn ? { ...reminder, state: "active" } : reminder, at);
    if (skipped !== undefined) overrides.set(row.id, skipped);
  }
  return overrides;
}

/** Turned off or removed after it was planned, or no longer useful. */
function skipReason(
  { useful_until: usefulUntil }: DeliveryRow,
  reminder: ReminderRow | undefined,
  at: number,
): Settled | undefined {
  const isOff = reminder === undefined || reminder.state === "paused" || reminder.state === "disabled";
  if (isOff) return { state: "skipped", code: "switched-off" };
  return usefulUntil <= at ? { state: "skipped", code: "too-late" } : undefined;
}

/** Its reminder was moved since the attempt: it goes where the reminder posts now. */
async function moved(store: ReminderStore, row: DeliveryRow, now: number): Promise<Settled | undefined> {
  const destinations = await store.reminders.destinations(row.reminder_id);
  const isMoved = destinations.some(({ id, reason }) => id === row.destination_id && reason === MOVED);
  return isMoved ? { state: "failed", code: MOVED, nextTry: now, isDoubtful: false } : undefined;
}

/** Postpones what falls into quiet hours, and drops what must not be posted twice. */
async function postponed(
  store: ReminderStore,
  row: DeliveryRow,
  reminder: ReminderRow,
  at: At,
): Promise<Settled | undefined> {
  if (at.isUnsure && reminder.when_unsure === "at-most-once") return { state: "skipped", code: "unsure" };
  const nextTry = quietEnd(row, reminder, at.now);
  if (nextTry === undefined || (await store.occurrences.wasPutOff(reminder.id, row.slot))) return undefined;
  return { state: "failed", code: "quiet-hours", nextTry, isDoubtful: false };
}

/**
 * Returns the end of quiet hours that began or were set after it was planned; undefined where it would be useless by
 * then.
 */
function quietEnd(row: DeliveryRow, reminder: ReminderRow, now: number): number | undefined {
  const quiet = row.doubt_since === null ? readQuietHours(reminder) : undefined;
  const end = quiet && quietUntil(quiet, now);
  return end !== undefined && end < row.useful_until ? end : undefined;
}

async function itemOf(
  store: ReminderStore,
  { slot, useful_until: usefulUntil }: DeliveryRow,
  reminder: ReminderRow,
  now: number,
): Promise<PostItem> {
  const note = reminder.watch === null ? undefined : await store.occurrences.noteOf(reminder.id, slot);
  return { reminder, slot, usefulUntil, lateMs: lateBy(slot, now), ...(note !== undefined && { note }) };
}

import { canEnd, isRepeating, type Rule, type Slot } from "../../../schedule/next-slot.ts";
import type { Queries } from "../../../storage/schema.ts";
import { writeRepeatOnce } from "./repeats-and-snoozes.ts";
import { reminderRows } from "./reminder-rows.ts";
import type { EditResult, ReminderChanges, ReminderView } from "../reminder-service.ts";
import { beginWatch } from "./insert-reminder.ts";
import { columnsOf } from "./reminder-columns.ts";
import { checkReminder } from "./check-reminder.ts";
import { releaseDeliveries, releaseUpcoming, replaceDestinations } from "./update-destinations.ts";
import { viewOf } from "./reminder-view.ts";

interface Change {
  readonly id: string;
  readonly revision: number;
  readonly by: string;
  readonly changes: ReminderChanges;
  readonly newId: () => string;
  /** The first slot from now on, by the new rule. */
  readonly next: Slot | undefined;
}

/** Changes one revision of a reminder; call within a writing transaction. */
export async function changeReminder(
  transaction: Queries,
  { id, revision, by, changes, newId, next }: Change,
  now: number,
): Promise<EditResult> {
  const rows = reminderRows(transaction);
  const before = viewOf(await rows.hold(id), await rows.destinations(id));
  if (before === undefined) return "gone";
  if (before.revision !== revision) return "changed-meanwhile";
  const { rule = before.rule, content = before.content, destinations } = changes;
  checkReminder({ ...before, rule, content, destinations: destinations ?? before.destinations });
  const state = stateOf(before, changes, next);
  const { rule: old } = before;
  const isOtherRule = changes.rule !== undefined && !isOnAnotherWall(rule, old);
  const isDue = before.nextAt !== undefined && before.nextAt <= now;
  const isReplanned = isOtherRule || state !== before.state || (changes.rule !== undefined && !isDue);
  const planned = state === "active" ? next : undefined;
  if (rule.kind === "watch") await beginWatch(transaction, rule.what);
  const isMine = await rows.change(id, revision, {
    editor_id: by,
    state,
    changed_at: now,
    ...columnsOf(rule, content),
    ...(changes.quiet !== undefined && { quiet: changes.quiet && JSON.stringify(changes.quiet) }),
    ...(changes.whenUnsure !== undefined && { when_unsure: changes.whenUnsure }),
    ...(isReplanned && { next_slot: planned?.at ?? null, useful_until: planned?.usefulUntil ?? null }),
  });
  if (!isMine) return "changed-meanwhile";
  if (isOtherRule) await releaseDeliveries(transaction, id, now);
  else if (changes.rule !== undefined) await releaseUpcoming(transaction, id, now);
  if (!isOtherRule && content.repeat === undefined && before.content.repeat !== undefined) {
    await writeRepeatOnce(transaction, id, now);
  }
  if (destinations !== undefined) {
    await replaceDestinations(transaction, { reminderId: id, destinations, newId }, now);
  }
  return "done";
}

/** Returns whether the rules have the same clock times in different zones. */
function isOnAnotherWall(rule: Rule, old: Rule): boolean {
  if (!isRepeating(rule) || !isRepeating(old)) return false;
  return JSON.stringify({ ...rule, zone: old.zone }) === JSON.stringify(old);
}

/**
 * Returns the state after the change. A new rule revives a reminder that ended; a single date that has passed ends one.
 */
function stateOf(
  { state: before, rule: ruleBefore }: ReminderView,
  { state: wanted, rule }: ReminderChanges,
  next: Slot | undefined,
): ReminderView["state"] {
  const state = wanted ?? (rule !== undefined && before === "ended" ? "active" : before);
  const isReplanned = rule !== undefined || state !== before;
  const isOver = next === undefined && canEnd(rule ?? ruleBefore);
  return state === "active" && isReplanned && isOver ? "ended" : state;
}

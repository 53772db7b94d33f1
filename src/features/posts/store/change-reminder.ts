import { DAY_MS, HOUR_MS } from "../../../base/duration.ts";
import {
  canEnd,
  checkRule,
  type Dates,
  isRepeating,
  type Rule,
  type Slot,
} from "../../../schedule/next-slot.ts";
import {
  datingOf,
  readContent,
  type ReminderContent,
  subjectOfKey,
  watchOf,
} from "../../../schedule/subject.ts";
import type { Queries } from "../../../storage/schema.ts";
import {
  columnsOf,
  destinationOf,
  insertReminder,
  type ReminderOwner,
  reminderRows,
  rowOf,
  type WholeReminder,
} from "./reminder-rows.ts";
import { seenEntries } from "./platform-rows.ts";
import {
  type EditResult,
  MAX_ANNOUNCEMENTS,
  MAX_PERSONAL_REMINDERS,
  MAX_POST_FILES,
  type NewReminder,
  type ReminderChanges,
  type ReminderDestination,
  type ReminderView,
} from "../../posts/reminder-service.ts";
import { postFileRows } from "./post-file-rows.ts";
import { viewOf } from "./reminder-view.ts";
import {
  releaseDeliveries,
  releaseUpcoming,
  reopenDestinations,
  replaceDestinations,
} from "./update-destinations.ts";
import { writeRepeatOnce } from "./occurrence-rows.ts";
import { MilepostError } from "../../../base/errors.ts";
import { withoutSpread } from "../../../schedule/spread.ts";

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
async function beginWatch(transaction: Queries, watch: string): Promise<void> {
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
  const { rule = before.rule, content = before.content, destinations, file } = changes;
  const files = postFileRows(transaction);
  const isOneMore = file !== undefined && file !== null;
  if (isOneMore && (await files.countOthers(before.guildId ?? "", id)) >= MAX_POST_FILES) return "files-full";
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
  if (file !== undefined) await files.put(id, file);
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

/** Throws "bad-input" for a rule or content that can't be stored, or that would show a member's own data to others. */
export function checkReminder({
  ownerId,
  rule,
  content,
  destinations,
}: Pick<NewReminder, "ownerId" | "rule" | "content"> & {
  readonly destinations: readonly ReminderDestination[];
}): void {
  checkRule(rule);
  checkContent(content);
  if (rule.kind === "dated" && subjectOfKey(rule.thing) === undefined) refuse("nothing is dated by that key");
  if (rule.kind === "watch" && rule.what !== watchOf(content.subject))
    refuse("nothing new can be seen of it");
  const isPersonal = content.purpose === "personal";
  if (isPersonal && destinations.some(({ kind, target }) => kind === "dm" && target !== ownerId)) {
    refuse("somebody else's messages");
  }
  if (!isPersonal && destinations.some(({ kind }) => kind === "dm")) refuse("announcements go to channels");
  const isOwn = content.subject.kind === "own" || content.skipIfDone;
  if (isOwn && (!isPersonal || destinations.some(({ kind }) => kind !== "dm"))) {
    refuse("a member's own progress goes to their direct messages only");
  }
  if (isPersonal ? content.roleId !== undefined : content.repeat !== undefined) {
    refuse("roles are for announcements, asking again is for one's own");
  }
}

/** Returns a key that is equal for two reminders of one owner with the same subject, times and destinations. */
function identityKey(given: {
  readonly rule: Rule;
  readonly content: ReminderContent;
  readonly destinations: readonly ReminderDestination[];
}): string {
  const { subject, purpose, roleId } = given.content;
  // The spread depends on the minute a reminder was set in.
  const rule = withoutSpread(given.rule);
  // A day or week ends when the next one starts.
  const meant = rule.kind === "dated" && datingOf(subject) === "recurring" ? { ...rule, edge: "end" } : rule;
  const places = given.destinations.map(({ kind, target }) => `${kind}:${target}`).sort();
  return JSON.stringify([purpose, sorted(subject), sorted(meant), roleId ?? null, places]);
}

function checkContent(content: ReminderContent): void {
  try {
    readContent({ content: JSON.stringify(content) });
  } catch (error) {
    const reason = "the reminder says too much, or nothing";
    throw new MilepostError("bad-input", { reason }, { cause: error });
  }
}

function refuse(reason: string): never {
  throw new MilepostError("bad-input", { reason });
}

function sorted(value: object): readonly [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

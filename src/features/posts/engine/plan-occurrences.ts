import { sql } from "kysely";

import { HOUR_MS } from "../../../base/duration.ts";
import type { OccurrencePlan } from "../store/write-occurrences.ts";
import { ALWAYS, isOwnNote, readQuietHours, type ReminderRow } from "../store/reminder-rows.ts";
import { catchUp, DIGEST_AFTER_MS, lateBy } from "../../../schedule/catch-up.ts";
import { type QuietHours, quietUntil } from "../../../base/quiet-hours.ts";
import {
  canEnd,
  type DatedRule,
  datedSlot,
  type Dates,
  hasMoved,
  nextSlot,
  parseRule,
  type Rule,
  type Slot,
  WALL_GRACE_MS,
} from "../../../schedule/next-slot.ts";
import { type DatesSource, type WorkerDeps, reminderStore } from "./ports.ts";
import type { Clock } from "../../../base/clock.ts";
import { silentLog } from "../../../base/log.ts";
import type { Queries } from "../../../storage/schema.ts";
import { knownDateRows } from "../store/platform-rows.ts";
import { KnownDatesStore } from "./known-dates.ts";

/** How late the last repeat may be. */
const LAST_ASKED_MS = 6 * HOUR_MS;

/** Returns the plan for a reminder whose slot has come. */
export function planDue(row: ReminderRow, now: number, dates?: Dates): OccurrencePlan {
  const rule = parseRule(row);
  const at = row.next_slot ?? now;
  const from: Slot = { at, usefulUntil: row.useful_until ?? at };
  const base = { reminderId: row.id, from: row.next_slot, revision: row.revision };
  const moved = dates === undefined ? undefined : movedSlot(rule, { from, dates, now });
  if (moved !== undefined && moved.at > now) return { ...base, missed: [], next: moved };
  const isDated = rule.kind === "dated";
  const isAlwaysUseful = !isDated && isOwnNote(row);
  const { slot, missed, next } = catchUp({ rule, from: moved ?? from, now, isAlwaysUseful, dates });
  const rest = { ...base, missed, ...(next === undefined ? { ends: canEnd(rule) } : { next }) };
  if (slot === undefined) return rest;
  const quiet = readQuietHours(row);
  const sendAt = quiet && quietUntil(quiet, now);
  const joins = sendAt !== undefined || now - slot.at > DIGEST_AFTER_MS;
  const usefulUntil = isAlwaysUseful
    ? ALWAYS
    : isDated
      ? slot.usefulUntil
      : wallUsefulUntil(slot, quiet, sendAt);
  const since = sendAt ?? slot.at + lateBy(slot.at, now);
  const nextAt = next?.at ?? Number.POSITIVE_INFINITY;
  const end = isDated ? Math.min(nextAt, slot.usefulUntil) : nextAt;
  const repeats = repeatsOf(row, { since, now, end });
  return { ...rest, occurrence: { slot: slot.at, usefulUntil, sendAt: sendAt ?? slot.at, joins, repeats } };
}

/** A wall-clock time may be as late as its quiet hours require, even if those began while it was retried. */
function wallUsefulUntil({ usefulUntil }: Slot, quiet: QuietHours | undefined, sendAt: number | undefined) {
  const quietEnd = quiet && (sendAt ?? quietUntil(quiet, usefulUntil));
  return quietEnd === undefined ? usefulUntil : Math.max(usefulUntil, quietEnd + WALL_GRACE_MS);
}

interface NewlySeen {
  readonly now: number;
  readonly usefulUntil: number;
  readonly note?: string;
  /** When it happened, if known. */
  readonly slot?: number;
}

/** Returns the plan for new entries: the slot is the instant they were seen. */
export function planNewEntries(
  row: ReminderRow,
  { now, usefulUntil, note, slot = now }: NewlySeen,
): OccurrencePlan {
  const quiet = readQuietHours(row);
  const sendAt = quiet && quietUntil(quiet, now);
  const occurrence = {
    slot,
    usefulUntil,
    sendAt: sendAt ?? now,
    joins: sendAt !== undefined,
    ...(note !== undefined && { note }),
  };
  return { reminderId: row.id, from: row.next_slot, revision: row.revision, missed: [], occurrence };
}

/** Returns the slot by the current dates, where the platform moved the planned one. */
function movedSlot(
  rule: Rule,
  at: { readonly from: Slot; readonly dates: Dates; readonly now: number },
): Slot | undefined {
  if (rule.kind !== "dated" || !hasMoved(rule, at)) return undefined;
  return at.dates.everyMs === undefined ? datedSlot(rule, at.dates) : nextSlot(rule, at.now, at.dates);
}

/** Returns the repeats after a post at `since`: before the next slot and the subject's end. */
function repeatsOf(
  row: ReminderRow,
  { since, now, end }: Readonly<Record<"since" | "now" | "end", number>>,
): readonly { readonly slot: number; readonly usefulUntil: number }[] {
  const { repeat_ms: everyMs, repeat_most: most } = row;
  if (everyMs === null || most === null) return [];
  const quiet = readQuietHours(row);
  const all = Array.from({ length: most }, (_, index) => since + (index + 1) * everyMs);
  const isQuiet = (at: number) => quiet !== undefined && quietUntil(quiet, at) !== undefined;
  const wanted = all.filter((at) => at > now && at < end && !isQuiet(at));
  return wanted.map((at, index) => {
    const until = at + (index === wanted.length - 1 ? Math.max(everyMs, LAST_ASKED_MS) : everyMs);
    return { slot: at, usefulUntil: Math.min(until, end) };
  });
}

interface KnownNow {
  readonly now: number;
  readonly dates: Dates;
  readonly areFresh: boolean;
  /** The slot posted last. */
  readonly last?: Slot | undefined;
}

/**
 * Returns a new plan after the platform's dates changed; undefined where nothing changes. A slot that has come is left
 * to the engine. A subject moved so close that its slot has passed is due at once, while useful.
 */
export function replanForDates(row: ReminderRow, known: KnownNow): OccurrencePlan | undefined {
  const { now, dates, areFresh } = known;
  const rule = parseRule(row);
  if (rule.kind !== "dated") return undefined;
  if (row.next_slot === null) {
    const missed = areFresh ? missedStart(rule, row, known) : undefined;
    return planTo(row, nextSlot(rule, now, dates) ?? missed);
  }
  if (row.next_slot <= now) return undefined;
  const from: Slot = { at: row.next_slot, usefulUntil: row.useful_until ?? row.next_slot };
  return planTo(row, movedSlot(rule, { from, dates, now }));
}

/** Returns the passed slot of a period that was not known before it began, if a post is still useful. */
function missedStart(
  rule: DatedRule,
  { changed_at: since }: ReminderRow,
  { now, dates, last }: KnownNow,
): Slot | undefined {
  const slot = datedSlot(rule, dates);
  if (slot === undefined || slot.at <= since || now >= slot.usefulUntil) return undefined;
  return last !== undefined && isOfPeriod(rule, slot, { last, now }) ? undefined : slot;
}

/** Returns whether this period was already posted about, and only its date was corrected. */
function isOfPeriod(
  { edge, leadMs }: DatedRule,
  { at }: Slot,
  { last, now }: { readonly last: Slot; readonly now: number },
): boolean {
  return edge === "start" ? at + leadMs < last.usefulUntil - HOUR_MS : now < last.usefulUntil;
}

function planTo(row: ReminderRow, next: Slot | undefined): OccurrencePlan | undefined {
  const { id: reminderId, next_slot: from, revision } = row;
  return next && { reminderId, from, revision, missed: [], next };
}

export interface PlanningDeps extends Pick<WorkerDeps, "store" | "log"> {
  readonly dates: DatesSource;
}

/**
 * Plans what is due, up to a limit. Returns how many it planned, and whether one is late enough to be merged with
 * others.
 */
export async function planSomeDue(
  parts: PlanningDeps,
  now: number,
  limit: number,
): Promise<{ readonly planned: number; readonly isLate: boolean }> {
  const { store } = parts;
  const rows = await store.occurrences.due(now, limit);
  const isLate = rows.some(({ next_slot: slot }) => (slot ?? now) < now - DIGEST_AFTER_MS);
  if (rows.length === 0) return { planned: 0, isLate };
  const plans: OccurrencePlan[] = [];
  for (const row of rows) plans.push(...(await planned(parts, row, now)));
  const held = await store.occurrences.plan(plans, now);
  return { planned: held === 0 ? 0 : rows.length, isLate };
}

/** A reminder that can't be read is disabled, so that it holds up no other. */
async function planned(
  parts: PlanningDeps,
  row: ReminderRow,
  now: number,
): Promise<readonly OccurrencePlan[]> {
  const { store, log } = parts;
  try {
    return [planDue(row, now, await datesFor(parts, row))];
  } catch (error) {
    log.error("a reminder could not be read and is switched off", { reference: row.id }, error);
    await store.reminders.change(row.id, row.revision, { state: "disabled", changed_at: now });
    return [];
  }
}

async function datesFor({ dates, log }: PlanningDeps, row: ReminderRow): Promise<Dates | undefined> {
  const rule = parseRule(row);
  if (rule.kind !== "dated") return undefined;
  return dates.datesOf(rule.thing).catch((error: unknown) => {
    log.warn("the platform's dates are not known now", {}, error);
    return undefined;
  });
}

const PLANNED_AT_ONCE = 100;

/**
 * For a database restored from a copy made at `since`: has everything that is due looked for in Discord before it is
 * posted, as the bot may have posted it after the copy. Returns how much that is. Watches for new entries start over.
 */
export async function lookBeforePosting(
  queries: Queries,
  { since, clock }: { readonly since: number; readonly clock: Clock },
): Promise<number> {
  const now = clock.now();
  const dates = new KnownDatesStore(knownDateRows(queries), clock);
  const parts = { store: reminderStore(queries), dates, log: silentLog };
  for (let planned = PLANNED_AT_ONCE; planned === PLANNED_AT_ONCE;)
    ({ planned } = await planSomeDue(parts, now, PLANNED_AT_ONCE));
  // Each is a post of its own, as if it had been on time. Attempts from before the copy stay as they are.
  const { numUpdatedRows } = await queries
    .updateTable("deliveries")
    .set({ doubt_since: since, batch: sql`coalesce(batch, id)` })
    .where("state", "in", ["due", "failed", "held"])
    .where("doubt_since", "is", null)
    .where("slot", "<=", now)
    .executeTakeFirst();
  await queries
    .updateTable("boards")
    .set({ posting_since: since })
    .where("message_id", "is", null)
    .where("posting_since", "is", null)
    .execute();
  await queries.deleteFrom("seen_entries").execute();
  return Number(numUpdatedRows);
}

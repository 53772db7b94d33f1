import { HOUR_MS } from "../../../base/duration.ts";
import type { OccurrencePlan } from "../store/write-occurrences.ts";
import { ALWAYS, isOwnNote, readQuietHours } from "../store/reminder-columns.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import { catchUp, DIGEST_AFTER_MS, LATE_AFTER_MS } from "../schedule/catch-up.ts";
import { type QuietHours, quietUntil } from "../../../base/quiet-hours.ts";
import {
  canEnd,
  type DatedRule,
  type Dates,
  datedSlot,
  hasMoved,
  nextSlot,
  parseRule,
  type Rule,
  type Slot,
  WALL_GRACE_MS,
} from "../../shared/schedule/next-slot.ts";

/** The last repeat may be late by this much. */
const LAST_ASKED_MS = 6 * HOUR_MS;

/** What becomes of a reminder whose slot has come. */
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
  const since = sendAt ?? (now - slot.at > LATE_AFTER_MS ? now : slot.at);
  const nextAt = next?.at ?? Number.POSITIVE_INFINITY;
  const end = isDated ? Math.min(nextAt, slot.usefulUntil) : nextAt;
  const repeats = repeatsOf(row, { since, now, end });
  return { ...rest, occurrence: { slot: slot.at, usefulUntil, sendAt: sendAt ?? slot.at, joins, repeats } };
}

/** A time on the wall is only as late as its quiet hours, also where they begin while it is tried again. */
function wallUsefulUntil({ usefulUntil }: Slot, quiet: QuietHours | undefined, sendAt: number | undefined) {
  const quietEnd = quiet && (sendAt ?? quietUntil(quiet, usefulUntil));
  return quietEnd === undefined ? usefulUntil : Math.max(usefulUntil, quietEnd + WALL_GRACE_MS);
}

interface NewlySeen {
  readonly now: number;
  readonly usefulUntil: number;
  readonly note?: string;
  /** When it happened, where that is known. */
  readonly slot?: number;
}

/** What becomes of a reminder because something new was seen: the instant it was seen at is its slot. */
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

/** The slot the dates give now, where the platform moved the one that was planned. */
function movedSlot(
  rule: Rule,
  at: { readonly from: Slot; readonly dates: Dates; readonly now: number },
): Slot | undefined {
  if (rule.kind !== "dated" || !hasMoved(rule, at)) return undefined;
  return at.dates.everyMs === undefined ? datedSlot(rule, at.dates) : nextSlot(rule, at.now, at.dates);
}

/** When it is repeated after it was posted at `since`: before the next slot, and before its subject has ended. */
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
  /** What was posted last. */
  readonly last?: Slot | undefined;
}

/**
 * A reminder's next slot anew, because the platform's dates changed; undefined: nothing is to be done. A slot that has
 * come is the engine's. A subject moved so near that its slot has passed is due at once, while that is useful.
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

/** A period nobody knew of before it began: its slot has passed while the reminder waited, and is still useful. */
function missedStart(
  rule: DatedRule,
  { changed_at: since }: ReminderRow,
  { now, dates, last }: KnownNow,
): Slot | undefined {
  const slot = datedSlot(rule, dates);
  if (slot === undefined || slot.at <= since || now >= slot.usefulUntil) return undefined;
  return last !== undefined && isOfPeriod(rule, slot, { last, now }) ? undefined : slot;
}

/** Whether this period was posted about already and only its date was corrected since. */
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

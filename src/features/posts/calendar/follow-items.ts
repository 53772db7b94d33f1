import { createHash } from "node:crypto";

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { OwnItemRow } from "../store/own-calendar-rows.ts";
import { type CalendarItem, overAt, readItem, type ShownItem } from "./calendar-item.ts";

/** Items as they should be now, by key. */
type WantedItems = ReadonlyMap<string, CalendarItem>;

interface Following {
  readonly memberId: string;
  readonly wanted: WantedItems;
  /** Of which keys these are all; others are left alone. */
  readonly isListed: (key: string) => boolean;
  readonly now: number;
}

/** What the platform leaves out for a moment is no cancellation. */
const MISSED_FOR_MS = HOUR_MS;
/** For how long a cancellation of what comes again is told. */
const TOLD_MS = 30 * DAY_MS;
/** 2026-01-01: sequences begin with the minutes since, so that one whose row is gone doesn't start over. */
const EPOCH = 1_767_225_600_000;
const REMINDER = "reminder:";

/** Returns the key of a reminder's item; `at`: of one of its times that stands apart. */
export function reminderKey(id: string, at?: number): string {
  return at === undefined ? REMINDER + id : `${REMINDER}${id}:${at}`;
}

export function isReminderKey(key: string): boolean {
  return key.startsWith(REMINDER);
}

/** Returns the rows that should be stored: changed ones with a higher sequence, and what is gone as canceled. */
export function followItems(
  rows: readonly OwnItemRow[],
  { memberId, wanted, isListed, now }: Following,
): readonly OwnItemRow[] {
  const before = new Map(rows.map((row) => [row.key, row]));
  const kept = rows.filter(({ key }) => !wanted.has(key));
  return [
    ...[...wanted].map(([key, item]) => followed(before.get(key), { memberId, key, item, now })),
    ...kept.flatMap((row) => (isListed(row.key) ? missed(row, { wanted, now }) : [row])),
  ].toSorted((a, b) => a.key.localeCompare(b.key));
}

/** Returns the items of a file: what is over or was told long enough is no longer in it. */
export function shownItems(rows: readonly OwnItemRow[]): readonly ShownItem[] {
  return rows.map((row) => ({
    uid: row.uid,
    sequence: row.sequence,
    item: readItem(row),
    isCanceled: row.is_canceled === 1,
    changedAt: row.changed_at,
  }));
}

function followed(
  before: OwnItemRow | undefined,
  { memberId, key, item, now }: { memberId: string; key: string; item: CalendarItem; now: number },
): OwnItemRow {
  const shown = before && readItem(before);
  if (before === undefined || shown === undefined || (isPast(key, shown, now) && !isSame(key, shown, item)))
    return {
      member_id: memberId,
      key,
      uid: uidOf(memberId, key, item.startAt),
      sequence: sequenceAt(now),
      item: JSON.stringify(item),
      is_canceled: 0,
      changed_at: now,
      shown_at: now,
      missing_since: null,
    };
  if (before.is_canceled === 0 && isSame(key, shown, item)) {
    const isFresh = before.missing_since === null && now - before.shown_at < DAY_MS;
    return isFresh ? before : { ...before, shown_at: now, missing_since: null };
  }
  return { ...changed(before, now), item: JSON.stringify(item), is_canceled: 0 };
}

/** A reminder that is gone was turned off; what the platform lists may be back in a moment. */
function missed(row: OwnItemRow, { wanted, now }: Pick<Following, "wanted" | "now">): readonly OwnItemRow[] {
  const item = readItem(row);
  if (isPast(row.key, item, now) || (row.is_canceled === 1 && now - row.changed_at > TOLD_MS)) return [];
  if (row.is_canceled === 1) return [row];
  const kind = kindOf(row.key);
  if (!isReminderKey(row.key)) {
    if (![...wanted.keys()].some((key) => kindOf(key) === kind)) return [row];
    if (row.missing_since === null) return [{ ...row, missing_since: now }];
    if (now - row.missing_since < MISSED_FOR_MS) return [row];
  }
  return [{ ...changed(row, now), is_canceled: 1 }];
}

/** A reminder is over once it came. */
function isPast(key: string, item: CalendarItem, now: number): boolean {
  const isOnce = isReminderKey(key) && item.repeats === undefined;
  return (isOnce ? item.startAt : overAt(item)) <= now;
}

function changed(row: OwnItemRow, now: number): OwnItemRow {
  const sequence = Math.max(row.sequence + 1, sequenceAt(now));
  return { ...row, sequence, changed_at: now, shown_at: now, missing_since: null };
}

/** What comes again by itself is the same at any of its times; of the platform's, titles depend on the language. */
function isSame(key: string, shown: CalendarItem, item: CalendarItem): boolean {
  const everyMs = item.repeats?.zone === undefined && everyOf(item);
  const moved = item.startAt - shown.startAt;
  const isStart = moved === 0 || (everyMs !== false && everyMs !== undefined && moved % everyMs === 0);
  const isWorded = !isReminderKey(key) || (shown.title === item.title && shown.about === item.about);
  return (
    isStart &&
    isWorded &&
    shown.endAt - shown.startAt === item.endAt - item.startAt &&
    JSON.stringify(shown.repeats) === JSON.stringify(item.repeats)
  );
}

function everyOf({ repeats }: CalendarItem): number | undefined {
  const unit =
    repeats && { HOURLY: HOUR_MS, DAILY: DAY_MS, WEEKLY: 7 * DAY_MS, MONTHLY: undefined }[repeats.freq];
  return unit === undefined || repeats === undefined ? undefined : unit * repeats.interval;
}

function kindOf(key: string): string {
  return key.split(":")[0] ?? "";
}

function sequenceAt(now: number): number {
  return Math.max(0, Math.floor((now - EPOCH) / MINUTE_MS));
}

/** The same thing has the same id in every file a member gets. */
function uidOf(memberId: string, key: string, startAt: number): string {
  const hash = createHash("sha256").update(`milepost/calendar ${memberId} ${key} ${startAt}`).digest("hex");
  return `${hash.slice(0, 32)}@milepost`;
}

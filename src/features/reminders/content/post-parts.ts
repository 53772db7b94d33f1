import { quietUntil } from "../../../base/quiet-hours.ts";
import { readQuietHours } from "../store/new-reminder.ts";
import type { PostItem } from "../engine/ports.ts";
import type { ReminderContent } from "../../shared/schedule/subject.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import type { PostPart } from "../../shared/view/post-parts.ts";
import type { Described } from "./described.ts";
import { mergeNews } from "./news.ts";

/** One thing there is to tell of. */
export interface Told {
  readonly item: PostItem;
  readonly content: ReminderContent;
  readonly described: Extract<Described, { kind: "told" }>;
}

/** The roles to be mentioned, each once. */
export function rolesOf(told: readonly Pick<Told, "content">[]): readonly string[] {
  return [...new Set(told.flatMap(({ content }) => content.roleId ?? []))];
}

/** When the first of it ends: the post then says so. Not where others stand in it that can't be told of again. */
export function firstEnd(told: readonly Told[], now: number): number | undefined {
  const isPrivate = told.some(({ content }) => content.subject.kind === "own" || content.skipIfDone);
  if (told.length > 1 && isPrivate) return undefined;
  const ends = told.flatMap(({ described }) => described.endAt ?? []).filter((at) => at > now);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

export function partOf({ item, content, described }: Told): PostPart {
  const { reminder, slot, lateMs } = item;
  const quiet = readQuietHours(reminder);
  return {
    reminderId: reminder.id,
    slot,
    title: described.title,
    subject: described.subject,
    lateMs,
    isHeld: quiet !== undefined && quietUntil(quiet, slot) !== undefined,
    repeats: reminder.repeat_ms !== null,
    offers: content.offers !== undefined,
  };
}

/** Several slots of one reminder that go as one post are one: the latest, with all that was new. */
export function latestOfEach(items: readonly PostItem[]): readonly PostItem[] {
  const byReminder = new Map<string, PostItem[]>();
  for (const item of items) {
    const { id } = item.reminder;
    byReminder.set(id, [...(byReminder.get(id) ?? []), item]);
  }
  return [...byReminder.values()].flatMap((same) => {
    const latest = same.toSorted((a, b) => a.slot - b.slot).at(-1);
    if (latest === undefined) return [];
    const isNews = latest.note !== undefined && same.length > 1;
    return [isNews ? { ...latest, note: mergeNews(same.map(({ note }) => note)) } : latest];
  });
}

export function itemOf(reminder: ReminderRow, slot: number, now: number): PostItem {
  return { reminder, slot, usefulUntil: now, lateMs: 0 };
}

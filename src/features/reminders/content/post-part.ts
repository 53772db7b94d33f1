import { HOUR_MS } from "../../../base/duration.ts";
import { quietUntil } from "../../../base/quiet-hours.ts";
import { readQuietHours } from "../store/reminder-columns.ts";
import { readRule } from "../../shared/schedule/next-slot.ts";
import type { PostItem } from "../engine/ports.ts";
import type { Post } from "../../../discord/reply/reply.ts";
import { readContent, type ReminderContent } from "../../shared/schedule/subject.ts";
import type { GuildSettings } from "../../shared/guild-settings.ts";
import type { ReminderRow } from "../store/reminder-rows.ts";
import type { PostPart, ReminderPostView } from "../../shared/view/post-parts.ts";
import { reminderPost, withAccent, withMember, withRoles } from "../../shared/view/posts.ts";
import type { ViewContext } from "../../shared/view/view-context.ts";
import type { Description } from "./description.ts";
import { mergeNewEntries } from "./new-entries.ts";

/** A reminder's occurrence with what is posted about it. */
export interface DescribedItem {
  readonly item: PostItem;
  readonly content: ReminderContent;
  readonly described: Extract<Description, { kind: "described" }>;
}

/** The roles to be mentioned, each once. */
export function rolesOf(reminders: readonly ReminderRow[]): readonly string[] {
  return [...new Set(reminders.flatMap((reminder) => readContent(reminder).roleId ?? []))];
}

/** When the first subject ends: the post is edited then. Undefined where it holds private parts, which can't be read again. */
export function firstEnd(items: readonly DescribedItem[], now: number): number | undefined {
  const isPrivate = items.some(({ content }) => content.subject.kind === "own" || content.skipIfDone);
  if (items.length > 1 && isPrivate) return undefined;
  const ends = items.flatMap(({ described }) => described.endAt ?? []).filter((at) => at > now);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

export function partOf({ item, content, described }: DescribedItem): PostPart {
  const { reminder, slot, lateMs } = item;
  const quiet = readQuietHours(reminder);
  const quietEnd = quiet && quietUntil(quiet, slot);
  return {
    reminderId: reminder.id,
    slot,
    title: described.title,
    subject: described.subject,
    lateMs,
    isHeld: quietEnd !== undefined && slot + lateMs <= quietEnd + HOUR_MS,
    repeats: reminder.repeat_ms !== null,
    isOnce: readRule(reminder).kind === "once",
    offers: content.offers !== undefined,
    givesRole: content.offers?.roleId !== undefined,
  };
}

/** Several slots of one reminder that go as one post are one: the latest, with all that was new. */
export function latestOfEach(items: readonly PostItem[]): readonly PostItem[] {
  const byReminder = Map.groupBy(items, ({ reminder }) => reminder.id);
  return [...byReminder.values()].flatMap((same) => {
    const latest = same.toSorted((a, b) => a.slot - b.slot).at(-1);
    if (latest === undefined) return [];
    const isNews = latest.note !== undefined && latest.reminder.watch !== null && same.length > 1;
    return [isNews ? { ...latest, note: mergeNewEntries(same.map(({ note }) => note)) } : latest];
  });
}

export function itemOf(reminder: ReminderRow, slot: number, now: number): PostItem {
  return { reminder, slot, usefulUntil: now, lateMs: 0 };
}

interface ReminderPost extends Omit<ReminderPostView, "isPersonal"> {
  /** The first of those it is about: it is in this one's language and look. */
  readonly reminder: ReminderRow;
  readonly kind: "channel" | "dm";
  readonly roleIds: readonly string[];
}

/** A post with whom it mentions and the edge its server chose. */
export function reminderPostOf(
  { reminder, kind, roleIds, ...view }: ReminderPost,
  guild: GuildSettings | undefined,
  context: ViewContext,
): Post {
  const { purpose, accent } = readContent(reminder);
  const isPersonal = purpose === "personal";
  const edge = isPersonal ? undefined : (accent ?? guild?.accent);
  const { lead, card } = withAccent(reminderPost({ ...view, isPersonal }, context), edge);
  const isMentioned = isPersonal && kind === "channel";
  return { lead: isMentioned ? withMember(lead, reminder.owner_id) : withRoles(lead, roleIds), card };
}

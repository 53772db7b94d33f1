import { HOUR_MS } from "../../../base/duration.ts";
import { quietUntil } from "../../../base/quiet-hours.ts";
import { readQuietHours, type ReminderRow } from "../store/reminder-rows.ts";
import { parseRule } from "../../../schedule/next-slot.ts";
import type { PostItem } from "../engine/ports.ts";
import type { Post } from "../../../discord/reply/reply.ts";
import { readContent, type ReminderContent } from "../../../schedule/subject.ts";
import type { GuildSettings } from "../../kit/guild-settings.ts";
import type { PostPart, ReminderPostView } from "../view/post-parts.ts";
import { reminderPost, withAccent, withMember, withRoles } from "../view/posts.ts";
import type { Background } from "../engine/system-context.ts";
import type { Description } from "./description.ts";
import { mergeNewEntries } from "./describe-new-entries.ts";

export interface DescribedItem {
  readonly item: PostItem;
  readonly content: ReminderContent;
  readonly described: Extract<Description, { kind: "described" }>;
}

/** Returns the settings of a reminder's server. */
export function guildOf({ guilds }: Background, { guild_id: id }: ReminderRow): GuildSettings | undefined {
  return id === null ? undefined : guilds.of(id);
}

/**
 * Returns when the first subject ends, for the edit; undefined for posts with private parts, which can't be read again.
 */
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
    isOnce: parseRule(reminder).kind === "once",
    offers: content.offers !== undefined,
    givesRole: content.offers?.roleId !== undefined,
  };
}

/** Merges several slots of one reminder: the latest, with everything that was new. */
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
  /** The first one decides on language and colors. */
  readonly reminders: readonly [ReminderRow, ...ReminderRow[]];
  readonly kind: "channel" | "dm";
}

/** Returns a post with its mentions and the color its server picked. */
export function reminderPostOf(
  { reminders, kind, ...view }: ReminderPost,
  context: Background,
): Post & { readonly roleIds: readonly string[] } {
  const [first] = reminders;
  const { purpose, accent } = readContent(first);
  const isPersonal = purpose === "personal";
  const guild = guildOf(context, first);
  const edge = isPersonal ? undefined : (accent ?? guild?.accent);
  const { lead, card } = withAccent(reminderPost({ ...view, isPersonal }, context.view), edge);
  const isSilent = guild?.arePingsOn === false || view.isTest;
  const roles = isSilent ? [] : reminders.flatMap((reminder) => readContent(reminder).roleId ?? []);
  const roleIds = [...new Set(roles)];
  if (!isPersonal || kind === "dm") return { lead: withRoles(lead, roleIds), card, roleIds };
  return { lead: withMember(lead, first.owner_id), card, roleIds };
}

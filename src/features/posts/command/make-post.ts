import { md } from "../../../base/markdown.ts";
import { reply, text } from "../../../discord/reply/build.ts";
import { type GuildSettings, postLocale } from "../../kit/settings/settings.ts";
import type { MakeResult, NewReminder } from "../reminder-service.ts";
import type { CommandContext } from "../services.ts";
import type { MemberZone } from "../../kit/settings/member-zone.ts";
import type { Rule } from "../../../schedule/next-slot.ts";
import { type ReminderContent, datingOf } from "../../../schedule/subject.ts";
import type { ChosenSubject } from "../read/read-subject.ts";

interface Wanted extends Pick<NewReminder, "rule" | "content"> {
  readonly channelId: string;
}

/** Creates an announcement in a channel, with the server's settings. */
export function announceIn(
  { reminders, member }: CommandContext,
  { guildId, settings }: { readonly guildId: string; readonly settings: GuildSettings },
  { channelId, ...wanted }: Wanted,
): Promise<MakeResult> {
  const { quiet, whenUnsure } = settings;
  return reminders.make({
    ...wanted,
    ownerId: member.id,
    guildId,
    destinations: [{ kind: "channel", target: channelId }],
    ...(quiet !== undefined && { quiet }),
    whenUnsure,
  });
}

/** Creates the forum post that announcements go to, in the language of the server's posts. */
export function openForumPost(
  context: CommandContext,
  settings: GuildSettings,
  where: { readonly forumId: string; readonly title: string; readonly tag: string | undefined },
) {
  const locale = postLocale(context, settings);
  const opening = context.messages(locale).announce.forum.opening(md`${where.title}`);
  return context.channels.open({ ...where, locale }, reply(text(opening)), context.signal);
}

interface OwnReminder {
  readonly rule: Rule;
  readonly zone: MemberZone;
  readonly about: Pick<ReminderContent, "subject" | "title" | "kinds">;
}

/** Creates a reminder of the member's own, sent to their DMs. */
export function makeOwn(
  { member, locale, reminders }: CommandContext,
  { rule, zone: { zone, quiet }, about }: OwnReminder,
): Promise<MakeResult> {
  return reminders.make({
    ownerId: member.id,
    destinations: [{ kind: "dm", target: member.id }],
    rule,
    content: { ...about, purpose: "personal", locale, zone, skipIfDone: false, publish: false },
    ...(quiet !== undefined && { quiet }),
  });
}

/** Returns whether a reminder of its start or end comes once or each time; undefined for what has neither. */
export function comesOf({ subject, thing }: ChosenSubject): "once" | "each" | undefined {
  if (datingOf(subject) === "recurring" || thing?.everyMs !== undefined) return "each";
  return thing === undefined ? undefined : datingOf(subject) === "periods" ? "each" : "once";
}

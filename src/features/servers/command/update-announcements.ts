import { isRepeating } from "../../../schedule/next-slot.ts";
import type { QuietHours } from "../../../base/quiet-hours.ts";
import type { SetupKept } from "../view/setup-parts.ts";
import { type GuildSettings, postLocale } from "../../kit/guild-settings.ts";
import { changeEach } from "../../posts/command/change-each.ts";
import type { ReminderChanges, ReminderView } from "../../posts/reminder-service.ts";
import { ofServer } from "./show-panel.ts";
import type { CommandContext } from "../services.ts";

/**
 * Updates existing announcements after a setting changed. Those with quiet hours of their own keep them, and times keep
 * the zone they were set in; returns how many did.
 */
export async function followSettings(
  context: CommandContext,
  before: GuildSettings,
): Promise<SetupKept | undefined> {
  const { guildId, settings: now } = ofServer(context);
  const { reminders: service, member } = context;
  const all = await service.ofGuild(guildId);
  if (all.length === 0) return undefined;
  const change = { before, now, locale: postLocale(context, now) };
  const ids = all.filter((view) => changesOf(view, change) !== undefined).map(({ id }) => id);
  await changeEach({ book: service, ids, by: member.id }, (view) => changesOf(view, change));
  return keptOf(all, change);
}

interface Change {
  readonly before: GuildSettings;
  readonly now: GuildSettings;
  /** The language of future posts. */
  readonly locale: string;
}

/** Returns undefined where nothing changes. */
function changesOf(
  { quiet, content }: ReminderView,
  { before, now, locale }: Change,
): ReminderChanges | undefined {
  const isQuietChanged = !isSame(before.quiet, now.quiet) && isSame(quiet, before.quiet);
  const isLocaleChanged = before.locale !== now.locale && content.locale !== locale;
  const isDoubtChanged = before.whenUnsure !== now.whenUnsure;
  if (!isQuietChanged && !isLocaleChanged && !isDoubtChanged) return undefined;
  return {
    ...(isQuietChanged && { quiet: now.quiet ?? null }),
    ...(isLocaleChanged && { content: { ...content, locale } }),
    ...(isDoubtChanged && { whenUnsure: now.whenUnsure }),
  };
}

/** Returns what stays, where one could expect otherwise. */
function keptOf(all: readonly ReminderView[], { before, now }: Change): SetupKept | undefined {
  const going = all.filter(({ state }) => state !== "ended");
  if (before.zone !== now.zone || before.isZoneChosen !== now.isZoneChosen) {
    const count = going.filter(({ rule }) => isRepeating(rule) && rule.zone !== now.zone).length;
    return count === 0 ? undefined : { what: "zone", count };
  }
  if (isSame(before.quiet, now.quiet)) return undefined;
  const own = going.filter(({ quiet }) => !isSame(quiet, before.quiet) && !isSame(quiet, now.quiet));
  return own.length === 0 ? undefined : { what: "quiet", count: own.length };
}

function isSame(one: QuietHours | undefined, other: QuietHours | undefined): boolean {
  return one?.zone === other?.zone && one?.from === other?.from && one?.to === other?.to;
}

import type { QuietHours } from "../../../base/quiet-hours.ts";
import { remindZoneReply, type ZoneOption, type ZoneSaid } from "../view/zone-settings.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { MemberSettingsStore } from "../store/member-settings.ts";
import type { ReminderService, ReminderChanges, ReminderView } from "../../shared/reminder-service.ts";
import { changeEach } from "../../shared/change-each.ts";
import {
  exactZone,
  findZones,
  usualZones,
  wallClock,
  zoneInSentence,
  zoneName,
} from "../../shared/time-zones.ts";
import { isRepeating } from "../../shared/schedule/next-slot.ts";
import { clockIn } from "../../shared/schedule/read-clock.ts";
import { zoneOf } from "../../shared/member-zone.ts";
import type { CommandContext } from "../../shared/command-context.ts";

interface Kept {
  readonly settings: MemberSettingsStore;
  readonly book: ReminderService;
}

function withSettings(context: CommandContext, answer: (kept: Kept) => Promise<Reply>): Promise<Reply> {
  return answer({ settings: context.memberSettings, book: context.reminders });
}

/** The member's zone and quiet hours. `options` are zones to choose from; the usual ones by default. */
export function showSettings(
  context: CommandContext,
  said?: ZoneSaid,
  options: readonly string[] = usualZones(context.locale),
): Promise<Reply> {
  return withSettings(context, async ({ book: reminders }) => {
    const { zone, from, quiet } = await zoneOf(context);
    const views = await reminders.ofMember(context.member.id);
    const optionOf = (name: string): ZoneOption => ({
      zone: name,
      name: zoneName(name, context.view.texts.language),
      clock: wallClock(name, context.now),
    });
    return remindZoneReply(
      {
        current: optionOf(zone),
        from,
        options: options.map(optionOf),
        quiet: quiet && {
          ...quiet,
          zone: quiet.zone === zone ? undefined : zoneInSentence(quiet.zone, context.view.texts.language),
        },
        said,
        elsewhere: views.filter((view) => isElsewhere(view, zone)).length,
      },
      context.view,
    );
  });
}

/** What comes again and again by a clock in another zone. What comes once keeps its instant. */
function isElsewhere({ rule, state }: ReminderView, zone: string): boolean {
  return isRepeating(rule) && rule.zone !== zone && state !== "ended";
}

/** Keeps a zone that was chosen; quiet hours are meant in it from then on. */
export function chooseZone(context: CommandContext, chosen: string | undefined): Promise<Reply> {
  return withSettings(context, async (kept) => {
    const zone = exactZone(chosen ?? "");
    if (zone === undefined) return showSettings(context, { kind: "unknown", typed: chosen ?? "" });
    await keepZone(context, zone, kept);
    return showSettings(context, { kind: "saved" });
  });
}

export function forgetZone(context: CommandContext): Promise<Reply> {
  return withSettings(context, async (kept) => {
    await keepZone(context, null, kept);
    return showSettings(context, { kind: "forgotten" });
  });
}

async function keepZone(
  context: CommandContext,
  zone: string | null,
  { settings, book: reminders }: Kept,
): Promise<void> {
  const { member } = context;
  const before = await settings.of(member.id);
  if (before.quiet === undefined || zone === null) {
    await settings.change(member.id, { zone });
    return;
  }
  const quiet = { ...before.quiet, zone };
  await settings.change(member.id, { zone, quiet });
  await changeAll(context, reminders, () => ({ quiet }));
}

/** A zone by what was typed: set where there is one, shown to choose from where there are more. */
export function searchZone(context: CommandContext, typed: string): Promise<Reply> {
  const found = findZones(typed, context.now, context.locale);
  const [only] = found;
  if (only === undefined) return showSettings(context, { kind: "unknown", typed });
  if (found.length === 1 || exactZone(typed.trim()) === only) return chooseZone(context, only);
  return showSettings(context, { kind: "several", typed }, found);
}

/** Moves what comes by the clock to the member's zone: the same time on another wall. */
export function moveToZone(context: CommandContext): Promise<Reply> {
  return withSettings(context, async ({ book: reminders }) => {
    const { zone } = await zoneOf(context);
    const count = await changeAll(context, reminders, ({ rule, content, ...view }) =>
      isRepeating(rule) && isElsewhere({ rule, content, ...view }, zone)
        ? { rule: { ...rule, zone }, content: { ...content, zone } }
        : undefined,
    );
    return showSettings(context, { kind: "moved", count });
  });
}

/** Keeps quiet hours, in the zone times are meant in. */
export function setQuiet(
  context: CommandContext,
  typed: { readonly from: string; readonly to: string },
): Promise<Reply> {
  return withSettings(context, async (kept) => {
    const quiet = await quietOf(context, typed);
    if (quiet === undefined) return showSettings(context, { kind: "quiet-unclear", ...typed });
    return keepQuiet(context, quiet, kept);
  });
}

export function dropQuiet(context: CommandContext): Promise<Reply> {
  return withSettings(context, (kept) => keepQuiet(context, null, kept));
}

async function keepQuiet(
  context: CommandContext,
  quiet: QuietHours | null,
  { settings, book: reminders }: Kept,
): Promise<Reply> {
  await settings.change(context.member.id, { quiet });
  await changeAll(context, reminders, () => ({ quiet }));
  return showSettings(context);
}

async function quietOf(
  context: CommandContext,
  typed: { readonly from: string; readonly to: string },
): Promise<QuietHours | undefined> {
  const from = clockIn(typed.from, context.locale);
  const to = clockIn(typed.to, context.locale);
  if (from === undefined || to === undefined || from === to) return undefined;
  const { zone } = await zoneOf(context);
  return { zone, from, to };
}

/** Changes all of the member's reminders that want it. Gives how many. */
async function changeAll(
  { member }: CommandContext,
  reminders: ReminderService,
  changesOf: (view: ReminderView) => ReminderChanges | undefined,
): Promise<number> {
  const ids = (await reminders.ofMember(member.id)).map(({ id }) => id);
  return changeEach({ book: reminders, ids, by: member.id }, changesOf);
}

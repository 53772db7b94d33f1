import type { QuietHours } from "../../../base/quiet-hours.ts";
import { remindZoneReply, type ZoneSaid } from "../view/zones.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { ReminderChanges, ReminderView } from "../reminder-service.ts";
import { changeEach } from "./who-manages.ts";
import { exactZone, findZones, namedZone, usualZones } from "../../kit/settings/time-zones.ts";
import { isRepeating } from "../../../schedule/next-slot.ts";
import { hoursIn } from "../../../schedule/read-clock.ts";
import { zoneOf } from "../../kit/settings/member-zone.ts";
import type { Typed } from "../view/dialogs.ts";
import { setReminder } from "./save-reminder.ts";
import { askZone } from "./zone-question.ts";
import { otherZone } from "./show-reminder.ts";
import type { CommandContext } from "../services.ts";

/** Shows the member's zone and quiet hours. `options`: the zones to pick from; the usual ones by default. */
export async function showSettings(
  context: CommandContext,
  said?: ZoneSaid,
  options: readonly string[] = usualZones(context.locale),
): Promise<Reply> {
  const own = await zoneOf(context);
  const { zone, from, quiet } = own;
  const views = await context.reminders.ofMember(context.member.id);
  const here = { language: context.view.texts.language, now: context.now };
  const zoned = {
    current: namedZone(zone, context.view),
    from,
    options: options.map((name) => namedZone(name, context.view)),
    quiet,
    quietZone: quiet && otherZone(quiet.zone, own, here),
    said,
    elsewhere: views.filter((view) => isElsewhere(view, zone)).length,
  };
  return remindZoneReply(zoned, context.view);
}

/** Returns whether the rule repeats by the clock of another zone. A single date keeps its instant. */
function isElsewhere({ rule, state }: Pick<ReminderView, "rule" | "state">, zone: string): boolean {
  return isRepeating(rule) && rule.zone !== zone && state !== "ended";
}

/** Saves the picked zone, which also applies to quiet hours. Sets the reminder that waits for it, if one does. */
export async function chooseZone(context: CommandContext, chosen = "", waiting?: Typed): Promise<Reply> {
  const zone = exactZone(chosen);
  if (zone === undefined) return showUnsaved(context, { kind: "unknown", typed: chosen }, { waiting });
  const { member, memberSettings } = context;
  const before = await memberSettings.of(member.id);
  const quiet = before.quiet && { ...before.quiet, zone };
  await memberSettings.change(member.id, { zone, ...(quiet && { quiet }) });
  if (quiet !== undefined) await changeAll(context, () => ({ quiet }));
  return waiting === undefined
    ? showSettings(context, { kind: "saved" })
    : setReminder(context, { ...waiting, isZonePicked: true });
}

/** Says what came of a search, and keeps what waits for a zone. */
function showUnsaved(
  context: CommandContext,
  said: { readonly kind: "unknown" | "several"; readonly typed: string },
  { waiting, options }: { readonly waiting: Typed | undefined; readonly options?: readonly string[] },
): Promise<Reply> {
  if (waiting === undefined) return showSettings(context, said, options);
  return askZone(context, waiting, {
    said: context.view.texts.remind.zone[said.kind](said.typed),
    ...(options && { options }),
  });
}

export async function forgetZone(context: CommandContext): Promise<Reply> {
  await context.memberSettings.change(context.member.id, { zone: null });
  return showSettings(context, { kind: "forgotten" });
}

/** Sets the zone that was typed, or offers several to pick from. */
export function searchZone(context: CommandContext, typed: string, waiting?: Typed): Promise<Reply> {
  const found = findZones(typed, context.now, context.locale);
  const [only] = found;
  if (only === undefined) return showUnsaved(context, { kind: "unknown", typed }, { waiting });
  if (found.length === 1 || exactZone(typed.trim()) === only) return chooseZone(context, only, waiting);
  return showUnsaved(context, { kind: "several", typed }, { waiting, options: found });
}

/** Moves repeating reminders to the member's zone, at the same clock times. */
export async function moveToZone(context: CommandContext): Promise<Reply> {
  const { zone } = await zoneOf(context);
  const count = await changeAll(context, ({ rule, content, state }) =>
    isRepeating(rule) && isElsewhere({ rule, state }, zone)
      ? { rule: { ...rule, zone }, content: { ...content, zone } }
      : undefined,
  );
  return showSettings(context, { kind: "moved", count });
}

/** Saves quiet hours, in the member's zone. */
export async function setQuiet(
  context: CommandContext,
  typed: { readonly from: string; readonly to: string },
): Promise<Reply> {
  const hours = hoursIn(typed, context.locale);
  if (hours === undefined) return showSettings(context, { kind: "quiet-unclear", ...typed });
  const { zone } = await zoneOf(context);
  return keepQuiet(context, { zone, ...hours });
}

export function dropQuiet(context: CommandContext): Promise<Reply> {
  return keepQuiet(context, null);
}

async function keepQuiet(context: CommandContext, quiet: QuietHours | null): Promise<Reply> {
  await context.memberSettings.change(context.member.id, { quiet });
  await changeAll(context, () => ({ quiet }));
  return showSettings(context);
}

async function changeAll(
  { member, reminders }: CommandContext,
  changesOf: (view: ReminderView) => ReminderChanges | undefined,
): Promise<number> {
  const ids = (await reminders.ofMember(member.id)).map(({ id }) => id);
  return changeEach({ book: reminders, ids, by: member.id }, changesOf);
}

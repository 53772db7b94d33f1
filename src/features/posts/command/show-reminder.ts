import type { Reply } from "../../../discord/reply/reply.ts";
import { type RemindCard, remindCardReply } from "../view/reminder-card.ts";
import { remindRefusedReply } from "../view/dialogs.ts";
import { isRepeating, preview, type Rule } from "../../../schedule/next-slot.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import { datedSubjectsNow } from "../read/suggest-reminders.ts";
import { upcomingOccurrences } from "../../../schedule/upcoming-occurrences.ts";
import type { DatedSubject } from "../read/read-subject.ts";
import type { ReminderView } from "../reminder-service.ts";
import { hasWaitingPost } from "./post-trouble.ts";
import { mayPost } from "./post-permissions.ts";
import { zoneName } from "../../kit/settings/time-zones.ts";
import { type MemberZone, zoneOf } from "../../kit/settings/member-zone.ts";
import { phraseOf } from "../../../schedule/phrase.ts";
import type { CommandContext } from "../services.ts";
import { md } from "../../../base/markdown.ts";
import type { Said } from "../view/post-card.ts";

/** Returns a reminder of the member's own; undefined for any other id. */
export async function findOwn(
  { member, reminders }: CommandContext,
  id: unknown,
): Promise<ReminderView | undefined> {
  const found = typeof id === "string" ? await reminders.find(id) : undefined;
  return found?.ownerId === member.id && found.content.purpose === "personal" ? found : undefined;
}

/** Replies with the member's reminder, or says that it is gone. */
export async function withOwn(
  context: CommandContext,
  id: unknown,
  answer: (view: ReminderView) => Promise<Reply>,
): Promise<Reply> {
  const view = await findOwn(context, id);
  return view === undefined ? remindRefusedReply({ kind: "gone" }, context.view) : answer(view);
}

/** Returns the subject with its known dates; undefined for a subject without dates. */
export async function datedNow(
  context: CommandContext,
  { content }: ReminderView,
): Promise<DatedSubject | undefined> {
  const key = subjectKey(content.subject);
  if (key === undefined) return undefined;
  const all = await datedSubjectsNow(context.reminders, context);
  return all.find(({ subject }) => subjectKey(subject) === key);
}

/** What just happened to a reminder, with a text of its own. */
type CardNews = "set" | "same" | "changed" | "meanwhile" | "not-here" | "not-yours";

/** Shows a reminder's card. */
export function showCard(context: CommandContext, id: unknown, news?: CardNews | Said): Promise<Reply> {
  return withOwn(context, id, async (view) => showReminder(context, view, await zoneOf(context), news));
}

/** Shows the card of a reminder that is already loaded. */
export async function showReminder(
  context: CommandContext,
  view: ReminderView,
  zone: MemberZone,
  news?: CardNews | Said,
): Promise<Reply> {
  const { reminders, view: reader } = context;
  const [times, isWaiting] = await Promise.all([
    view.state === "active" ? nextTimes(context, view.rule) : [],
    hasWaitingPost(view, reminders),
  ]);
  const said =
    typeof news === "string"
      ? { text: md`**${reader.texts.remind.card[news]}**`, ...(news === "set" && { tone: "good" as const }) }
      : news;
  return remindCardReply(cardOf(context, view, { zone, times, isWaiting }), said, reader);
}

/** Right after a reset the platform may list dates that the engine hasn't learned yet. */
async function nextTimes(context: CommandContext, rule: Rule): Promise<readonly number[]> {
  const known = await context.reminders.preview(rule);
  if (known.length > 0 || rule.kind !== "dated") return known;
  const listed = await datedSubjectsNow(context.reminders, context);
  const dates = listed.find(({ subject }) => subjectKey(subject) === rule.thing);
  return dates === undefined ? known : preview(rule, context.now, { dates });
}

interface Seen {
  readonly zone: MemberZone;
  readonly times: readonly number[];
  readonly isWaiting: boolean;
}

export function cardOf(
  context: CommandContext,
  view: ReminderView,
  { zone, times, isWaiting }: Seen,
): RemindCard {
  const { content, rule, quiet } = view;
  const { language } = context.messages(context.locale);
  const here = { language, now: context.now };
  const { subject } = content;
  return {
    ...view,
    what: subject.kind === "note" ? subject.text : content.title,
    phrase: phraseOf(rule, language, zone.zone),
    zone: shownZone(view, zone, here),
    next: upcomingOccurrences(rule, times),
    isWaiting,
    quietZone: quiet && otherZone(quiet.zone, zone, here),
    canSkip: subject.kind === "milestone" && context.linking !== undefined,
    canStandHere:
      subject.kind !== "own" && !content.skipIfDone && takesReminders(context) && mayWriteHere(context),
  };
}

interface Here {
  readonly language: string;
  readonly now: number;
}

/** Returns the zone's name; undefined where it is the member's own. */
export function otherZone(zone: string, own: MemberZone, { language, now }: Here): string | undefined {
  return zone === own.zone ? undefined : zoneName(zone, language, now);
}

function shownZone(
  { rule, nextAt }: ReminderView,
  { zone, from }: MemberZone,
  { language, now }: Here,
): RemindCard["zone"] {
  if (rule.kind === "once") return { name: zoneName(zone, language, nextAt ?? now), from };
  if (!isRepeating(rule)) return undefined;
  return { name: zoneName(rule.zone, language, nextAt ?? now), from: rule.zone === zone ? from : "kept" };
}

/** Returns whether this server's admins allow members' reminders in this channel. */
export function takesReminders({ site, guilds }: Pick<CommandContext, "site" | "guilds">): boolean {
  const { guildId, channelId, isInstalledHere } = site;
  if (guildId === undefined || !isInstalledHere) return false;
  return guilds.of(guildId).memberRemindersIn.includes(channelId);
}

/** Returns whether the member may write in this channel; true where Discord doesn't say. */
export function mayWriteHere({ site, resolved }: Pick<CommandContext, "site" | "resolved">): boolean {
  const here = resolved?.channel(site.channelId);
  return here === undefined || mayPost(here);
}

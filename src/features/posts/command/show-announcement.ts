import type { ResolvedRole } from "../../../discord/command/invocation-context.ts";
import type { ActionCall, Reply } from "../../../discord/reply/reply.ts";
import {
  type AnnouncementState,
  type AnnouncementView,
  announcementReply,
  channelOf,
  formOf,
  type Editing,
  type TypedState,
} from "../view/announcement.ts";
import { troubleOf, currentState } from "./post-trouble.ts";
import { toTrendChoice } from "../../../game/trend-search.ts";
import { upcomingOccurrences } from "../../../schedule/upcoming-occurrences.ts";
import { subjectValue } from "../read/read-subject.ts";
import type { ReminderView } from "../reminder-service.ts";
import { zoneLabel, zoneName } from "../../kit/settings/time-zones.ts";
import type { ManagedServer } from "./who-manages.ts";
import { CHANNEL } from "./post-permissions.ts";
import { phraseInForm } from "../view/when-words.ts";
import { announceCalls } from "../view/announce-calls.ts";
import { serverZone } from "../../kit/settings/settings.ts";
import type { CommandContext } from "../services.ts";
import { isMilepostError } from "../../../base/errors.ts";
import { text } from "../../../discord/reply/build.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import { reminderPost, withRoles } from "../view/posts.ts";
import type { PostSubject } from "../view/post-parts.ts";
import { sampleOfWatch } from "../content/describe-new-entries.ts";
import { createViewContext, withReader } from "../../kit/command/command-context.ts";
import { datedSubjectsNow } from "../read/suggest-reminders.ts";
import { phraseOf } from "../../../schedule/phrase.ts";
import { isRepeating } from "../../../schedule/next-slot.ts";
import { lookAt } from "./ask-channel.ts";
import type { Said } from "../view/post-card.ts";

/** Kinds of new entries that may include players' creations. */
const MAY_BE_CREATIONS: ReadonlySet<string | undefined> = new Set([undefined, "creation", "other"]);

interface Shown {
  readonly announcement: ReminderView;
  /** The list's page. */
  readonly page?: number;
  readonly said?: Said | undefined;
  /** As the interaction described it. */
  readonly role?: ResolvedRole | undefined;
}

/** Shows an announcement's panel, with its trouble. */
export async function showPanel(context: CommandContext, shown: Shown): Promise<Reply> {
  return announcementReply(await viewFor(context, shown), context.view, shown.said);
}

async function viewFor(
  context: CommandContext,
  { announcement, page = 0, role }: Shown,
): Promise<AnnouncementView> {
  const { content, rule, quiet, guildId = "" } = announcement;
  const { reminders, guilds } = context;
  const settings = guilds.of(guildId);
  const { language } = context.view.texts;
  const zone = zoneOf(announcement);
  const isOn = announcement.state === "active";
  const channelId = channelOf(announcement);
  const [times, channel] = await Promise.all([
    isOn ? reminders.preview(rule) : [],
    lookAt(context, { guildId, channelId }),
  ]);
  const trouble = await troubleOf(context, announcement, { role, channel });
  const state = await currentState(announcement, reminders);
  const type = channel?.kind === "seen" ? channel.type : content.channelType;
  const preview = await draftOf(context, announcement, { arePingsOn: settings.arePingsOn, at: times[0] });
  return {
    ...announcement,
    page,
    state,
    phrase: phraseIn(context, announcement),
    zone: zone === undefined ? undefined : zoneName(zone, language, times[0] ?? context.now),
    arePingsOn: settings.arePingsOn,
    firings: upcomingOccurrences(rule, times),
    noNext: isOn ? (rule.kind === "watch" ? "watch" : "dated") : whyNot(state),
    quietZone: zoneName(quiet?.zone ?? serverZone(context, settings), language, context.now),
    fields: fieldsOf(context, announcement),
    accent: content.accent ?? settings.accent,
    publish: type === CHANNEL.announcement ? content.publish : undefined,
    leavesOut: leftOut(content, settings),
    trouble,
    preview,
  };
}

/** Returns what the server's settings keep out of its posts. */
function leftOut(
  { subject }: ReminderView["content"],
  { kinds, areCreationsOn }: ManagedServer["settings"],
): AnnouncementView["leavesOut"] {
  if (subject.kind === "watch") return subject.of === "creation" && !areCreationsOn ? "creations" : undefined;
  if (subject.kind !== "new-entries") return undefined;
  const kind = toTrendChoice(subject.of);
  if (kind !== undefined && kinds !== "all" && !kinds.includes(kind)) return kind;
  return MAY_BE_CREATIONS.has(subject.of) && !areCreationsOn ? "creations" : undefined;
}

/** Returns the form's fields as texts, which fit into a control's state. */
function fieldsOf(context: CommandContext, announcement: ReminderView): TypedState {
  const { content } = announcement;
  const { subject, roleId } = content;
  return {
    what: subject.kind === "note" ? subject.text : subjectValue(subject),
    when: phraseInForm(phraseIn(context, announcement), formReader(context)),
    zone: zoneLabel(zoneOf(announcement) ?? content.zone),
    channel: channelOf(announcement),
    role: roleId,
  };
}

/** Returns the call that opens its form, filled in. */
export function editCall(context: CommandContext, announcement: ReminderView, held: Editing): ActionCall {
  return announceCalls[formOf(announcement.content)]({ ...fieldsOf(context, announcement), ...held });
}

function whyNot(state: AnnouncementState): Exclude<AnnouncementState, "active"> {
  return state === "active" ? "ended" : state;
}

interface Previewed {
  readonly arePingsOn: boolean;
  /** When it will be posted. */
  readonly at: number | undefined;
}

const DRAFTED_WITHIN_MS = 1_500;

/** Returns the announcement's next post as it will look; a plain version where reading takes too long. */
async function draftOf(
  context: CommandContext,
  announcement: ReminderView,
  previewed: Previewed,
): Promise<Reply> {
  const soon = AbortSignal.timeout(DRAFTED_WITHIN_MS);
  const drafting = context.reminders.draft(announcement.id, AbortSignal.any([context.signal, soon]));
  const late = new Promise<undefined>((resolve) => {
    soon.addEventListener("abort", () => resolve(undefined));
  });
  const draft = await Promise.race([drafting.catch((error: unknown) => unlessOurs(error, soon)), late]);
  if (draft === undefined) return plainDraft(context, announcement, previewed);
  return { blocks: [text(draft.lead), ...draft.card.blocks] };
}

/** Rethrows bugs of ours; a failing platform or a timeout gives undefined. */
function unlessOurs(error: unknown, soon: AbortSignal): undefined {
  if (!soon.aborted && !isMilepostError(error)) throw error;
}

async function plainDraft(
  context: CommandContext,
  announcement: ReminderView,
  { arePingsOn, at = context.now }: Previewed,
): Promise<Reply> {
  const { id, content } = announcement;
  const readers = withReader(context, { locale: content.locale, now: at, isPrivate: false });
  const part = {
    reminderId: id,
    slot: at,
    title: content.title,
    subject: await subjectOf(readers, announcement),
    lateMs: 0,
    isHeld: false,
    repeats: false,
    isOnce: false,
    offers: content.offers !== undefined && content.offers.signUp === undefined,
    givesRole: content.offers?.roleId !== undefined,
  };
  const post = reminderPost(
    { parts: [part], isPersonal: false, deliveryId: "", mayBeDouble: false, isTest: false },
    createViewContext(readers),
  );
  const { roleId } = content;
  const roleIds = arePingsOn && roleId !== undefined ? [roleId] : [];
  return { blocks: [text(withRoles(post.lead, roleIds)), ...post.card.blocks] };
}

async function subjectOf(context: CommandContext, { content, rule }: ReminderView): Promise<PostSubject> {
  const { subject } = content;
  if (subject.kind === "note") return subject;
  if (subject.kind === "new-entries") return sampleOf(context, subject.of);
  if (subject.kind === "watch")
    return { kind: "entries", entries: [sampleOfWatch(subject, context)], more: 0 };
  if (subject.kind === "agenda") return { kind: "agenda", entries: [], more: 0 };
  const key = subjectKey(subject);
  const things = key === undefined ? [] : await datedSubjectsNow(context.reminders, context);
  const { startAt, endAt } = things.find((thing) => subjectKey(thing.subject) === key) ?? {};
  const edge = rule.kind === "dated" ? rule.edge : "end";
  if (subject.kind === "reset") return { kind: "reset", at: startAt, entries: [], more: 0 };
  return { kind: "dated", edge, at: edge === "start" ? startAt : endAt, endAt };
}

/** An example, since nobody knows what will be new. */
function sampleOf(context: CommandContext, of: string | undefined): PostSubject {
  const messages = context.messages(context.locale);
  const kind = toTrendChoice(of);
  const kindName = messages.trending.kinds[kind ?? "other"];
  return {
    kind: "entries",
    entries: [{ kind: "news", title: messages.announce.panel.sample, kindName }],
    more: 0,
  };
}

type Timed = Pick<ReminderView, "rule" | "content">;

/**
 * Returns the zone of its clock times; undefined where it has none. A single date is shown in the zone it was set in.
 */
export function zoneOf({ rule, content }: Timed): string | undefined {
  if (rule.kind === "once") return content.zone;
  return isRepeating(rule) ? rule.zone : undefined;
}

/** Returns its time as an admin would type it. */
export function phraseIn(context: CommandContext, announcement: Timed): string {
  const zone = zoneOf(announcement) ?? announcement.content.zone;
  return phraseOf(announcement.rule, context.messages(context.locale).language, zone);
}

/** Returns the form's reader: their locale, and the language of our texts. */
export function formReader(context: CommandContext) {
  const { locale } = context;
  return { locale, language: context.messages(locale).language };
}

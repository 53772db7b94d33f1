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
  type Said,
} from "../view/announcement.ts";
import { lookAt, troubleOf } from "./destination-trouble.ts";
import { currentState } from "./waiting-state.ts";
import { toTrendChoice } from "../../../game/trend-search.ts";
import { upcomingOccurrences } from "../../../schedule/upcoming-occurrences.ts";
import { subjectValue } from "../../kit/read-subject.ts";
import type { ReminderView } from "../reminder-service.ts";
import { zoneInSentence, zoneLabel } from "../../kit/zones/time-zones.ts";
import type { ManagedServer } from "./require-admin.ts";
import { draftOf } from "../content/draft-post.ts";
import { CHANNEL } from "./post-permissions.ts";
import { phraseInForm } from "../view/form-date.ts";
import { formReader, phraseIn, zoneOf } from "./phrase-when.ts";
import { announceCalls } from "../view/announce-calls.ts";
import { serverZone } from "../../kit/guild-settings.ts";
import type { CommandContext } from "../services.ts";

/** Kinds of new entries that may include players' creations. */
const MAY_BE_CREATIONS: ReadonlySet<string | undefined> = new Set([undefined, "creation", "other"]);

export interface Shown {
  readonly announcement: ReminderView;
  readonly here: ManagedServer;
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
  { announcement, here, page = 0, role }: Shown,
): Promise<AnnouncementView> {
  const { content, rule, quiet } = announcement;
  const { language } = context.view.texts;
  const zone = zoneOf(announcement);
  const isOn = announcement.state === "active";
  const channelId = channelOf(announcement);
  const [times, channel] = await Promise.all([
    isOn ? here.reminders.preview(rule) : [],
    lookAt(context, { guildId: here.guildId, channelId }),
  ]);
  const trouble = await troubleOf(context, announcement, { here, role, channel });
  const state = await currentState(announcement, here.reminders);
  const type = channel?.kind === "seen" ? channel.type : content.channelType;
  const preview = await draftOf(context, announcement, { here, at: times[0] });
  return {
    ...announcement,
    page,
    state,
    phrase: phraseIn(context, announcement),
    zone: zone === undefined ? undefined : zoneInSentence(zone, language),
    arePingsOn: here.settings.arePingsOn,
    firings: upcomingOccurrences(rule, times),
    noNext: isOn ? (rule.kind === "watch" ? "watch" : "dated") : whyNot(state),
    quietZone: zoneInSentence(quiet?.zone ?? serverZone(context, here.settings), language),
    fields: fieldsOf(context, announcement),
    accent: content.accent ?? here.settings.accent,
    publish: type === CHANNEL.announcement ? content.publish : undefined,
    leavesOut: leftOut(content, here.settings),
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

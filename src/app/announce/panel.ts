import type { Asked } from "../../discord/command.ts";
import type { ResolvedRole } from "../../discord/resolved.ts";
import type { ActionState, Reply } from "../../discord/reply.ts";
import { type AnnouncementView, announcementReply, type Said } from "../../views/announce.ts";
import { firingsOf } from "../firings.ts";
import { lookOf } from "../look.ts";
import { phraseOf } from "../remind/phrase.ts";
import { whatValue } from "../remind/what.ts";
import type { ReminderView } from "../reminders/book.ts";
import type { Services } from "../services.ts";
import type { Here } from "./guard.ts";
import { draftOf } from "./preview.ts";
import { CHANNEL } from "./rights.ts";
import { lookAt, troubleOf } from "./trouble.ts";

type Context = Services & Asked;

/** Choices of new entries that players' creations are among; topics are among the others. */
const MAY_BE_CREATIONS: ReadonlySet<string | undefined> = new Set([undefined, "creation", "other"]);

export interface Shown {
  readonly announcement: ReminderView;
  readonly here: Here;
  /** Of the list. */
  readonly page?: number;
  readonly said?: Said | undefined;
  /** As Discord described it just now. */
  readonly role?: ResolvedRole | undefined;
}

/** The panel of an announcement, with what stands in its way now. */
export async function showPanel(context: Context, shown: Shown): Promise<Reply> {
  return announcementReply(await viewFor(context, shown), lookOf(context), shown.said);
}

async function viewFor(
  context: Context,
  { announcement, here, page = 0, role }: Shown,
): Promise<AnnouncementView> {
  const { content, rule, quiet } = announcement;
  const isOn = announcement.state === "active";
  const channelId = channelOf(announcement);
  const [times, channel] = await Promise.all([
    isOn ? here.book.preview(rule) : [],
    lookAt(context, { guildId: here.guildId, channelId }),
  ]);
  const trouble = await troubleOf(context, announcement, { here, role, channel });
  const type = channel?.kind === "seen" ? channel.type : content.channelType;
  const preview = await draftOf(context, announcement, { here, at: times[0] });
  const mayBeCreations = content.subject.kind === "new-entries" && MAY_BE_CREATIONS.has(content.subject.of);
  return {
    id: announcement.id,
    revision: announcement.revision,
    page,
    title: content.title,
    state: announcement.state,
    isNote: content.subject.kind === "note",
    phrase: phraseIn(context, announcement),
    zone: "zone" in rule ? rule.zone : undefined,
    channelId,
    roleId: content.roleId,
    arePingsOn: here.settings.arePingsOn,
    firings: firingsOf(rule, times),
    noNext: isOn ? (rule.kind === "watch" ? "watch" : "dated") : whyNot(announcement.state),
    language: content.locale,
    quiet,
    fields: fieldsOf(context, announcement),
    offers: content.offers,
    publish: type === CHANNEL.announcement ? content.publish : undefined,
    leavesOutCreations: mayBeCreations && !here.settings.areCreationsOn,
    madeBy: announcement.ownerId,
    changedBy: announcement.editorId,
    changedAt: announcement.changedAt,
    trouble,
    preview,
  };
}

/** When, as an admin would type it. */
export function phraseIn(
  context: Context,
  { rule, content }: Pick<ReminderView, "rule" | "content">,
): string {
  const zone = "zone" in rule ? rule.zone : content.zone;
  return phraseOf(rule, context.messages(context.locale).remind.phrases, zone);
}

/** What a form shows of an announcement as it is: only texts, for they stand in a control's state. */
function fieldsOf(context: Context, announcement: ReminderView): ActionState {
  const { content, rule } = announcement;
  const { subject, roleId } = content;
  return {
    what: subject.kind === "note" ? subject.text : whatValue(subject),
    when: phraseIn(context, announcement),
    zone: "zone" in rule ? rule.zone : content.zone,
    channel: channelOf(announcement),
    role: roleId,
  };
}

export function channelOf({ places }: Pick<ReminderView, "places">): string {
  return places[0]?.target ?? "";
}

function whyNot(state: ReminderView["state"]): "paused" | "ended" | "disabled" {
  return state === "active" ? "ended" : state;
}

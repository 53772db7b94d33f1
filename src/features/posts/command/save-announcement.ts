import { type Markdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { ActionCall, Reply } from "../../../discord/reply/reply.ts";
import { isTimed, type ReminderContent } from "../../../schedule/subject.ts";
import { announcementGoneReply, channelOf, type Editing } from "../view/announcement.ts";
import { count, mentionOf, personMention } from "../../kit/view/view-context.ts";
import {
  MAX_ANNOUNCEMENTS,
  MAX_POST_FILES,
  type ReminderChanges,
  type ReminderView,
} from "../reminder-service.ts";
import { withAnnouncement, asAdmin, type ManagedServer } from "./who-manages.ts";
import { announceIn } from "./make-post.ts";
import { postLocale } from "../../kit/settings/settings.ts";
import { likelyZones } from "../../kit/settings/time-zones.ts";
import { zonesToPick } from "./zone-question.ts";
import { zoneQuestionReply } from "../view/zones.ts";
import { showPanel } from "./show-announcement.ts";
import { CHANNEL } from "./post-permissions.ts";
import { type Allowed, type Meant, type NotMeant, type Typed, understand } from "./read-announcement.ts";
import { isKey } from "../read/read-subject.ts";
import { announceCalls } from "../view/announce-calls.ts";
import { MilepostError } from "../../../base/errors.ts";
import {
  count as countField,
  readState,
  type StateOf,
  text as textField,
} from "../../../discord/reply/calls.ts";
import type { CommandContext } from "../services.ts";
import type { Said } from "../view/post-card.ts";

/** Creates an announcement once everything about it is understood and allowed. */
export function makeAnnouncement(context: CommandContext, typed: Typed, allowed?: Allowed): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const meant = await understand(context, typed, { here, allowed });
    if (!("rule" in meant)) return notMeantReply(context, meant, formCall(typed), here);
    const content = contentOf(context, meant, here);
    const made = await announceIn(context, here, { channelId: meant.channel.id, rule: meant.rule, content });
    const { announce } = context.messages(context.locale);
    const again = formCall(typed);
    if (made.kind === "full") return fullReply(context, again);
    if (made.kind === "past") return refusedReply(context, md`${announce.refused.past}`, again);
    const tone = made.kind === "made" ? "good" : "notice";
    const said: Said = { text: md`**${announce.made[made.kind]}**`, tone };
    return showPanel(context, { announcement: made.reminder, role: meant.role, said });
  });
}

/** Returns what a form edits; undefined for a new announcement. Throws "stale-control" without a revision. */
export function editingIn({ id, rev, page }: StateOf<typeof announceCalls.edit.shape>): Editing | undefined {
  if (id === undefined) return undefined;
  if (rev === undefined) throw new MilepostError("stale-control", { reason: "no revision" });
  return { id, rev, page };
}

/** Saves an edited form; somebody else's concurrent change is not overwritten. */
export function changeAnnouncement(
  context: CommandContext,
  editing: Editing,
  typed: Typed,
  allowed?: Allowed,
): Promise<Reply> {
  return withAnnouncement(context, editing.id, async (announcement, here) => {
    const meant = await understand(context, typed, { here, before: announcement, allowed });
    const mend = formCall(typed, editing, announcement);
    if (!("rule" in meant)) return notMeantReply(context, meant, mend, here);
    const changes = changesOf(announcement, meant);
    const isRevived = announcement.state === "ended" && changes.rule !== undefined;
    if (isRevived && !(await hasRoom(context, here))) return fullReply(context, mend);
    const again = formCall(typed, { ...editing, rev: announcement.revision }, announcement);
    return saveChanges(context, { announcement, editing, again, role: meant.role }, changes);
  });
}

interface Saving {
  readonly announcement: ReminderView;
  readonly editing: Omit<Editing, "id">;
  /** Opens the form again with what was typed. */
  readonly again?: ActionCall;
  readonly role?: Meant["role"];
}

/** Saves changes at one revision and shows the result. */
export async function saveChanges(
  context: CommandContext,
  saving: Saving,
  changes: ReminderChanges,
): Promise<Reply> {
  const { announcement, editing, again, role } = saving;
  const { id } = announcement;
  const changing = { id, revision: editing.rev, by: context.member.id };
  const edited = await context.reminders.change(changing, changes);
  const now = await context.reminders.find(id);
  if (now === undefined) return announcementGoneReply(context.view);
  if (edited === "files-full") {
    const { refused } = context.messages(context.locale).announce;
    return refusedReply(context, md`${refused.files(count(context.view, MAX_POST_FILES))}`, again);
  }
  const { made } = context.messages(context.locale).announce;
  const said: Said =
    edited === "done"
      ? { text: md`**${made.changed}**`, tone: "good" }
      : {
          text: made.meanwhile(personMention(now.editorId), timestamp(now.changedAt, "R")),
          tone: "notice",
          ...(again !== undefined && { again: { label: made.mine, call: again } }),
        };
  return showPanel(context, { announcement: now, page: editing.page, said, role });
}

/** Returns whether the server may have one more; ended ones don't count. */
export async function hasRoom(
  { reminders }: CommandContext,
  { guildId }: Pick<ManagedServer, "guildId">,
): Promise<boolean> {
  const all = await reminders.ofGuild(guildId);
  return all.filter(({ state }) => state !== "ended").length < MAX_ANNOUNCEMENTS;
}

export function fullReply(context: CommandContext, again: ActionCall): Reply {
  const view = context.view;
  const { refused } = view.texts.announce;
  const most = count(view, MAX_ANNOUNCEMENTS);
  return refusedReply(context, refused.full(most, mentionOf(view, "announce list")), again);
}

export function notMeantReply(
  context: CommandContext,
  meant: NotMeant,
  again: ActionCall,
  { settings }: Pick<ManagedServer, "settings">,
): Reply {
  const { why, canMend, said, lacksZone = false } = meant;
  const { remind, shared } = context.messages(context.locale);
  const { channel = "", ...typed } = readState(announceCalls.edit.shape, again.state ?? {});
  if (lacksZone) {
    return zoneQuestionReply(
      {
        asked: why,
        ...zonesToPick(context, likelyZones([postLocale(context, settings)])),
        pick: (to) => announceCalls.zone({ ...typed, channel, to }),
        search: actionButton(shared.buttons.mend, again),
      },
      context.view,
    );
  }
  if (said === undefined) return refusedReply(context, why, canMend ? again : undefined);
  return toned(
    "plain",
    text(why),
    buttons(
      ...said.map(({ phrase, label }) =>
        actionButton(
          said.length === 1 ? remind.reading.take : label,
          announceCalls.take({ ...typed, channel, when: phrase }),
          { style: "primary" },
        ),
      ),
      actionButton(shared.buttons.mend, again),
    ),
  );
}

/** The announcement a call is about, in every action's state. */
const HELD = { id: textField.optional(), page: countField.optional() };

/** Says why nothing was saved; what was typed is kept. */
export function refusedReply(
  context: CommandContext,
  why: Markdown,
  again?: ActionCall,
  label?: string,
): Reply {
  const { announce, shared } = context.messages(context.locale);
  const { refused } = announce;
  const { id, page } = readState(HELD, again?.state ?? {});
  const isNew = id === undefined;
  return toned(
    "notice",
    text(md`**${isNew ? refused.title : shared.unchanged}**\n${why}`),
    buttons(
      again !== undefined && actionButton(label ?? shared.buttons.mend, again, { style: "primary" }),
      !isNew && actionButton(shared.back, announceCalls.panel({ id, page })),
    ),
  );
}

/** Returns the call that opens the right form: only a note's text can be edited. */
export function formCall(typed: Typed, editing?: Editing, before?: ReminderView): ActionCall {
  const isNote = before === undefined ? !isKey(typed.what) : before.content.subject.kind === "note";
  return announceCalls[isNote ? "rewrite" : "edit"]({ ...typed, ...editing });
}

function contentOf(context: CommandContext, meant: Meant, { settings }: ManagedServer): ReminderContent {
  const { what, zone, channel, role } = meant;
  return {
    purpose: "announcement",
    subject: what.subject,
    title: what.title,
    locale: postLocale(context, settings),
    zone,
    ...(role !== undefined && { roleId: role.id }),
    skipIfDone: false,
    channelType: channel.type,
    publish: false,
    ...(isTimed(what.subject) && { offers: {} }),
  };
}

function changesOf(before: ReminderView, { what, rule, zone, channel, role }: Meant): ReminderChanges {
  const { roleId: _, ...kept } = before.content;
  const isSameRule = JSON.stringify(rule) === JSON.stringify(before.rule);
  return {
    ...(!isSameRule && { rule }),
    content: {
      ...kept,
      subject: what.subject,
      title: what.title,
      zone,
      ...(role !== undefined && { roleId: role.id }),
      channelType: channel.type,
      publish: kept.publish && channel.type === CHANNEL.announcement,
    },
    ...(channel.id !== channelOf(before) && { destinations: [{ kind: "channel", target: channel.id }] }),
  };
}

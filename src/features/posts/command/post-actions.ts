import { HOUR_MS } from "../../../base/duration.ts";
import { link, md } from "../../../base/markdown.ts";
import { actionButton } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall, Reply } from "../../../discord/reply/reply.ts";
import type { StateOf } from "../../../discord/reply/calls.ts";
import { canEnd } from "../../../schedule/next-slot.ts";
import type { ReminderContent } from "../../../schedule/subject.ts";
import { zoneOf } from "../../kit/settings/member-zone.ts";
import { phraseOf } from "../../../schedule/phrase.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { sentences } from "../../kit/view/parts.ts";
import { troubleWords } from "../view/trouble-words.ts";
import { channelMention, messageUrl } from "../../kit/view/view-context.ts";
import type { ReminderChanges, ReminderView, TestResult } from "../reminder-service.ts";
import type { ActionContext, CommandContext } from "../services.ts";
import { announceCalls } from "../view/announce-calls.ts";
import { remindRefusedReply } from "../view/dialogs.ts";
import { removedReply, removeReply, type Said } from "../view/post-card.ts";
import { ownTrouble } from "../view/trouble.ts";
import { allowAway, lacksConsent } from "./consent.ts";
import { refusedReply, saveChanges } from "./save-announcement.ts";
import { setReminder } from "./save-reminder.ts";
import { editCall, showPanel } from "./show-announcement.ts";
import { mayWriteHere, showCard, takesReminders, withOwn } from "./show-reminder.ts";
import { changeEach, withAnnouncement } from "./who-manages.ts";

/** What a control carries: the post it is about and, of an announcement, its revision and the page of the list. */
interface PostState {
  readonly id?: string | undefined;
  readonly rev?: number | undefined;
  readonly page?: number | undefined;
}

type Press = CommandContext & { readonly state: PostState };

/** Whose posts they are: a member's own reminders, or a server's announcements. */
interface Kind {
  /** Runs the work with the post, for whoever may look after it at this press. */
  readonly with: (
    context: CommandContext,
    id: string | undefined,
    run: (post: ReminderView) => Promise<Reply>,
  ) => Promise<Reply>;
  readonly show: (context: Press, post: ReminderView, said?: Said) => Promise<Reply>;
  /** Changes it at the control's revision, and shows it. */
  readonly change: (context: Press, post: ReminderView, changes: ReminderChanges) => Promise<Reply>;
  /** Says that it would never be due again, with the form for another time. */
  readonly past: (context: Press, post: ReminderView) => Promise<Reply>;
  /** Says why a test did not arrive. */
  readonly why: typeof ownTrouble;
  readonly calls: (
    state: PostState & { readonly id: string },
  ) => Record<"untest" | "remove" | "keep", ActionCall>;
  readonly list: (context: Press) => ActionButton;
}

const reminders: Kind = {
  with: withOwn,
  show: (context, { id }, said) => showCard(context, id, said),
  async change(context, { id, revision }, changes) {
    const changing = { id, revision: context.state.rev ?? revision, by: context.member.id };
    const edited = await context.reminders.change(changing, changes);
    return showCard(context, id, edited === "done" ? "changed" : "meanwhile");
  },
  async past(context, { rule, content, id, revision: rev }) {
    const { zone } = await zoneOf(context);
    const when = phraseOf(rule, context.messages(context.locale).language, zone);
    const what = content.subject.kind === "note" ? content.subject.text : content.title;
    return remindRefusedReply({ kind: "past", typed: { what, when, id, rev } }, context.view);
  },
  why: ownTrouble,
  calls: ({ id }) => ({
    untest: remindCalls.untest({ id }),
    remove: remindCalls.remove({ id }),
    keep: remindCalls.open({ id }),
  }),
  list: ({ view }) => actionButton(view.texts.remind.card.buttons.list, remindCalls.list()),
};

const announcements: Kind = {
  with: withAnnouncement,
  show: (context, announcement, said) =>
    showPanel(context, { announcement, page: context.state.page ?? 0, said }),
  change: (context, announcement, changes) =>
    saveChanges(context, { announcement, editing: editingOf(context, announcement) }, changes),
  async past(context, announcement) {
    const { refused } = context.messages(context.locale).announce;
    const editing = { ...editingOf(context, announcement), rev: announcement.revision };
    return refusedReply(context, md`${refused.past}`, editCall(context, announcement, editing));
  },
  why: (reason, { target }, view) => troubleWords(reason, channelMention(target), view),
  calls: ({ id, page = 0 }) => ({
    untest: announceCalls.untest({ id, page }),
    remove: announceCalls.removeNow({ id, page }),
    keep: announceCalls.panel({ id, page }),
  }),
  list: ({ view, state }) =>
    actionButton(view.texts.announce.panel.buttons.list, announceCalls.page({ page: state.page ?? 0 })),
};

function editingOf({ state }: Press, { id, revision }: ReminderView) {
  return { id, rev: state.rev ?? revision, page: state.page ?? 0 };
}

/** Returns what can be done with a post of a kind, whatever it is about. */
function actionsOn(kind: Kind) {
  /** Does something to it, then shows it as it is now. */
  const after =
    (act: (context: Press, post: ReminderView) => Promise<Said>) =>
    (context: Press): Promise<Reply> =>
      kind.with(context, context.state.id, async (post) => {
        const said = await act(context, post);
        return kind.show(context, (await context.reminders.find(post.id)) ?? post, said);
      });
  return {
    open: (context: Press, id: string | undefined): Promise<Reply> =>
      kind.with(context, id, (post) => kind.show(context, post)),
    switchTo: (context: Press, state: "active" | "paused"): Promise<Reply> =>
      kind.with(context, context.state.id, async (post) =>
        state === "active" && (await isPast(context, post))
          ? kind.past(context, post)
          : kind.change(context, post, { state }),
      ),
    /** Posts a test now, and says what became of it. */
    test: after(async (context, post) => {
      const tested = await context.reminders.test(post.id, context.signal);
      return saidOf(context, kind, { post, tested });
    }),
    /** Deletes its test posts. */
    untest: after(async (context, { id }) => {
      const left = await context.reminders.takeBackTests(id, context.signal);
      const { test } = context.view.texts.announce;
      return left === 0
        ? { tone: "good", text: md`**${test.takenBack}**` }
        : { tone: "notice", text: md`**${test.notTakenBack}**` };
    }),
    /** Tries what waits, after someone says it was fixed. */
    retry: after(async (context, { guildId, destinations }) => {
      if (guildId !== undefined) {
        context.channels.forget(guildId);
        context.roleToggle.forget(guildId);
      }
      for (const { target } of destinations) await context.reminders.retryDestination(target);
      return { text: md`${context.view.texts.announce.retried}` };
    }),
    ask: (context: Press): Promise<Reply> =>
      kind.with(context, context.state.id, async ({ id, content }) => {
        const { remove: yes, keep: no } = kind.calls({ ...context.state, id });
        return removeReply(content.title, { yes, no }, context.view);
      }),
    remove: (context: Press): Promise<Reply> =>
      kind.with(context, context.state.id, async ({ id, content }) => {
        await context.reminders.remove(id);
        return removedReply(content.title, kind.list(context), context.view);
      }),
  };
}

/** Returns whether it would never be due again. */
async function isPast(
  { reminders: service }: CommandContext,
  { state, rule }: ReminderView,
): Promise<boolean> {
  return state === "ended" || (canEnd(rule) && (await service.preview(rule)).length === 0);
}

function saidOf(
  { view, site, state }: Press,
  kind: Kind,
  { post, tested }: { readonly post: ReminderView; readonly tested: TestResult },
): Said {
  const { announce, shared, language } = view.texts;
  const [place = { kind: "dm", target: "" } as const] = post.destinations;
  if (tested.kind === "sent") {
    const url = messageUrl(tested, place.kind === "dm" ? undefined : (post.guildId ?? site.guildId));
    return {
      isBelow: true,
      tone: "good",
      text: announce.test.sent(link(shared.buttons.open, url)),
      again: { label: announce.test.takeBack, call: kind.calls({ ...state, id: post.id }).untest },
    };
  }
  const { what, fix } = kind.why(tested.reason, place, view);
  if (tested.kind === "nothing-to-say")
    return { isBelow: true, tone: "notice", text: announce.test.nothing(what) };
  const text = announce.test.refused(sentences(language, what, fix));
  return { isBelow: true, tone: "alert", text, refused: tested.reason };
}

export const reminderActions = actionsOn(reminders);
export const announcementActions = actionsOn(announcements);

/** Changes the content of an announcement's posts, at the control's revision. */
export function changeContent(
  context: Press,
  change: (content: ReminderContent) => ReminderContent,
): Promise<Reply> {
  return withAnnouncement(context, context.state.id, (announcement) =>
    announcements.change(context, announcement, { content: change(announcement.content) }),
  );
}

/** "Turn off" under an old post: pauses the announcement for admins, at any revision. */
export function switchOffAnnouncement(context: ActionContext<typeof announceCalls.off>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement) => {
    const { id } = announcement;
    await changeEach({ book: context.reminders, ids: [id], by: context.member.id }, ({ state }) =>
      state === "active" ? { state: "paused" } : undefined,
    );
    const now = (await context.reminders.find(id)) ?? announcement;
    const said: Said = { tone: "good", text: md`**${context.view.texts.announce.off.paused}**` };
    return showPanel(context, { announcement: now, ...(now.state === "paused" && { said }) });
  });
}

/** Repeats every hour, at most five times. */
const REPEAT = { everyMs: HOUR_MS, most: 5 };

/** Turns repeating until done on or off. */
export function setRepeat(context: ActionContext<typeof remindCalls.repeat>): Promise<Reply> {
  return withOwn(context, context.state.id, (reminder) => {
    const { repeat: _, ...rest } = reminder.content;
    return reminders.change(context, reminder, {
      content: context.state.on ? { ...rest, repeat: REPEAT } : rest,
    });
  });
}

/** Turns "skip if done" on or off. */
export function setSkip(
  context: CommandContext & { readonly state: StateOf<typeof remindCalls.skip.shape> },
): Promise<Reply> {
  const { id, on } = context.state;
  return withOwn(context, id, async (reminder) => {
    const { content, revision } = reminder;
    if (on && content.subject.kind !== "milestone") return showCard(context, id);
    const waiting = { what: content.title, id, rev: revision, skip: true };
    const lacking = on ? await lacksConsent(context, content.subject, waiting) : undefined;
    return lacking ?? reminders.change(context, reminder, { content: { ...content, skipIfDone: on } });
  });
}

/** Turns background use on, and continues what waited for it. */
export async function withAllowance(context: ActionContext<typeof remindCalls.allow>): Promise<Reply> {
  await allowAway(context);
  const { what = "", when, id, rev, skip } = context.state;
  if (skip === true && id !== undefined) return setSkip({ ...context, state: { id, rev, on: true } });
  return setReminder(context, { what, when, id, rev });
}

/** Moves the reminder to this channel, where admins allow members' reminders, or back to DMs. */
export function moveReminder(context: ActionContext<typeof remindCalls.move>): Promise<Reply> {
  const { id, to } = context.state;
  return withOwn(context, id, async ({ content }) => {
    const { member, site } = context;
    const isHere = to === "here";
    const mayStand = takesReminders(context) && content.subject.kind !== "own" && !content.skipIfDone;
    if (isHere && !mayStand) return showCard(context, id, "not-here");
    if (isHere && !mayWriteHere(context)) return showCard(context, id, "not-yours");
    const target = isHere
      ? { kind: "channel" as const, target: site.channelId }
      : { kind: "dm" as const, target: member.id };
    const guildId = isHere ? site.guildId : undefined;
    await context.reminders.move({ id, by: member.id, guildId }, [target]);
    return showCard(context, id, "changed");
  });
}

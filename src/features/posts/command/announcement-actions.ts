import { canEnd } from "../../../schedule/next-slot.ts";
import { link, md } from "../../../base/markdown.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { ReminderContent } from "../../../schedule/subject.ts";
import { channelOf, removedReply, removeReply, type Said } from "../view/announcement.ts";
import { channelMention, messageUrl } from "../../kit/view/view-context.ts";
import { troubleWords } from "../../kit/view/trouble-words.ts";
import type { ReminderView, TestResult } from "../reminder-service.ts";
import { changeEach, withAnnouncement, type ManagedServer } from "./who-manages.ts";
import { editCall, type Shown, showPanel } from "./show-announcement.ts";
import { refusedReply, saveChanges } from "./save-announcement.ts";
import { announceCalls } from "../view/announce-calls.ts";
import { sentences } from "../../kit/view/sentences.ts";
import type { ActionContext } from "../services.ts";

export function openPanel(
  context: ActionContext<typeof announceCalls.open>,
  id: string | undefined,
): Promise<Reply> {
  return withAnnouncement(context, id, (announcement, here) =>
    showPanel(context, { announcement, here, page: context.state.page }),
  );
}

export function switchTo(
  context: ActionContext<typeof announceCalls.pause>,
  state: "active" | "paused",
): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement, here) => {
    if (state === "active" && (await isPast(announcement, here))) {
      const { refused } = context.messages(context.locale).announce;
      const held = { id: announcement.id, rev: announcement.revision, page: context.state.page };
      return refusedReply(context, md`${refused.past}`, editCall(context, announcement, held));
    }
    return saveChanges(context, { announcement, here, editing: context.state }, { state });
  });
}

/** Returns whether it would never be due again. */
async function isPast({ state, rule }: ReminderView, { reminders }: ManagedServer): Promise<boolean> {
  return state === "ended" || (canEnd(rule) && (await reminders.preview(rule)).length === 0);
}

/** Changes the content of its posts, at the control's revision. */
export function changeContent(
  context: ActionContext<typeof announceCalls.offersRole>,
  change: (content: ReminderContent) => ReminderContent,
): Promise<Reply> {
  return withAnnouncement(context, context.state.id, (announcement, here) => {
    return saveChanges(
      context,
      { announcement, here, editing: context.state },
      { content: change(announcement.content) },
    );
  });
}

export function askToRemove(context: ActionContext<typeof announceCalls.remove>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement) =>
    removeReply(announcement, context.state.page, context.view),
  );
}

export function removeNow(context: ActionContext<typeof announceCalls.removeNow>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async ({ id, content }, { reminders }) => {
    await reminders.remove(id);
    return removedReply(content.title, context.state.page, context.view);
  });
}

/** Posts a test now; the result is shown above the panel's buttons. */
export function testNow(context: ActionContext<typeof announceCalls.test>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement, here) => {
    const tested = await here.reminders.test(announcement.id, context.signal);
    const about = { announcement, here, page: context.state.page };
    const said = saidOf(context, tested, about);
    return showPanel(context, { ...about, said });
  });
}

/** Deletes its test posts. */
export function untest(context: ActionContext<typeof announceCalls.untest>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement, here) => {
    const left = await here.reminders.takeBackTests(announcement.id, context.signal);
    const { test } = context.view.texts.announce;
    const said: Said =
      left === 0
        ? { tone: "good", text: md`${test.takenBack}` }
        : { tone: "notice", text: md`${test.notTakenBack}` };
    return showPanel(context, { announcement, here, page: context.state.page, said });
  });
}

/** Retries what waits, after someone says it was fixed. */
export function retryNow(context: ActionContext<typeof announceCalls.retry>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement, here) => {
    context.channels.forget(here.guildId);
    context.roleToggle.forget(here.guildId);
    await here.reminders.retryDestination(channelOf(announcement));
    const { retried } = context.messages(context.locale).announce;
    const now = (await here.reminders.find(announcement.id)) ?? announcement;
    return showPanel(context, {
      announcement: now,
      here,
      page: context.state.page,
      said: { text: md`${retried}` },
    });
  });
}

/** "Turn off" under an old post: pauses the announcement for admins, at any revision. */
export function switchOff(context: ActionContext<typeof announceCalls.off>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement, here) => {
    const { id } = announcement;
    const { off } = context.messages(context.locale).announce;
    await changeEach({ book: here.reminders, ids: [id], by: context.member.id }, ({ state }) =>
      state === "active" ? { state: "paused" } : undefined,
    );
    const now = (await here.reminders.find(id)) ?? announcement;
    const said: Said = { tone: "good", text: md`**${off.paused}**` };
    return showPanel(context, { announcement: now, here, ...(now.state === "paused" && { said }) });
  });
}

function saidOf(context: ActionContext, tested: TestResult, { announcement, here, page }: Shown): Said {
  const view = context.view;
  const channel = channelMention(channelOf(announcement));
  const { test } = view.texts.announce;
  switch (tested.kind) {
    case "sent":
      return {
        isBelow: true,
        tone: "good",
        text: test.sent(link(view.texts.shared.buttons.open, messageUrl(tested, here.guildId))),
        again: { label: test.takeBack, call: announceCalls.untest({ id: announcement.id, page }) },
      };
    case "refused": {
      const { what, fix } = troubleWords(tested.reason, channel, view);
      const words = sentences(view.texts.language, what, fix);
      return { isBelow: true, tone: "alert", text: test.refused(words) };
    }
    case "nothing-to-say": {
      const { what } = troubleWords(tested.reason, channel, view);
      return { isBelow: true, tone: "notice", text: test.nothing(what) };
    }
  }
}

import { canEnd } from "../../../schedule/next-slot.ts";
import { HOUR_MS } from "../../../base/duration.ts";
import { pageOf } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { remindRefusedReply, removedReply, removeReply } from "../view/dialogs.ts";
import { remindListReply } from "../view/reminder-list.ts";
import { isClosedDm } from "../view/trouble.ts";
import {
  type HistoryEntry,
  MAX_PERSONAL_REMINDERS,
  type ReminderChanges,
  type ReminderDestination,
  type ReminderView,
} from "../reminder-service.ts";
import { hasWaitingPost } from "./post-trouble.ts";
import { inBatches } from "../../../base/async/map-in-batches.ts";
import { cardOf, mayWriteHere, showCard, takesReminders, withOwn } from "./show-reminder.ts";
import { lacksConsent } from "./consent.ts";
import { inZone, zoneOf } from "../../kit/member-zone.ts";
import { phraseOf } from "../../../schedule/phrase.ts";
import { messageUrl } from "../../kit/view/view-context.ts";
import type { remindCalls } from "../../kit/view/calls/remind.ts";
import type { StateOf } from "../../../discord/reply/calls.ts";
import type { ActionContext, CommandContext } from "../services.ts";

const PAGE_SIZE = 5;
const AT_ONCE = 10;
/** Repeats every hour, at most five times. */
const REPEAT = { everyMs: HOUR_MS, most: 5 };

/** Shows all reminders of the member, the next one first. */
export async function showList(context: CommandContext, wanted: number, isRetried = false): Promise<Reply> {
  const { reminders } = context;
  const [views, zone] = await Promise.all([reminders.ofMember(context.member.id), zoneOf(context)]);
  const sorted = [...views].sort((a, b) => orderOf(a) - orderOf(b));
  const cards = await inBatches(sorted, AT_ONCE, async (view) => {
    const times = view.nextAt === undefined ? [] : [view.nextAt];
    return cardOf(context, view, { zone, times, isWaiting: await hasWaitingPost(view, reminders) });
  });
  const total = views.filter(({ state }) => state !== "ended").length;
  const page = pageOf(cards, wanted, PAGE_SIZE);
  const isClosed = views.some(({ destinations }) => destinations.some(isClosedPlace));
  const view = zone.from === "none" ? context.view : inZone(context.view, zone.zone);
  return remindListReply({ page, total, most: MAX_PERSONAL_REMINDERS, isClosed, isRetried }, view);
}

function isClosedPlace({ kind, reason }: ReminderView["destinations"][number]): boolean {
  return kind === "dm" && reason !== undefined && isClosedDm(reason);
}

function orderOf({ state, nextAt, snoozedUntil }: ReminderView): number {
  const regular = state === "ended" ? Number.MAX_SAFE_INTEGER : (nextAt ?? Number.MAX_SAFE_INTEGER - 1);
  return Math.min(regular, snoozedUntil ?? regular);
}

export function pauseOrResume(context: ActionContext<typeof remindCalls.pause>): Promise<Reply> {
  const { id: wanted, to: state } = context.state;
  return withOwn(context, wanted, async ({ rule, content, id, revision }) => {
    const isPast = canEnd(rule) && (await context.reminders.preview(rule)).length === 0;
    if (state === "paused" || !isPast) return change(context, () => ({ state }));
    const { zone } = await zoneOf(context);
    const when = phraseOf(rule, context.messages(context.locale).language, zone);
    const what = content.subject.kind === "note" ? content.subject.text : content.title;
    const typed = { what, when, id, rev: revision };
    return remindRefusedReply({ kind: "past", typed }, context.view);
  });
}

/** Turns repeating until done on or off. */
export function setRepeat(context: ActionContext<typeof remindCalls.repeat>): Promise<Reply> {
  return change(context, ({ content }) => {
    const { repeat: _, ...rest } = content;
    return { content: context.state.on ? { ...rest, repeat: REPEAT } : rest };
  });
}

/** Turns "skip if done" on or off. */
export function setSkip(context: ActionContext<typeof remindCalls.skip>): Promise<Reply> {
  const { id, on } = context.state;
  return withOwn(context, id, async ({ content, revision }) => {
    if (on && content.subject.kind !== "milestone") return showCard(context, id);
    const waiting = { what: content.title, id, rev: revision, skip: true };
    const lacking = on ? await lacksConsent(context, content.subject, waiting) : undefined;
    if (lacking !== undefined) return lacking;
    return change(context, (view) => ({ content: { ...view.content, skipIfDone: on } }));
  });
}

async function change(
  context: CommandContext & { readonly state: Pick<StateOf<typeof remindCalls.skip.shape>, "id" | "rev"> },
  changesOf: (view: ReminderView) => ReminderChanges,
): Promise<Reply> {
  const { id, rev } = context.state;
  return withOwn(context, id, async (view) => {
    const changing = { id: view.id, revision: rev ?? view.revision, by: context.member.id };
    const edited = await context.reminders.change(changing, changesOf(view));
    return showCard(context, id, { kind: edited === "done" ? "changed" : "meanwhile" });
  });
}

/** Moves the reminder to this channel, where admins allow members' reminders, or back to DMs. */
export function moveReminder(context: ActionContext<typeof remindCalls.move>): Promise<Reply> {
  const { id, to } = context.state;
  return withOwn(context, id, async ({ content }) => {
    const { member, site, reminders } = context;
    const isHere = to === "here";
    const mayStand = takesReminders(context) && content.subject.kind !== "own" && !content.skipIfDone;
    if (isHere && !mayStand) return showCard(context, id, { kind: "not-here" });
    if (isHere && !mayWriteHere(context)) return showCard(context, id, { kind: "not-yours" });
    const target = isHere
      ? { kind: "channel" as const, target: site.channelId }
      : { kind: "dm" as const, target: member.id };
    const guildId = isHere ? site.guildId : undefined;
    await reminders.move({ id, by: member.id, guildId }, [target]);
    return showCard(context, id, { kind: "changed" });
  });
}

/** Posts the reminder now and reports the result. */
export function testReminder(context: ActionContext<typeof remindCalls.test>): Promise<Reply> {
  const { id } = context.state;
  return withOwn(context, id, async (view) => {
    const tested = await context.reminders.test(view.id, context.signal);
    if (tested.kind === "sent") {
      const url = urlOf(context, tested, view.destinations, view.guildId);
      return showCard(context, id, { kind: "test-sent", url });
    }
    const kind = tested.kind === "refused" ? "test-refused" : "test-nothing";
    return showCard(context, id, { kind, reason: tested.reason });
  });
}

/** Deletes the reminder's test posts. */
export function takeBackTests(context: ActionContext<typeof remindCalls.untest>): Promise<Reply> {
  const { id } = context.state;
  return withOwn(context, id, async () => {
    const left = await context.reminders.takeBackTests(id, context.signal);
    return showCard(context, id, { kind: left === 0 ? "takenBack" : "notTakenBack" });
  });
}

/** Sends what waited for the member's DMs to open. */
export async function retryMine(context: ActionContext<typeof remindCalls.retry>): Promise<Reply> {
  await context.reminders.retryDestination(context.member.id);
  const { id } = context.state;
  return id === undefined ? showList(context, 1, true) : showCard(context, id, { kind: "retried" });
}

export function askToRemove(context: ActionContext<typeof remindCalls.ask>): Promise<Reply> {
  return withOwn(context, context.state.id, async ({ id, content }) =>
    removeReply({ id, title: content.title }, context.view),
  );
}

export function removeReminder(context: ActionContext<typeof remindCalls.remove>): Promise<Reply> {
  return withOwn(context, context.state.id, async ({ id, content }) => {
    await context.reminders.remove(id);
    return removedReply(content.title, context.view);
  });
}

/** Returns the URL of a posted reminder. */
function urlOf(
  { site }: CommandContext,
  message: NonNullable<HistoryEntry["message"]>,
  places: readonly ReminderDestination[],
  guildId: string | undefined,
): string {
  const isInDm = places.every(({ kind }) => kind === "dm");
  return messageUrl(message, isInDm ? undefined : (guildId ?? site.guildId));
}

import { inBatches } from "../../../base/async/map-in-batches.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { inZone, zoneOf } from "../../kit/settings/member-zone.ts";
import { cutPage } from "../../kit/view/pages.ts";
import { MAX_ANNOUNCEMENTS, MAX_PERSONAL_REMINDERS, type ReminderView } from "../reminder-service.ts";
import type { CommandContext } from "../services.ts";
import { announcementsReply, remindListReply } from "../view/post-list.ts";
import { isClosedDm } from "../view/trouble.ts";
import { currentState, hasWaitingPost, troubleSeen } from "./post-trouble.ts";
import { phraseIn } from "./show-announcement.ts";
import { cardOf } from "./show-reminder.ts";
import { asAdmin } from "./who-manages.ts";

/** How many fit into one message, with a trouble each. */
const ANNOUNCEMENTS = 6;
const REMINDERS = 5;
const AT_ONCE = 10;

/** Shows the server's announcements and its boards; a page past the end is the last. */
export function listAnnouncements(context: CommandContext, wanted: number): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const all = await context.reminders.ofGuild(here.guildId);
    const { entries, at } = cutPage(all, wanted, ANNOUNCEMENTS);
    const rows = await Promise.all(
      entries.map(async (announcement) => ({
        ...announcement,
        phrase: phraseIn(context, announcement),
        state: await currentState(announcement, context.reminders),
        trouble: await troubleSeen(context, announcement),
      })),
    );
    const boards = await context.boards.ofGuild(here.guildId);
    const list = { at, rows, total: countOf(all), most: MAX_ANNOUNCEMENTS, boards };
    return announcementsReply(list, context.view);
  });
}

/** Shows a page of the member's reminders, the next one first. */
export async function listReminders(
  context: CommandContext,
  wanted: number,
  isRetried = false,
): Promise<Reply> {
  const { reminders } = context;
  const [all, zone] = await Promise.all([reminders.ofMember(context.member.id), zoneOf(context)]);
  const sorted = [...all].sort((a, b) => orderOf(a) - orderOf(b));
  const { entries, at } = cutPage(sorted, wanted, REMINDERS);
  const cards = await inBatches(entries, AT_ONCE, async (one) => {
    const times = one.nextAt === undefined ? [] : [one.nextAt];
    return cardOf(context, one, { zone, times, isWaiting: await hasWaitingPost(one, reminders) });
  });
  const isClosed = all.some(({ destinations }) => destinations.some(isClosedPlace));
  const view = zone.from === "none" ? context.view : inZone(context.view, zone.zone);
  const list = { at, cards, total: countOf(all), most: MAX_PERSONAL_REMINDERS, isClosed, isRetried };
  return remindListReply(list, view);
}

/** Tries everything that waits for the member's DMs, and lists their reminders. */
export async function retryReminders(context: CommandContext): Promise<Reply> {
  await context.reminders.retryDestination(context.member.id);
  return listReminders(context, 0, true);
}

/** Returns how many count towards the limit. */
function countOf(all: readonly ReminderView[]): number {
  return all.filter(({ state }) => state !== "ended").length;
}

function isClosedPlace({ kind, reason }: ReminderView["destinations"][number]): boolean {
  return kind === "dm" && reason !== undefined && isClosedDm(reason);
}

function orderOf({ state, nextAt, snoozedUntil }: ReminderView): number {
  const regular = state === "ended" ? Number.MAX_SAFE_INTEGER : (nextAt ?? Number.MAX_SAFE_INTEGER - 1);
  return Math.min(regular, snoozedUntil ?? regular);
}

import type { Clock } from "../../base/clock.ts";
import type { Queries } from "../../storage/schema.ts";
import { type ReminderStore, reminderStore, type NotifyOwner, type Trouble } from "./engine/ports.ts";
import { type ReminderNoticeRow, reminderNotices } from "./store/member-rows.ts";
import { reminderRows } from "./store/reminder-rows.ts";
import { type ReminderNotice, withReminderNotices } from "./view/trouble.ts";
import { viewOf } from "./store/reminder-view.ts";
import type { AfterCommand } from "../kit/command/command-context.ts";
import type { BoardRows } from "./store/guild-rows.ts";
import { boardTitle, kindOf } from "./view/board.ts";

const MOST_TOLD = 5;
const MOST_KEPT = 50;

/** Stores a notice for a reminder's owner and last editor, shown above their next private reply. */
export function recordNotice(clock: Clock): NotifyOwner {
  return async ({ ownerId, reminderId, what, target, reason = null }, queries) => {
    const editorId = (await reminderRows(queries).find(reminderId))?.editor_id ?? ownerId;
    const rows = reminderNotices(queries);
    for (const memberId of new Set([ownerId, editorId])) {
      await rows.add({ member_id: memberId, reminder_id: reminderId, what, target, reason, at: clock.now() });
    }
  };
}

/** Adds a member's notices above a reply, once. */
export function reminderNoticesAbove(queries: Queries): AfterCommand {
  return async ({ member, view }, reply) => {
    const rows = reminderNotices(queries);
    const waiting = await rows.of(member.id, MOST_KEPT);
    if (waiting.length === 0) return reply;
    const notices: ReminderNotice[] = [];
    for (const row of waiting) {
      const notice = await noticeOf(reminderStore(queries), row);
      if (notice !== undefined) notices.push(notice);
      await rows.remove(row);
    }
    const shown = notices.slice(0, MOST_TOLD);
    return withReminderNotices(shown, notices.length - shown.length, { reply, context: view });
  };
}

/** Returns undefined where the trouble is over. */
async function noticeOf(store: ReminderStore, row: ReminderNoticeRow): Promise<ReminderNotice | undefined> {
  const { reminder_id: id, target } = row;
  const what = row.what as Trouble["what"];
  const view = viewOf(await store.reminders.find(id), await store.reminders.destinations(id));
  if (what === "role-refused") {
    if (view?.content.offers?.roleId !== target) return undefined;
    return { id, title: view.content.title, reason: what, isPaused: false, of: "announcement" };
  }
  const place = view?.destinations.find((one) => one.target === target);
  if (view === undefined || place === undefined) return undefined;
  if (what === "dm-closed" && place.state === "open") return undefined;
  if (what === "missing-permission" && !(await isHeld(store, id, target))) return undefined;
  return {
    id,
    title: view.content.title,
    reason: row.reason ?? what,
    channelId: place.kind === "channel" ? target : undefined,
    isPaused: what === "dm-closed",
    of: view.content.purpose === "personal" ? "own" : "announcement",
  };
}

async function isHeld(store: ReminderStore, id: string, target: string): Promise<boolean> {
  const recent = await store.deliveries.history(id, MOST_KEPT);
  return recent.some((one) => one.state === "held" && one.target === target);
}

/** Returns an `AfterCommand` that adds notices about trouble of the member's boards, once. */
export function boardNotices(rows: BoardRows): AfterCommand {
  return async ({ member, view }, reply) => {
    const waiting = await rows.untold(member.id);
    if (waiting.length === 0) return reply;
    const notices = waiting.slice(0, MOST_TOLD).map(({ id, what, kind, reason, channel_id: channelId }) => ({
      id,
      title: view.texts.board.noticed(boardTitle({ what, ...kindOf({ what, kind }) }, view)),
      reason: reason ?? "",
      channelId,
      isPaused: false,
      of: "board" as const,
    }));
    for (const { id, reason } of waiting) await rows.change(id, { told: reason ?? "" });
    return withReminderNotices(notices, waiting.length - notices.length, { reply, context: view });
  };
}

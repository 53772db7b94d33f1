import { canEnd } from "../../../schedule/next-slot.ts";
import { DAY_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { instantOf, localOf } from "../../../base/wall-time.ts";
import { type DmOutcome, remindDmReply, remindGoneReply } from "../view/direct-message.ts";
import type { ReminderView } from "../reminder-service.ts";
import { changeEach } from "./who-manages.ts";
import { datedNow, findOwn } from "./show-reminder.ts";
import { zoneOf } from "../../kit/settings/member-zone.ts";
import type { remindCalls } from "../../kit/view/calls/remind.ts";
import { listedReply } from "../view/posts.ts";
import type { ActionContext } from "../services.ts";

/** The snooze lengths a post offers; the longest means the same clock time tomorrow. */
const LENGTHS = [10 * MINUTE_MS, 60 * MINUTE_MS, DAY_MS];

/** Snoozes by the length of the button pressed. A second press changes nothing. */
export function snooze(context: ActionContext<typeof remindCalls.snooze>): Promise<Reply> {
  return withPosted(context, async (view) => {
    const { now, member, state, reminders } = context;
    const wanted = LENGTHS.find((ms) => ms === state.ms) ?? 10 * MINUTE_MS;
    const { zone } = await zoneOf(context);
    const ms = wanted < DAY_MS ? wanted : instantOf(zone, localOf(zone, now) + DAY_MS) - now;
    // A paused reminder posts nothing, snoozed or not.
    if (view.state === "paused") return { kind: "off", isOver: false };
    const endAt = (await datedNow(context, view))?.endAt;
    if (endAt !== undefined && endAt > now && now + ms >= endAt) return { kind: "ends-before", endAt };
    const snoozed = await reminders.snooze(view.id, member.id, { ms, slot: state.slot });
    return snoozed === "gone" ? undefined : { kind: "snoozed", ...snoozed };
  });
}

/** Stops repeating this occurrence. */
export function settleDone(context: ActionContext<typeof remindCalls.done>): Promise<Reply> {
  return withPosted(context, async ({ id }) => {
    const edited = await context.reminders.markDone(id, context.member.id, context.state.slot ?? 0);
    return edited === "gone" ? undefined : { kind: "done" };
  });
}

/** Pauses the reminder. One that is over is deleted, with its snoozes. */
export function switchOff(context: ActionContext<typeof remindCalls.off>): Promise<Reply> {
  return withPosted(context, async ({ id, state }) => {
    if (state === "ended")
      return (await context.reminders.remove(id)) ? { kind: "off", isOver: true } : undefined;
    return (await setState(context, id, "paused")) ? { kind: "off", isOver: false } : undefined;
  });
}

export function switchOn(context: ActionContext<typeof remindCalls.again>): Promise<Reply> {
  return withPosted(context, async ({ id, rule }) => {
    if (canEnd(rule) && (await context.reminders.preview(rule)).length === 0) return { kind: "past" };
    return (await setState(context, id, "active")) ? { kind: "on" } : undefined;
  });
}

/** Finds the reminder of the post pressed, which is the member's own: the control's tag says so. */
async function withPosted(
  context: ActionContext<typeof remindCalls.off>,
  act: (view: ReminderView) => Promise<DmOutcome | undefined>,
): Promise<Reply> {
  const { state, view } = context;
  const reminder = await findOwn(context, state.id);
  const outcome = reminder && (await act(reminder));
  if (reminder === undefined || outcome === undefined) return remindGoneReply(view);
  const { id, slot } = state;
  const isOnce = reminder.rule.kind === "once";
  return remindDmReply({ title: reminder.content.title, isOnce, state: { id, slot } }, outcome, view);
}

/** Pressing twice has the same result. */
async function setState(
  { member, reminders }: ActionContext,
  id: string,
  state: "active" | "paused",
): Promise<boolean> {
  await changeEach({ book: reminders, ids: [id], by: member.id }, (view) =>
    view.state === state ? undefined : { state },
  );
  return (await reminders.find(id))?.state === state;
}

/** Shows the whole list of a post to whoever presses. */
export async function showListed(context: ActionContext<typeof remindCalls.listed>): Promise<Reply> {
  const { reminders, state, signal, view } = context;
  return listedReply(await reminders.listed(state.id, state.slot, signal), view);
}

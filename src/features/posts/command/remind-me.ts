import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { chooseWhenReply, offerOverReply, remindRefusedReply } from "../view/dialogs.ts";
import { zoneOf } from "../../kit/member-zone.ts";
import type { ReminderView } from "../reminder-service.ts";
import type { Rule } from "../../../schedule/next-slot.ts";
import { spreadOver } from "../../../schedule/spread.ts";
import { datingOf, subjectKey } from "../../../schedule/subject.ts";
import { choosingHere, subjectNow, timesFor } from "../read/suggest-reminders.ts";
import type { remindCalls } from "../../kit/view/calls/remind.ts";
import { notice } from "../../kit/view/parts.ts";
import { comesOf } from "./comes-again.ts";
import { makeOwn } from "./make-personal-reminder.ts";
import { datedNow, showReminder } from "./show-reminder.ts";
import type { ActionContext, CommandContext } from "../services.ts";

/** "Remind me" under a public reply: asks when, from the current dates. */
export async function offerReminder(context: ActionContext<typeof remindCalls.offer>): Promise<Reply> {
  const { view } = context;
  const typed = context.chosen ?? context.state.what;
  if (typed === undefined) return offerOverReply(view);
  const what = await subjectNow(typed, context.reminders, context);
  // Only what the platform dates is offered: any other value is forged.
  if (what === "over" || what.thing === undefined) return offerOverReply(view);
  const times = await timesFor(what, await choosingHere(context));
  const asked = { what: typed, when: "", named: what.title, isSpread: true };
  return chooseWhenReply(asked, what.title, { times, comes: comesOf(what) }, view);
}

/** Creates a personal reminder about an announcement's subject, once however often the member presses. */
export async function remindOfAnnouncement(
  context: CommandContext,
  announcement: ReminderView,
): Promise<Reply> {
  const { subject, title, kinds } = announcement.content;
  const rule = await ownRule(context, announcement);
  const { offer } = context.messages(context.locale).announce;
  if (rule === undefined) return notice(offer.over);
  const zone = await zoneOf(context);
  const made = await makeOwn(context, {
    rule: spreadOver(rule, context.member.id),
    zone,
    about: { subject, title, ...(kinds !== undefined && { kinds }) },
  });
  if (made.kind === "full") return remindRefusedReply({ kind: "full", most: made.most }, context.view);
  if (made.kind === "past") return notice(offer.over);
  return showReminder(context, made.reminder, zone, { kind: made.kind === "made" ? "set" : "same" });
}

/** Returns the next useful time: shortly before it starts, else before it ends. Undefined: it is over. */
async function ownRule(context: CommandContext, announcement: ReminderView): Promise<Rule | undefined> {
  const { rule, content } = announcement;
  const key = subjectKey(content.subject);
  if (rule.kind !== "dated" || key === undefined || datingOf(content.subject) === "recurring") return rule;
  const { startAt = 0, endAt = 0 } = (await datedNow(context, announcement)) ?? {};
  const tries = [
    { edge: "start", leadMs: 10 * MINUTE_MS, at: startAt },
    { edge: "start", leadMs: 0, at: startAt },
    { edge: "end", leadMs: HOUR_MS, at: endAt },
    { edge: "end", leadMs: 10 * MINUTE_MS, at: endAt },
  ] as const;
  const fitting = tries.find(({ leadMs, at }) => at - leadMs > context.now);
  return fitting && { kind: "dated", thing: key, edge: fitting.edge, leadMs: fitting.leadMs };
}

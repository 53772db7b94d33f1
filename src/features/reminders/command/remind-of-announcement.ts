import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { CommandContext } from "../../shared/command-context.ts";
import { zoneOf } from "../../shared/member-zone.ts";
import type { ReminderService, ReminderView } from "../../shared/reminder-service.ts";
import type { Rule } from "../../shared/schedule/next-slot.ts";
import { spreadOver } from "../../shared/schedule/spread.ts";
import { datingOf, subjectKey } from "../../shared/schedule/subject.ts";
import { datedSubjectsNow } from "../../shared/suggest-reminders.ts";
import { notice } from "../../shared/view/parts.ts";
import { remindRefusedReply } from "../view/dialogs.ts";
import { showReminder } from "./show-card.ts";

/** A reminder of their own about the same: to their direct messages, once however often they press. */
export async function remindOfAnnouncement(
  context: CommandContext,
  reminders: ReminderService,
  announcement: ReminderView,
): Promise<Reply> {
  const { member, locale } = context;
  const { subject, title, kinds } = announcement.content;
  const rule = await ownRule(context, reminders, announcement);
  const { offer } = context.messages(locale).announce;
  if (rule === undefined) return notice(offer.over);
  const zone = await zoneOf(context);
  const made = await reminders.make({
    ownerId: member.id,
    destinations: [{ kind: "dm", target: member.id }],
    rule: spreadOver(rule, member.id),
    content: {
      purpose: "personal",
      subject,
      title,
      locale,
      zone: zone.zone,
      skipIfDone: false,
      publish: false,
      ...(kinds !== undefined && { kinds }),
    },
    ...(zone.quiet !== undefined && { quiet: zone.quiet }),
  });
  if (made.kind === "full") return remindRefusedReply({ kind: "full", most: made.most }, context.view);
  if (made.kind === "past") return notice(offer.over);
  const news = { kind: made.kind === "made" ? "set" : "same" } as const;
  return showReminder(context, made.reminder, { zone, news });
}

/** The next time that helps: shortly before it starts, else before it ends. Undefined: it is over. */
async function ownRule(
  context: CommandContext,
  reminders: ReminderService,
  { rule, content }: ReminderView,
): Promise<Rule | undefined> {
  const key = subjectKey(content.subject);
  if (rule.kind !== "dated" || key === undefined || datingOf(content.subject) === "recurring") return rule;
  const things = await datedSubjectsNow(reminders, context);
  const thing = things.find(({ subject }) => subjectKey(subject) === key);
  const { startAt = 0, endAt = 0 } = thing ?? {};
  const tries = [
    { edge: "start", leadMs: 10 * MINUTE_MS, at: startAt },
    { edge: "start", leadMs: 0, at: startAt },
    { edge: "end", leadMs: HOUR_MS, at: endAt },
    { edge: "end", leadMs: 10 * MINUTE_MS, at: endAt },
  ] as const;
  const fitting = tries.find(({ leadMs, at }) => at - leadMs > context.now);
  return fitting && { kind: "dated", thing: key, edge: fitting.edge, leadMs: fitting.leadMs };
}

import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { Rule } from "../../shared/schedule/next-slot.ts";
import { type RolePressView, rolePressedReply } from "../../announcements/view/remind-me-settings.ts";
import { notice } from "../../shared/view/parts.ts";
import { remindRefusedReply } from "../view/dialogs.ts";
import { showCard } from "./show-card.ts";
import { zoneOf } from "../../shared/member-zone.ts";
import { spreadOver } from "../../shared/schedule/spread.ts";
import { thingsNow } from "../../shared/schedule/suggest.ts";
import { thingOf } from "../../shared/schedule/subject.ts";
import type { ReminderService, ReminderView } from "../reminder-service.ts";
import type { Pressed } from "../../announcements/engine/role-toggle.ts";
import type { ActionContext, CommandContext } from "../../shared/command-context.ts";
import type { announceCalls } from "../../shared/calls/announce.ts";

const UNKNOWN_ROLE = 10_011;

/** The public button on an announcement's posts: it acts for whoever presses. */
export async function takeOffer(context: ActionContext<typeof announceCalls.offer>): Promise<Reply> {
  const { reminders: service, site, state } = context;
  const { offer, refused } = context.messages(context.locale).announce;
  if (service === undefined) return notice(refused.off);
  const found = await service.find(state.id);
  const isHere = found?.content.purpose === "announcement" && found.guildId === site.guildId;
  if (found === undefined || !isHere) return notice(offer.gone);
  const { offers } = found.content;
  if (offers === undefined) return notice(offer.off);
  if (offers.roleId !== undefined)
    return toggleRole(context, service, { id: found.id, roleId: offers.roleId });
  return remindMember(context, service, found);
}

async function toggleRole(
  context: ActionContext,
  reminders: ReminderService,
  { id, roleId }: { readonly id: string; readonly roleId: string },
): Promise<Reply> {
  const { roleToggle: roleButton, member, site } = context;
  const view = context.view;
  if (roleButton === undefined || site.guildId === undefined) {
    return rolePressedReply({ kind: "unreachable" }, roleId, view);
  }
  const { guildId } = site;
  const wasRefused = roleButton.troubleOf(guildId, roleId) !== undefined;
  const has = member.roleIds?.includes(roleId) ?? false;
  const pressed = await roleButton.press({ guildId, memberId: member.id, roleId, has });
  const isNews = !wasRefused && roleButton.troubleOf(guildId, roleId) !== undefined;
  if (isNews) await reminders.tellRoleRefused(id);
  if (pressed.kind !== "later") return rolePressedReply(viewOf(pressed), roleId, view);
  const tellEnd = async () => {
    const end = await pressed.ended;
    if (end.kind !== "done") await context.update(rolePressedReply(viewOf(end), roleId, view));
  };
  // Whoever was told that it comes later is told when it doesn't.
  void tellEnd();
  return rolePressedReply({ kind: "later", has: pressed.has }, roleId, view);
}

function viewOf(pressed: Pressed): RolePressView {
  if (pressed.kind !== "refused") return pressed;
  if (pressed.code === UNKNOWN_ROLE) return { kind: "gone" };
  return { kind: pressed.code === 0 || pressed.status >= 500 ? "unreachable" : "refused" };
}

/** A reminder of their own about the same: to their direct messages, once however often they press. */
async function remindMember(
  context: CommandContext,
  reminders: ReminderService,
  announcement: ReminderView,
): Promise<Reply> {
  const { member, locale } = context;
  const { subject, title, kinds } = announcement.content;
  const rule = await ownRule(context, reminders, announcement);
  const { offer } = context.messages(locale).announce;
  if (rule === undefined) return notice(offer.over);
  const { zone, quiet } = await zoneOf(context);
  const made = await reminders.make({
    ownerId: member.id,
    destinations: [{ kind: "dm", target: member.id }],
    rule: spreadOver(rule, member.id),
    content: {
      purpose: "personal",
      subject,
      title,
      locale,
      zone,
      skipIfDone: false,
      publish: false,
      ...(kinds !== undefined && { kinds }),
    },
    ...(quiet !== undefined && { quiet }),
  });
  if (made.kind === "full") return remindRefusedReply({ kind: "full", most: made.most }, context.view);
  if (made.kind === "past") return notice(offer.over);
  const news = { kind: made.kind === "made" ? "set" : "same" } as const;
  return showCard(context, made.reminder.id, news);
}

/** The next time that helps: shortly before it starts, else before it ends. Undefined: it is over. */
async function ownRule(
  context: CommandContext,
  reminders: ReminderService,
  { rule, content }: ReminderView,
): Promise<Rule | undefined> {
  const key = thingOf(content.subject);
  if (rule.kind !== "dated" || key === undefined || content.subject.kind === "reset") return rule;
  const things = await thingsNow(reminders, context);
  const thing = things.find(({ subject }) => thingOf(subject) === key);
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

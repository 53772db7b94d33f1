import { type Markdown, md } from "../../../base/markdown.ts";
import { handOutRefusal } from "../../../discord/rest/member-roles.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { buttonReply, type RolePressView, rolePressedReply } from "../view/remind-me-settings.ts";
import type { ReminderView, ReminderService } from "../reminder-service.ts";
import { missingFor } from "./account-needs.ts";
import { pressedAnnouncement, signUpFormCall, takesSignUps } from "./sign-up.ts";
import { changeContent } from "./post-actions.ts";
import { withAnnouncement, type ManagedServer } from "./who-manages.ts";
import type { announceCalls } from "../view/announce-calls.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import { notice } from "../../kit/view/parts.ts";
import type { Pressed } from "../engine/role-toggle.ts";
import type { ActionContext, CommandContext } from "../services.ts";
import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import { chooseWhenReply, offerOverReply, remindRefusedReply } from "../view/dialogs.ts";
import { zoneOf } from "../../kit/settings/member-zone.ts";
import type { Rule } from "../../../schedule/next-slot.ts";
import { spreadOver } from "../../../schedule/spread.ts";
import { datingOf, subjectKey } from "../../../schedule/subject.ts";
import { choosingHere, subjectNow, timesFor } from "../read/suggest-reminders.ts";
import type { remindCalls } from "../../kit/view/calls/remind.ts";
import { comesOf, makeOwn } from "./make-post.ts";
import { datedNow, showReminder } from "./show-reminder.ts";

const LOOKED_AT_WITHIN_MS = 5_000;

/** Shows the settings of the public button. */
export function showButton(context: ActionContext<typeof announceCalls.button>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, (announcement) => buttonChoice(context, announcement));
}

/** Removes the button, or makes it set a personal reminder. */
export function chooseOffer(context: ActionContext<typeof announceCalls.offers>): Promise<Reply> {
  const isOff = context.state.to === "off";
  return changeContent(context, (content) => {
    const { offers: _, ...without } = content;
    return isOff ? without : { ...content, offers: {} };
  });
}

/** Makes the button give a role: one its chooser could give, and without powers. */
export function chooseRole(context: ActionContext<typeof announceCalls.offersRole>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement, here) => {
    const roleId = context.chosen ?? "";
    const refused = await refusalOf(context, roleId, here);
    if (refused !== undefined) return buttonChoice(context, announcement, refused);
    return changeContent(context, ({ offers: { needs } = {}, ...content }) => {
      return {
        ...content,
        offers: { roleId, byId: context.member.id, ...(needs !== undefined && { needs }) },
      };
    });
  });
}

async function buttonChoice(
  context: ActionContext<typeof announceCalls.button>,
  announcement: ReminderView,
  refused?: Markdown,
): Promise<Reply> {
  const { page } = context.state;
  const signUp = takesSignUps(announcement.content) && (await signUpFormCall(context, announcement, page));
  const canNeed = context.linking !== undefined;
  return buttonReply(
    announcement,
    { page, refused, canNeed, ...(signUp !== false && { signUp }) },
    context.view,
  );
}

async function refusalOf(
  context: ActionContext,
  roleId: string,
  { guildId }: ManagedServer,
): Promise<Markdown | undefined> {
  const { announce } = context.messages(context.locale);
  const { refused } = announce.button;
  if (roleId === guildId) return md`${refused.everyone}`;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LOOKED_AT_WITHIN_MS)]);
  const seen = await context.roleToggle.look(guildId, signal);
  if (seen.kind !== "seen") return announce.offer.unreachable;
  const role = seen.roles.find(({ id }) => id === roleId);
  if (role === undefined) return md`${announce.refused.unknownRole}`;
  const why = handOutRefusal(role, context.member, { ...seen, guildId });
  return why && md`${refused[why]}`;
}

/** Creates a personal reminder about an announcement's subject. */
type RemindMember = (context: CommandContext, announcement: ReminderView) => Promise<Reply>;

const UNREACHABLE: ReadonlySet<string> = new Set<RefusalName>(["unavailable", "too-fast", "token-refused"]);

/** Handles a press on the public button, for whoever presses. */
export async function takeOffer(
  context: ActionContext<typeof announceCalls.offer>,
  remindMember: RemindMember,
): Promise<Reply> {
  const found = await pressedAnnouncement(context);
  if ("blocks" in found) return found;
  const { roleId, byId, signUp, needs } = found.content.offers ?? {};
  if (signUp !== undefined) return notice(context.view.texts.announce.signUp.refused.gone);
  if (roleId !== undefined) {
    const gives = needs !== undefined && context.member.roleIds?.includes(roleId) !== true;
    const missing = gives ? await missingFor(context, roleId, needs) : undefined;
    return missing ?? toggleRole(context, context.reminders, { id: found.id, roleId, byId });
  }
  return remindMember(context, found);
}

async function toggleRole(
  context: ActionContext,
  reminders: ReminderService,
  { id, roleId, byId }: { readonly id: string; readonly roleId: string; readonly byId: string | undefined },
): Promise<Reply> {
  const { roleToggle: roleButton, member, site, view } = context;
  if (site.guildId === undefined) {
    return rolePressedReply({ kind: "unreachable" }, roleId, view);
  }
  const { guildId } = site;
  const wasRefused = roleButton.troubleOf(guildId, roleId) !== undefined;
  const has = member.roleIds?.includes(roleId) ?? false;
  const pressed = await roleButton.press({ guildId, memberId: member.id, roleId, byId, has });
  const isNews = !wasRefused && roleButton.troubleOf(guildId, roleId) !== undefined;
  if (isNews) await reminders.notifyRoleRefused(id);
  if (pressed.kind !== "later") return rolePressedReply(viewOf(pressed), roleId, view);
  const tellEnd = async () => {
    const end = await pressed.ended;
    if (end.kind !== "done") await context.update(rolePressedReply(viewOf(end), roleId, view));
  };
  // A member who was told "later" is told if it fails.
  void tellEnd();
  return rolePressedReply({ kind: "later", has: pressed.has }, roleId, view);
}

function viewOf(pressed: Pressed): RolePressView {
  if (pressed.kind !== "refused") return pressed;
  if (pressed.name === "role-gone") return { kind: "gone" };
  return { kind: UNREACHABLE.has(pressed.name) ? "unreachable" : "refused" };
}

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
  return showReminder(context, made.reminder, zone, made.kind === "made" ? "set" : "same");
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

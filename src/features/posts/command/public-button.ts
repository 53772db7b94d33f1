import { type Markdown, md } from "../../../base/markdown.ts";
import { handOutRefusal } from "../../../discord/rest/hand-out-refusal.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { buttonReply, type RolePressView, rolePressedReply } from "../view/remind-me-settings.ts";
import type { ReminderView, ReminderService } from "../reminder-service.ts";
import { changeContent } from "./announcement-actions.ts";
import { withAnnouncement } from "./with-announcement.ts";
import type { ManagedServer } from "./require-admin.ts";
import type { announceCalls } from "../view/announce-calls.ts";
import type { RefusalName } from "../../../discord/rest/refusal.ts";
import { notice } from "../../kit/view/parts.ts";
import type { Pressed } from "../engine/role-toggle.ts";
import type { ActionContext, CommandContext } from "../services.ts";

const LOOKED_AT_WITHIN_MS = 5_000;

/** Shows the settings of the public button. */
export function showButton(context: ActionContext<typeof announceCalls.button>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement) =>
    buttonChoice(context, announcement),
  );
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
    return changeContent(context, (content) => ({ ...content, offers: { roleId, byId: context.member.id } }));
  });
}

function buttonChoice(
  context: ActionContext<typeof announceCalls.button>,
  announcement: ReminderView,
  refused?: Markdown,
): Reply {
  return buttonReply(announcement, { page: context.state.page, refused }, context.view);
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
  const { reminders: service, site, state } = context;
  const { offer, gone } = context.messages(context.locale).announce;
  const found = await service.find(state.id);
  const isHere = found?.content.purpose === "announcement" && found.guildId === site.guildId;
  if (found === undefined || !isHere) return notice({ ...gone, ...offer.gone });
  const { offers } = found.content;
  if (offers === undefined) return notice(offer.off);
  const { roleId, byId } = offers;
  if (roleId !== undefined) return toggleRole(context, service, { id: found.id, roleId, byId });
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

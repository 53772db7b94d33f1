import type { RefusalName } from "../../../discord/rest/refusal.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { type RolePressView, rolePressedReply } from "../view/remind-me-settings.ts";
import { notice } from "../../shared/view/parts.ts";
import type { ReminderService, ReminderView } from "../../shared/reminder-service.ts";
import type { Pressed } from "../engine/role-toggle.ts";
import type { ActionContext, CommandContext } from "../../shared/command-context.ts";
import type { announceCalls } from "../../shared/view/calls/announce.ts";

/** Sets a reminder of the member's own about what an announcement is about. */
type RemindMember = (context: CommandContext, announcement: ReminderView) => Promise<Reply>;

const UNREACHABLE: ReadonlySet<string> = new Set<RefusalName>(["unavailable", "too-fast", "token-refused"]);

/** The public button on an announcement's posts: it acts for whoever presses. */
export async function takeOffer(
  context: ActionContext<typeof announceCalls.offer>,
  remindMember: RemindMember,
): Promise<Reply> {
  const { reminders: service, site, state } = context;
  const { offer } = context.messages(context.locale).announce;
  const found = await service.find(state.id);
  const isHere = found?.content.purpose === "announcement" && found.guildId === site.guildId;
  if (found === undefined || !isHere) return notice(offer.gone);
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
  // Whoever was told that it comes later is told when it doesn't.
  void tellEnd();
  return rolePressedReply({ kind: "later", has: pressed.has }, roleId, view);
}

function viewOf(pressed: Pressed): RolePressView {
  if (pressed.kind !== "refused") return pressed;
  if (pressed.name === "role-gone") return { kind: "gone" };
  return { kind: UNREACHABLE.has(pressed.name) ? "unreachable" : "refused" };
}

import { type Markdown, md } from "../../../base/markdown.ts";
import { handOutRefusal } from "../../../discord/rest/hand-out-refusal.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { buttonReply } from "../view/remind-me-settings.ts";
import type { ReminderView } from "../../shared/reminder-service.ts";
import { changeContent } from "./panel-actions.ts";
import { withAnnouncement } from "./require-admin.ts";
import type { ManagedServer } from "../../shared/require-admin.ts";
import type { ActionContext } from "../../shared/command-context.ts";
import type { announceCalls } from "../../shared/view/calls/announce.ts";

const LOOKED_AT_WITHIN_MS = 5_000;

/** Where it is chosen what the public button does. */
export function showButton(context: ActionContext<typeof announceCalls.button>): Promise<Reply> {
  return withAnnouncement(context, context.state.id, async (announcement) =>
    buttonChoice(context, announcement),
  );
}

/** No button, or one that sets a reminder of one's own. */
export function chooseOffer(context: ActionContext<typeof announceCalls.offers>): Promise<Reply> {
  const isOff = context.state.to === "off";
  return changeContent(context, (content) => {
    const { offers: _, ...without } = content;
    return isOff ? without : { ...content, offers: {} };
  });
}

/** A button that gives a role; only one its chooser could give, and without powers. */
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
  const { refused } = context.messages(context.locale).announce.button;
  if (roleId === guildId) return md`${refused.everyone}`;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(LOOKED_AT_WITHIN_MS)]);
  const seen = await context.roleToggle.look(guildId, signal);
  if (seen.kind !== "seen") return md`${refused.unreachable}`;
  const role = seen.roles.find(({ id }) => id === roleId);
  if (role === undefined) return md`${refused.unknown}`;
  const why = handOutRefusal(role, context.member, { ...seen, guildId });
  return why && md`${refused[why]}`;
}

import type { Reply } from "../../../discord/reply/reply.ts";
import { announcementGoneReply } from "../view/announcement.ts";
import { notice } from "../../shared/view/parts.ts";
import { defaultGuildSettings, type GuildSettings } from "../../shared/guild-settings.ts";
import type { ReminderService, ReminderView } from "../../reminders/reminder-service.ts";
import type { CommandContext } from "../../shared/command-context.ts";

/** Where an admin stands: everything /announce does is done for one server. */
export interface Here {
  readonly guildId: string;
  readonly book: ReminderService;
  readonly settings: GuildSettings;
}

/** Does it for those who manage this server, and says to others whom it is for. Asked anew at every press. */
export async function asAdmin(context: CommandContext, run: (here: Here) => Promise<Reply>): Promise<Reply> {
  const { member, site, reminders: service, guilds } = context;
  const { guildId } = site;
  const { refused } = context.messages(context.locale).announce;
  if (site.kind !== "guild" || guildId === undefined || !member.isAdmin) return notice(refused.notAdmin);
  if (!site.isInstalledHere) return notice(refused.notInstalled);
  if (service === undefined) return notice(refused.off);
  return run({ guildId, book: service, settings: guilds?.of(guildId) ?? defaultGuildSettings(guildId) });
}

/** The same for one announcement of this server. */
export function withAnnouncement(
  context: CommandContext,
  id: string | undefined,
  run: (announcement: ReminderView, here: Here) => Promise<Reply>,
): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const found = await findHere(here, id);
    return found === undefined ? announcementGoneReply(context.view) : run(found, here);
  });
}

/** An announcement of this server; of no other, whatever id was sent. */
export async function findHere(
  { book: reminders, guildId }: Pick<Here, "book" | "guildId">,
  id: string | undefined,
): Promise<ReminderView | undefined> {
  if (id === undefined || id === "") return undefined;
  const found = await reminders.find(id);
  const isHere = found?.content.purpose === "announcement" && found.guildId === guildId;
  return isHere ? found : undefined;
}

import type { Reply } from "../../../discord/reply/reply.ts";
import { announcementGoneReply } from "../view/announcement.ts";
import type { ReminderView } from "../../kit/reminder-service.ts";
import { asAdmin, type ManagedServer } from "../../kit/require-admin.ts";
import type { CommandContext } from "../../kit/command-context.ts";

/** Runs the work with one of this server's announcements. */
export function withAnnouncement(
  context: CommandContext,
  id: string | undefined,
  run: (announcement: ReminderView, here: ManagedServer) => Promise<Reply>,
): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const found = await findHere(here, id);
    return found === undefined ? announcementGoneReply(context.view) : run(found, here);
  });
}

/** Returns an announcement of this server; undefined for any other id. */
export async function findHere(
  { reminders, guildId }: Pick<ManagedServer, "reminders" | "guildId">,
  id: string | undefined,
): Promise<ReminderView | undefined> {
  if (id === undefined || id === "") return undefined;
  const found = await reminders.find(id);
  const isHere = found?.content.purpose === "announcement" && found.guildId === guildId;
  return isHere ? found : undefined;
}

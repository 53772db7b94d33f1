import { md } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { announcementGoneReply, channelOf, type Editing } from "../view/announcement.ts";
import type { ReminderView } from "../reminder-service.ts";
import { asAdmin, type ManagedServer } from "./require-admin.ts";
import { channelRefusal } from "./ask-channel.ts";
import { announceCalls } from "../view/announce-calls.ts";
import type { CommandContext } from "../services.ts";

/** Runs the work with one of this server's announcements, for admins who may post in its channel themselves. */
export function withAnnouncement(
  context: CommandContext,
  id: string | undefined,
  run: (announcement: ReminderView, here: ManagedServer) => Promise<Reply>,
): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const found = await findHere(here, id);
    if (found === undefined) return announcementGoneReply(context.view);
    const why = await channelRefusal(context, { guildId: here.guildId, channelId: channelOf(found) });
    if (why === undefined) return run(found, here);
    const { announce, shared } = context.view.texts;
    return toned(
      "notice",
      text(md`**${shared.unchanged}**\n${why}`),
      buttons(actionButton(announce.panel.buttons.list, announceCalls.page())),
    );
  });
}

/** Runs the work with the announcement being edited; without one where it is a new one. */
export function withEdited(
  context: CommandContext,
  editing: Editing | undefined,
  run: (here: ManagedServer, before?: ReminderView) => Promise<Reply>,
): Promise<Reply> {
  if (editing === undefined) return asAdmin(context, (here) => run(here));
  return withAnnouncement(context, editing.id, (before, here) => run(here, before));
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

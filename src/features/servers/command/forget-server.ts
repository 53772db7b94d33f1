import type { Reply } from "../../../discord/reply/reply.ts";
import type { CommandContext } from "../../shared/command-context.ts";
import { forgottenServerReply } from "../view/forget.ts";
import { ofServer } from "./show-panel.ts";

const CALENDAR_WITHIN_MS = 10_000;

/** Deletes everything that is stored for the server; its events go first, for what is stored says which they are. */
export async function forgetServer(context: CommandContext): Promise<Reply> {
  const { guildId, settings, book } = ofServer(context);
  const { calendar, guildData, member } = context;
  if (calendar !== undefined && settings.isCalendarOn) {
    const off = { isCalendarOn: false };
    if (await book.change({ guildId, revision: settings.revision, by: member.id }, off))
      await calendar.refresh(guildId, AbortSignal.timeout(CALENDAR_WITHIN_MS));
  }
  await guildData.remove(guildId);
  book.forget(guildId);
  return forgottenServerReply(context.view);
}

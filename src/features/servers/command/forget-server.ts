import { within } from "../../../base/async/within.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { CommandContext } from "../../shared/command-context.ts";
import { forgottenServerReply } from "../view/forget.ts";
import { ofServer } from "./show-panel.ts";

const CALENDAR_WITHIN_MS = 10_000;
const BOARDS_WITHIN_MS = 8_000;

/**
 * Deletes everything that is stored for the server; its events go first, and its boards' messages say that they are
 * stopped, for what is stored says which they are.
 */
export async function forgetServer(context: CommandContext): Promise<Reply> {
  const { guildId, settings, book } = ofServer(context);
  const { calendar, guildData, member } = context;
  if (calendar !== undefined && settings.isCalendarOn) {
    const off = { isCalendarOn: false };
    if (await book.change({ guildId, revision: settings.revision, by: member.id }, off))
      await calendar.refresh(guildId, AbortSignal.timeout(CALENDAR_WITHIN_MS));
  }
  const boardsLeft = await stopBoards(context, guildId);
  await guildData.remove(guildId);
  book.forget(guildId);
  return forgottenServerReply(boardsLeft, context.view);
}

/** Returns how many messages still look live. What fails, or takes too long, keeps nothing from being deleted. */
async function stopBoards({ boards }: CommandContext, guildId: string): Promise<number> {
  const all = await boards.ofGuild(guildId);
  const signal = AbortSignal.timeout(BOARDS_WITHIN_MS);
  const stopped = await Promise.all(
    all.map(({ id }) => {
      const stopping = boards.stop(id, "leave", signal).catch(() => "message-left" as const);
      return within(stopping, BOARDS_WITHIN_MS);
    }),
  );
  return stopped.filter((one) => one === undefined || one === "message-left").length;
}

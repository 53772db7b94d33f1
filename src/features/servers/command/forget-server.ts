import { within } from "../../../base/async/within.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { forgottenServerReply } from "../view/check.ts";
import { ofServer } from "./show-panel.ts";
import type { CommandContext } from "../services.ts";

const CALENDAR_TURN_WITHIN_MS = 5_000;
const CALENDAR_WITHIN_MS = 10_000;
const MOST_TRIES = 3;
const BOARDS_WITHIN_MS = 8_000;

/**
 * Deletes everything stored for the server. First deletes its Events and marks its boards' messages as stopped, since
 * only the stored rows tell which they are.
 */
export async function forgetServer(context: CommandContext): Promise<Reply> {
  const { guildId } = ofServer(context);
  await clearCalendar(context, guildId);
  const boards = await stopBoards(context, guildId);
  const events = await context.guildData.remove(guildId);
  context.guilds.forget(guildId);
  return forgottenServerReply({ events, boards }, context.view);
}

/** Also where the calendar is off: some entries may be left. A failure or timeout doesn't stop the deletion. */
async function clearCalendar({ calendar, guilds, member }: CommandContext, guildId: string): Promise<void> {
  if (calendar === undefined) return;
  for (let tries = 0; tries < MOST_TRIES && guilds.of(guildId).isCalendarOn; tries += 1) {
    const { revision } = guilds.of(guildId);
    await guilds.change({ guildId, revision, by: member.id }, { isCalendarOn: false });
  }
  const clearing = calendar.refresh(guildId, CALENDAR_WITHIN_MS);
  await within(clearing, CALENDAR_TURN_WITHIN_MS + CALENDAR_WITHIN_MS).catch(() => {});
}

/** Returns how many messages still look live. A failure or timeout doesn't stop the deletion. */
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

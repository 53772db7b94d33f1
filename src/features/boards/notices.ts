import type { Log } from "../../base/log.ts";
import type { Reply } from "../../discord/reply/reply.ts";
import type { BoardRows } from "./store/board-rows.ts";
import { boardTitle } from "./view/board.ts";
import { withReminderNotices } from "../shared/view/notices.ts";
import { toTrendChoice } from "../../game/trend-search.ts";
import type { AfterCommand, CommandContext } from "../shared/command-context.ts";

const MOST_TOLD = 5;

/** Puts above private answers what stands in the way of boards the member made, once. */
export function boardNotices({ rows, log }: { readonly rows: BoardRows; readonly log: Log }): AfterCommand {
  return async (context, reply) => {
    if (!context.isPrivate) return reply;
    try {
      return await told(rows, context, reply);
    } catch (error) {
      log.error("What a member has to be told about boards could not be looked up", {}, error);
      return reply;
    }
  };
}

async function told(rows: BoardRows, context: CommandContext, reply: Reply): Promise<Reply> {
  const waiting = await rows.untold(context.member.id);
  if (waiting.length === 0) return reply;
  const view = context.view;
  const notices = waiting.slice(0, MOST_TOLD).map(({ id, what, kind, reason, channel_id: channelId }) => ({
    id,
    title: view.texts.board.noticed(boardTitle({ what, kind: toTrendChoice(kind) }, view)),
    reason: reason ?? "",
    channelId,
    isPaused: false,
    of: "board" as const,
  }));
  for (const { id, reason } of waiting) await rows.change(id, { told: reason ?? "" });
  return withReminderNotices(notices, waiting.length - notices.length, { reply, context: view });
}

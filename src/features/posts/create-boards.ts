import { randomBytes } from "node:crypto";

import { boardRows, type BoardRows } from "./store/guild-rows.ts";
import type { Queries } from "../../storage/schema.ts";
import { BoardWorker, type BoardWorkerDeps } from "./engine/board-worker.ts";
import type { AfterCommand } from "../kit/command-context.ts";
import { boardTitle } from "./view/board.ts";
import { withReminderNotices } from "./view/notices.ts";
import { toTrendChoice } from "../../game/trend-search.ts";

/** The live boards: the service for commands, and the worker that runs between `start` and `close`. */
export type Boards = ReturnType<typeof createBoards>;

type BoardsOptions = Omit<BoardWorkerDeps, "rows" | "newId"> & { readonly queries: Queries };

export function createBoards({ queries, ...parts }: BoardsOptions) {
  const rows = boardRows(queries);
  const keeper = new BoardWorker({
    ...parts,
    rows,
    newId: () => randomBytes(9).toString("base64url"),
  });
  return {
    service: keeper,
    /** Adds notices about a member's boards above their replies. */
    afterCommand: boardNotices(rows),
    /** Keeps the boards up to date until `close`, on one node at a time. */
    start: () => keeper.start(),
    close: () => keeper.close(),
  };
}

const MOST_TOLD = 5;

/** Returns an `AfterCommand` that adds notices about trouble of the member's boards, once. */
export function boardNotices(rows: BoardRows): AfterCommand {
  return async ({ member, view }, reply) => {
    const waiting = await rows.untold(member.id);
    if (waiting.length === 0) return reply;
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
  };
}

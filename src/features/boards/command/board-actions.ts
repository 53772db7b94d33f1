import type { ActionState, Reply } from "../../../discord/reply/reply.ts";
import { channel, choice } from "../../../discord/command/options.ts";
import { trendChoices } from "../../../game/trend-search.ts";
import { CHOOSABLE } from "../../shared/post-permissions.ts";
import type { CommandContext } from "../../shared/command-context.ts";
import { defineAction, defineSubcommand } from "../../shared/define-command.ts";
import {
  askToStop,
  keepBoard,
  makeBoard,
  pickBoard,
  pinBoard,
  retryBoard,
  stopBoard,
} from "./manage-board.ts";
import { type BoardSubject, boardSubjects } from "../board-service.ts";

/** `/announce board`. */
export const boardSubcommand = defineSubcommand({
  visibility: "private",
  options: {
    what: choice(boardSubjects, { required: true }),
    channel: channel({ types: CHOOSABLE }),
    kind: choice(trendChoices),
  },
  run: (context) => {
    const { what, channel: chosen, kind } = context.options;
    return makeBoard(context, { what, kind, channelId: chosen ?? context.site.channelId });
  },
});

const own = { for: "owner", answer: "edit" } as const;
const anyones = { for: "anyone", answer: "private" } as const;

/** Opens an entry of a board for whoever chose it, in their own language. */
type OpenEntry = (context: CommandContext, chosen: string) => Promise<Reply>;

/** Returns what the buttons of boards and of their panels do. Entries are opened by what boards show. */
export const boardActions = (openEntry: Readonly<Record<BoardSubject, OpenEntry>>) => ({
  boardOpen: defineAction({
    ...anyones,
    run: (context) => openEntry[subjectIn(context.state)](context, context.chosen ?? ""),
  }),
  boardAsk: defineAction({ ...anyones, run: askToStop }),
  boardKeep: defineAction({ ...own, run: keepBoard }),
  boardStop: defineAction({ ...own, run: stopBoard }),
  boardPick: defineAction({ ...own, run: pickBoard }),
  boardPin: defineAction({ ...own, run: pinBoard }),
  boardRetry: defineAction({ ...own, run: retryBoard }),
});

/** What the board shows whose button it is; trending where the button does not say. */
function subjectIn(state: ActionState): BoardSubject {
  return state["what"] === "milestones" ? "milestones" : "trending";
}

import type { Reply } from "../../../discord/reply/reply.ts";
import { channel, choice } from "../../../discord/command/options.ts";
import { trendChoices } from "../../../game/trend-search.ts";
import { capabilities, type Capability } from "../../kit/capabilities.ts";
import { CHOOSABLE } from "./post-permissions.ts";
import type { announceCalls } from "../view/announce-calls.ts";
import type { ActionContext, CommandContext } from "../../kit/command-context.ts";
import { anyones, defineSubcommand } from "../../kit/define-command.ts";
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

const { trending, milestones } = capabilities;

/** What each choice of `/announce board` needs of the platform. */
export const boardChoices = {
  what: { trending, milestones } satisfies Record<BoardSubject, Capability>,
  kind: Object.fromEntries(trendChoices.map((kind) => [kind, trending])),
};

/** Opens a board's entry for the member who picked it, in their language. */
type OpenEntry = (context: CommandContext, chosen: string) => Promise<Reply>;

/** Returns the actions of boards and their panels; `openEntry` opens what a board lists. */
export const boardActions = (openEntry: Readonly<Record<BoardSubject, OpenEntry>>) => ({
  boardOpen: {
    ...anyones,
    run: (context: ActionContext<typeof announceCalls.boardOpen>) =>
      openEntry[context.state.what ?? "trending"](context, context.chosen ?? ""),
  },
  boardAsk: { ...anyones, run: askToStop },
  boardKeep: keepBoard,
  boardStop: stopBoard,
  boardPick: pickBoard,
  boardPin: pinBoard,
  boardRetry: retryBoard,
});

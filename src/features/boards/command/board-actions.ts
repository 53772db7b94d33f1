import { channel, choice } from "../../../discord/command/options.ts";
import { trendChoices } from "../../../game/trend-search.ts";
import { CHOOSABLE } from "../../shared/post-permissions.ts";
import { defineSubcommand } from "../../shared/define-command.ts";
import {
  askToStop,
  keepBoard,
  makeBoard,
  pickBoard,
  pinBoard,
  retryBoard,
  stopBoard,
} from "./manage-board.ts";
import { boardSubjects } from "../board-service.ts";
import { openEntry } from "./open-entry.ts";

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

/** What boards' buttons do, and those that look after boards. */
export const boardActions = {
  boardOpen: { ...anyones, run: openEntry },
  boardAsk: { ...anyones, run: askToStop },
  boardKeep: { ...own, run: keepBoard },
  boardStop: { ...own, run: stopBoard },
  boardPick: { ...own, run: pickBoard },
  boardPin: { ...own, run: pinBoard },
  boardRetry: { ...own, run: retryBoard },
};

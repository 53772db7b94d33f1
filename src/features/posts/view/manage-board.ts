import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, linkButton, reply, text, toned } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import type { Board } from "../board-service.ts";
import { boardTitle } from "./board.ts";
import {
  type ViewContext,
  channelMention,
  count,
  mentionOf,
  messageUrl,
  personMention,
} from "../../kit/view/view-context.ts";
import { notice } from "../../kit/view/parts.ts";
import { troubleWords, type TroubleWords } from "./trouble-words.ts";
import { announceCalls } from "./announce-calls.ts";
import { postCardReply, type Said } from "./post-card.ts";

/** Returns a board's panel. */
export function boardPanelReply(board: Board, said: Said | undefined, context: ViewContext): Reply {
  return postCardReply(
    {
      id: board.id,
      title: boardTitle(board, context),
      state: boardState(board, context),
      facts: [context.texts.announce.panel.where(channelMention(board.channelId))],
      troubles: boardTrouble(board, context),
      author: context.texts.board.list.by(personMention(board.madeBy), timestamp(board.madeAt, "R")),
      controls: controls(board, context),
    },
    said,
    context,
  );
}

/** Says that it was made, or was there before. */
export function boardMadeReply(kind: "made" | "same", board: Board, context: ViewContext): Reply {
  const { made } = context.texts.board;
  const isWaiting = kind === "made" && board.messageId === undefined;
  const words = made[isWaiting ? "waiting" : kind](
    boardTitle(board, context),
    channelMention(board.channelId),
  );
  const tone = isWaiting || kind === "same" ? "notice" : "good";
  return boardPanelReply(board, { text: words, tone }, context);
}

/** Asks for confirmation: readers lose the board. */
export function boardAskReply(board: Pick<Board, "id" | "channelId">, context: ViewContext): Reply {
  const { ask } = context.texts.board;
  return toned(
    "notice",
    text(ask.title(channelMention(board.channelId))),
    buttons(
      actionButton(ask.delete, announceCalls.boardStop({ b: board.id, how: "delete" }), { style: "danger" }),
      actionButton(ask.leave, announceCalls.boardStop({ b: board.id, how: "leave" })),
      actionButton(ask.keep, announceCalls.boardKeep()),
    ),
  );
}

/** `left`: what Discord refused to do with its message. */
export function boardStopReply(left: "delete" | "leave" | undefined, context: ViewContext): Reply {
  const { ask, list } = context.texts.board;
  return toned(
    left === undefined ? "good" : "notice",
    text(md`**${ask.done}**`),
    left !== undefined && text(ask.left[left]),
    buttons(actionButton(list.back, announceCalls.page())),
  );
}

export function boardKeptReply(context: ViewContext): Reply {
  return reply(text(md`${context.texts.board.ask.kept}`));
}

export function boardGoneReply(context: ViewContext): Reply {
  const { gone, list } = context.texts.board;
  return notice(gone, buttons(actionButton(list.back, announceCalls.page())));
}

export function boardRefusedReply(why: Markdown, context: ViewContext): Reply {
  return toned("notice", text(md`**${context.texts.board.refused.title}**\n${why}`));
}

export function boardsFullReply(most: number, context: ViewContext): Reply {
  const { board } = context.texts;
  return toned("notice", text(board.full(count(context, most), mentionOf(context, "announce list"))));
}

export function boardState({ state, shownAt }: Board, context: ViewContext): Markdown {
  const { list } = context.texts.board;
  return joinMarkdown(
    [list.states[state], ...(shownAt === undefined ? [] : [list.shown(timestamp(shownAt, "R"))])],
    " · ",
  );
}

/** Returns why it isn't live, or can't be pinned. */
function boardTrouble(
  { reason, channelId }: Pick<Board, "reason" | "channelId">,
  context: ViewContext,
): readonly TroubleWords[] {
  return reason === undefined ? [] : [troubleWords(reason, channelMention(channelId), context, "board")];
}

function controls(board: Board, context: ViewContext): Block {
  const { list, made } = context.texts.board;
  const { id, isPinned, state, guildId, channelId, messageId } = board;
  const url = messageId && messageUrl({ channelId, messageId }, guildId);
  return buttons(
    url !== undefined && linkButton(made.see, url),
    url !== undefined &&
      actionButton(isPinned ? list.unpin : list.pin, announceCalls.boardPin({ b: id, on: !isPinned })),
    (state !== "live" || url === undefined) &&
      actionButton(context.texts.shared.buttons.retry, announceCalls.boardRetry({ b: id })),
    actionButton(list.stop, announceCalls.boardAsk({ b: id }), { style: "danger" }),
    actionButton(list.back, announceCalls.page()),
  );
}

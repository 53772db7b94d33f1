import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import {
  actionButton,
  buttons,
  linkButton,
  reply,
  select,
  text,
  toned,
} from "../../../discord/reply/build.ts";
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
  small,
} from "../../kit/view/view-context.ts";
import { facts, notice, paragraph } from "../../kit/view/parts.ts";
import { troubleWords } from "../../kit/view/trouble-words.ts";
import { announceCalls } from "./announce-calls.ts";
import { sentences } from "../../kit/view/sentences.ts";

export type BoardSaid = "pinned" | "unpinned" | "pinLacks" | "pinsFull" | "pinFailed" | "tried";

export function boardMadeReply(kind: "made" | "same", board: Board, context: ViewContext): Reply {
  const { board: texts } = context.texts;
  const what = boardTitle(board, context);
  const channel = channelMention(board.channelId);
  const isWaiting = kind === "made" && board.messageId === undefined;
  const title = isWaiting ? texts.made.waiting(what, channel) : texts.made[kind](what, channel);
  const trouble = troubleOf(board, context);
  const made = toned(
    isWaiting || kind === "same" ? "notice" : "good",
    paragraph(title, trouble),
    controls(board, context),
  );
  return { ...made, troubles: new Map(trouble && [[board.id, trouble]]) };
}

/** Returns a board's panel. */
export function boardPanelReply(board: Board, said: BoardSaid | undefined, context: ViewContext): Reply {
  const { list } = context.texts.board;
  const trouble = troubleOf(board, context);
  const panel = reply(
    paragraph(
      md`### ${boardTitle(board, context)}`,
      said === "pinsFull" ? troubleOf({ ...board, reason: "pins-full" }, context) : said && md`${list[said]}`,
      stateText(board, context),
      trouble,
      small(list.by(personMention(board.madeBy), timestamp(board.madeAt, "R"))),
    ),
    controls(board, context),
  );
  return { ...panel, troubles: new Map(trouble && [[board.id, trouble]]) };
}

export function boardListBlocks(boards: readonly Board[], context: ViewContext): readonly Block[] {
  const { list } = context.texts.board;
  if (boards.length === 0) return [text(small(list.none(mentionOf(context, "announce board"))))];
  const rows = boards.map((board) =>
    joinMarkdown([
      md`- ${list.row(boardTitle(board, context), channelMention(board.channelId))}`,
      md`  ${stateText(board, context)}`,
    ]),
  );
  return [
    paragraph(md`### ${list.title}`, ...rows),
    select(
      list.pick,
      announceCalls.boardPick(),
      boards.map((board) => ({
        value: board.id,
        label: boardTitle(board, context),
        description: list.states[board.state],
      })),
    ),
  ];
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

function stateText(board: Board, context: ViewContext): Markdown {
  const { list } = context.texts.board;
  const said = facts([
    md`${list.states[board.state]}`,
    board.shownAt !== undefined && list.shown(timestamp(board.shownAt, "R")),
  ]);
  return said ?? md`${list.states[board.state]}`;
}

function troubleOf({ reason, channelId }: Board, context: ViewContext): Markdown | undefined {
  if (reason === undefined) return undefined;
  const { what, fix } = troubleWords(reason, channelMention(channelId), context, "board");
  return sentences(context.texts.language, what, fix);
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

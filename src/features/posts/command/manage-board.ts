import { md } from "../../../base/markdown.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import type { TrendChoice } from "../../../game/trend-search.ts";
import {
  type BoardSaid,
  boardAskReply,
  boardGoneReply,
  boardKeptReply,
  boardListBlocks,
  boardMadeReply,
  boardPanelReply,
  boardRefusedReply,
  boardStopReply,
  boardsFullReply,
} from "../view/manage-board.ts";
import { channelMention, mentionOf } from "../../kit/view/view-context.ts";
import { permissionNames } from "../../kit/view/trouble-words.ts";
import { channelRefusal } from "./ask-channel.ts";
import { asAdmin, type ManagedServer } from "./require-admin.ts";
import { lookAnew } from "./destination-trouble.ts";
import { placeRefusal } from "./post-permissions.ts";
import type { GuildSettings } from "../../kit/guild-settings.ts";
import { capabilities, requireCapability } from "../../kit/capabilities.ts";
import type { Board, BoardService, BoardSubject } from "../board-service.ts";
import type { ActionContext, CommandContext } from "../../kit/command-context.ts";
import type { announceCalls } from "../view/announce-calls.ts";

interface Wanted {
  readonly what: BoardSubject;
  readonly channelId: string;
  readonly kind?: TrendChoice | undefined;
}

/** Creates a board where both the admin and the bot may post. */
export function makeBoard(context: CommandContext, wanted: Wanted): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const { boards, view } = context;
    const { what, channelId, kind } = wanted;
    requireCapability(context, capabilities[what]);
    const why =
      kindRefusal(context, wanted, here.settings) ??
      placeRefusal(context.resolved?.channel(channelId), view) ??
      (await ownRefusal(context, here, channelId));
    if (why !== undefined) return boardRefusedReply(why, view);
    const made = await boards.make(
      {
        guildId: here.guildId,
        channelId,
        what,
        ...(kind !== undefined && { kind }),
        locale: context.site.guildLocale ?? context.locale,
        madeBy: context.member.id,
      },
      context.signal,
    );
    if (made.kind === "full") return boardsFullReply(made.most, view);
    return boardMadeReply(made.kind, made.board, view);
  });
}

/** Returns the boards in the server's list of announcements. */
export async function boardBlocks(
  { boards, ...context }: CommandContext,
  guildId: string,
): Promise<readonly Block[]> {
  return boardListBlocks(await boards.ofGuild(guildId), context.view);
}

export function pickBoard(context: ActionContext): Promise<Reply> {
  return withBoard(context, context.chosen, async (board) => panel(context, board));
}

/** Asks whether to stop a board; only for admins, also when pressed on the board itself. */
export function askToStop(context: ActionContext<typeof announceCalls.boardAsk>): Promise<Reply> {
  return withBoard(context, context.state.b, async (board) => boardAskReply(board, context.view));
}

export async function keepBoard(context: ActionContext): Promise<Reply> {
  return boardKeptReply(context.view);
}

export function stopBoard(context: ActionContext<typeof announceCalls.boardStop>): Promise<Reply> {
  return withBoard(context, context.state.b, async ({ id }, boards) => {
    const { how } = context.state;
    const stopped = await boards.stop(id, how, context.signal);
    if (stopped === "gone") return boardGoneReply(context.view);
    return boardStopReply(stopped === "message-left" ? how : undefined, context.view);
  });
}

export function pinBoard(context: ActionContext<typeof announceCalls.boardPin>): Promise<Reply> {
  return withBoard(context, context.state.b, async (board, boards) => {
    const isPinned = context.state.on;
    const done = await boards.pin(board.id, isPinned, context.signal);
    const said = {
      done: isPinned ? "pinned" : "unpinned",
      "missing-permission": "pinLacks",
      "pins-full": "pinsFull",
      failed: "pinFailed",
    } as const;
    return panel(context, (await boards.find(board.id)) ?? board, said[done]);
  });
}

/** Retries a board after someone says it was fixed. */
export function retryBoard(context: ActionContext<typeof announceCalls.boardRetry>): Promise<Reply> {
  return withBoard(context, context.state.b, async (board, boards) => {
    context.channels.forget(board.guildId);
    const now = await boards.retry(board.id, context.signal);
    return now === undefined ? boardGoneReply(context.view) : panel(context, now, "tried");
  });
}

function panel(context: CommandContext, board: Board, said?: BoardSaid): Reply {
  return boardPanelReply(board, said, context.view);
}

/** Runs the work with one of this server's boards, for admins who may post in its channel themselves. */
function withBoard(
  context: CommandContext,
  id: string | undefined,
  run: (board: Board, boards: BoardService) => Promise<Reply>,
): Promise<Reply> {
  return asAdmin(context, async ({ guildId }) => {
    const { boards } = context;
    const board = id === undefined ? undefined : await boards.find(id);
    if (board?.guildId !== guildId) return boardGoneReply(context.view);
    const why = await channelRefusal(context, board);
    return why === undefined ? run(board, boards) : boardRefusedReply(why, context.view);
  });
}

function kindRefusal(
  context: CommandContext,
  { what, kind }: Wanted,
  { kinds, areCreationsOn }: GuildSettings,
) {
  if (kind === undefined) return undefined;
  const view = context.view;
  const { announce, board, commands } = view.texts;
  const setup = mentionOf(view, "setup");
  if (what !== "trending") return md`${board.refused.kind}`;
  if (kind === "creation" && !areCreationsOn) return announce.panel.creations(setup);
  if (kinds === "all" || kinds.includes(kind)) return undefined;
  return announce.panel.kindOff(commands.trending.options.kind.choices[kind], setup);
}

/** Returns the permissions the bot lacks in a channel, with how to fix it. */
async function ownRefusal(context: CommandContext, { guildId }: ManagedServer, channelId: string) {
  const { lacking } = await lookAnew(context, { guildId, channelId });
  if (lacking.length === 0) return undefined;
  const { view } = context;
  return view.texts.announce.trouble.lacks(permissionNames(lacking, view), channelMention(channelId));
}

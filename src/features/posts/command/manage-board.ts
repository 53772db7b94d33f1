import { MilepostError } from "../../../base/errors.ts";
import { md } from "../../../base/markdown.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { type TrendChoice, trendChoices } from "../../../game/trend-search.ts";
import {
  boardAskReply,
  boardGoneReply,
  boardKeptReply,
  boardMadeReply,
  boardPanelReply,
  boardRefusedReply,
  boardsFullReply,
  boardStopReply,
} from "../view/manage-board.ts";
import { channelMention, mentionOf } from "../../kit/view/view-context.ts";
import { permissionNames } from "../view/trouble-words.ts";
import { channelRefusal, lookAnew } from "./ask-channel.ts";
import { asAdmin, type ManagedServer } from "./who-manages.ts";
import { CHOOSABLE, placeRefusal } from "./post-permissions.ts";
import type { GuildSettings } from "../../kit/settings/settings.ts";
import { capabilities, isOnlyOwn, requireCapability } from "../../kit/command/capabilities.ts";
import {
  type Board,
  boardNeeds,
  type BoardService,
  type BoardSubject,
  boardSubjects,
} from "../board-service.ts";
import type { announceCalls } from "../view/announce-calls.ts";
import { channel, choice, text } from "../../../discord/command/options.ts";
import { anyones } from "../../kit/command/define-command.ts";
import { defineSubcommand, type ActionContext, type CommandContext } from "../services.ts";
import type { Said } from "../view/post-card.ts";

const STAT_LENGTH = 100;

interface Wanted {
  readonly what: BoardSubject;
  readonly channelId: string;
  readonly kind?: TrendChoice | undefined;
  readonly stat?: string | undefined;
}

/** Creates a board where both the admin and the bot may post. */
function makeBoard(context: CommandContext, wanted: Wanted): Promise<Reply> {
  return asAdmin(context, async (here) => {
    const { boards, view } = context;
    const { what, channelId, kind, stat } = wanted;
    requireCapability(context, boardNeeds[what]);
    if (what === "ranking") mustBeRanked(context);
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
        ...(what === "ranking" && stat !== undefined && { stat }),
        locale: context.site.guildLocale ?? context.locale,
        madeBy: context.member.id,
      },
      context.signal,
    );
    if (made.kind === "full") return boardsFullReply(made.most, view);
    return boardMadeReply(made.kind, made.board, view);
  });
}

/** Throws "not-offered" where nobody can be visible, or the platform shows nobody's statistics to others. */
function mustBeRanked({ linking, profile }: CommandContext): void {
  const { stats } = capabilities;
  if (linking === undefined || isOnlyOwn(profile, stats))
    throw new MilepostError("not-offered", { operation: stats.operation });
}

function pickBoard(context: ActionContext): Promise<Reply> {
  return withBoard(context, context.chosen, async (board) => panel(context, board));
}

/** Asks whether to stop a board; only for admins, also when pressed on the board itself. */
function askToStop(context: ActionContext<typeof announceCalls.boardAsk>): Promise<Reply> {
  return withBoard(context, context.state.b, async (board) => boardAskReply(board, context.view));
}

async function keepBoard(context: ActionContext): Promise<Reply> {
  return boardKeptReply(context.view);
}

function stopBoard(context: ActionContext<typeof announceCalls.boardStop>): Promise<Reply> {
  return withBoard(context, context.state.b, async ({ id }, boards) => {
    const { how } = context.state;
    const stopped = await boards.stop(id, how, context.signal);
    if (stopped === "gone") return boardGoneReply(context.view);
    return boardStopReply(stopped === "message-left" ? how : undefined, context.view);
  });
}

function pinBoard(context: ActionContext<typeof announceCalls.boardPin>): Promise<Reply> {
  return withBoard(context, context.state.b, async (board, boards) => {
    const isPinned = context.state.on;
    const done = await boards.pin(board.id, isPinned, context.signal);
    const now = (await boards.find(board.id)) ?? board;
    if (done === "pins-full") return panel(context, { ...now, reason: done });
    const { list } = context.view.texts.board;
    const words = {
      done: isPinned ? list.pinned : list.unpinned,
      "missing-permission": list.pinLacks,
      failed: list.pinFailed,
    };
    return panel(context, now, { text: md`${words[done]}` });
  });
}

/** Retries a board after someone says it was fixed. */
function retryBoard(context: ActionContext<typeof announceCalls.boardRetry>): Promise<Reply> {
  return withBoard(context, context.state.b, async (board, boards) => {
    context.channels.forget(board.guildId);
    const now = await boards.retry(board.id, context.signal);
    return now === undefined
      ? boardGoneReply(context.view)
      : panel(context, now, { text: md`${context.view.texts.board.list.tried}` });
  });
}

function panel(context: CommandContext, board: Board, said?: Said): Reply {
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

export const boardSubcommand = defineSubcommand({
  visibility: "private",
  options: {
    what: choice(boardSubjects, { required: true }),
    channel: channel({ types: CHOOSABLE }),
    kind: choice(trendChoices),
    stat: text({ maxLength: STAT_LENGTH }),
  },
  run: (context) => {
    const { what, channel: chosen, kind, stat } = context.options;
    return makeBoard(context, { what, kind, stat, channelId: chosen ?? context.site.channelId });
  },
});

const { trending } = capabilities;

/** What each choice of `/announce board` needs of the platform. */
export const boardChoices = {
  what: boardNeeds,
  kind: Object.fromEntries(trendChoices.map((kind) => [kind, trending])),
};

/** Opens a board's entry for the member who picked it, in their language. */
type OpenEntry = (context: CommandContext, chosen: string) => Promise<Reply>;

/** Returns the actions of boards and their panels; `openEntry` opens what a board lists. */
export const boardActions = (openEntry: Readonly<Record<Exclude<BoardSubject, "ranking">, OpenEntry>>) => ({
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

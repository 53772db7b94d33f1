import { listWords } from "../../../base/list-words.ts";
import { type Markdown, joinMarkdown, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, reply, select, text } from "../../../discord/reply/build.ts";
import type { Block, Post } from "../../../discord/reply/reply.ts";
import { toTrendChoice, type TrendChoice } from "../../../game/trend-search.ts";
import { type ViewContext, count, inPlain, mentionOf, small } from "../../kit/view/view-context.ts";
import type { BoardSubject } from "../board-service.ts";
import type { BoardEntry, Shown } from "../content/shown-content.ts";
import { facts, lines, termLine } from "../../kit/view/parts.ts";
import { rankingCalls } from "../../kit/view/calls/ranking.ts";
import { remindMeSelect } from "../../kit/view/remind-me-button.ts";
import { announceCalls } from "./announce-calls.ts";
import { entryDate } from "../../kit/view/card-dates.ts";
import { mosaicBlock } from "../../kit/view/entry-cards.ts";
import { weekBlock } from "../../kit/view/week-card.ts";

/** How many titles the first line names. */
const MOST_LED = 3;

export interface BoardView extends Pick<Shown, "entries" | "more" | "isOff" | "fresh" | "age"> {
  /** In its controls, to identify the message. */
  readonly postId: string;
  readonly boardId: string;
  readonly what: BoardSubject;
  readonly kind?: TrendChoice | undefined;
  readonly stat?: string | undefined;
}

/** Returns what a stored board's kind means: of trending entries, or a ranking's statistic. */
export function kindOf({ what, kind }: { readonly what: BoardSubject; readonly kind: string }): {
  readonly kind?: TrendChoice;
  readonly stat?: string;
} {
  if (what === "ranking") return kind === "" ? {} : { stat: kind };
  const known = toTrendChoice(kind);
  return known === undefined ? {} : { kind: known };
}

/** Returns the board's message, whose controls answer whoever presses them. */
export function boardPost(view: BoardView, context: ViewContext): Post {
  const { board } = context.texts;
  const { entries, what } = view;
  return {
    lead: boardLead(view, context),
    card: reply(
      entries.length > 0 && listBlocks(view, context),
      view.more > 0 && text(small(board.more(count(context, view.more), mentionOf(context, what)))),
      view.what === "ranking"
        ? buttons(actionButton(context.texts.ranking.mine, rankingCalls.mine({ stat: view.stat })))
        : openSelect({ ...view, what: view.what }, context),
      remindMeSelect(
        entries.flatMap(({ offer: value, title: label }) => (value === undefined ? [] : [{ value, label }])),
        context,
      ),
      text(ageText(view, context)),
    ),
  };
}

/** Returns the list, with its picture if pictures are drawn. */
function listBlocks(view: BoardView, context: ViewContext): readonly Block[] {
  const { entries, fresh, what } = view;
  const isFresh = ({ key }: BoardEntry) => fresh?.keys.includes(key) === true;
  const rows = joinMarkdown(entries.map((entry) => rowText(entry, isFresh(entry), context)));
  const tiles = entries.flatMap(({ art, title }) => (art === undefined ? [] : [{ ...art, title }]));
  const weekly = entries.map(({ title, starts, ends, art }) => ({
    name: title,
    starts,
    ends,
    icon: art?.picture,
  }));
  const card =
    what === "milestones"
      ? weekBlock(weekly, rows, context)
      : mosaicBlock(boardTitle(view, context), { tiles, twin: rows }, context);
  return card.length > 0 ? card : [text(rows)];
}

/** Returns the title and first entries in one line. */
function boardLead(view: BoardView, context: ViewContext): Markdown {
  const { board, shared } = context.texts;
  const title = boardTitle(view, context);
  if (view.entries.length === 0) return board.lead(title, emptyText(view, context));
  const shown = view.entries.slice(0, MOST_LED).map((entry) => inPlain(entry.title, 60));
  const more = view.entries.length + view.more - shown.length;
  const all = more > 0 ? [...shown, shared.moreListed(count(context, more))] : shown;
  return board.lead(title, listWords(all, context.texts.language));
}

function emptyText({ what, isOff }: BoardView, { texts }: ViewContext): string {
  if (what === "ranking") return texts.ranking.none.next;
  return isOff ? texts.board.creationsOff : texts.board.nothing;
}

export function boardTitle(
  { what, kind, stat }: Pick<BoardView, "what" | "kind" | "stat">,
  context: ViewContext,
): string {
  const { trending, commands, ranking } = context.texts;
  if (what === "ranking")
    return stat === undefined ? ranking.title : ranking.titleOf(inPlain(context.label?.(stat) ?? stat, 60));
  if (what === "milestones") return commands.announce.subcommands.board.options.what.choices.milestones;
  if (kind === undefined) return trending.title;
  return trending.titleOfKind(commands.trending.options.kind.choices[kind]);
}

/** Returns the message of a board that was stopped and left. */
export function stoppedBoardPost(view: BoardView, at: number, context: ViewContext): Post {
  const { board } = context.texts;
  return {
    lead: md`**${boardTitle(view, context)}**`,
    card: reply(
      view.entries.length > 0 &&
        text(joinMarkdown(view.entries.map((entry) => rowText(entry, false, context)))),
      text(small(board.stopped(timestamp(at, "f")))),
    ),
  };
}

function rowText(entry: BoardEntry, isNew: boolean, context: ViewContext): Markdown {
  const { board } = context.texts;
  const when = termLine(context, entry);
  const said = facts([
    isNew && md`**${board.isNew}**`,
    md`**${inPlain(entry.title, 100)}**`,
    entry.kind !== undefined && md`${inPlain(entry.kind, 40)}`,
    when,
  ]);
  return md`- ${said ?? ""}`;
}

function openSelect(
  view: BoardView & { readonly what: Exclude<BoardSubject, "ranking"> },
  context: ViewContext,
): Block | false {
  if (view.entries.length === 0) return false;
  return select(
    context.texts.board.open,
    announceCalls.boardOpen({ ...carried(view), what: view.what }),
    view.entries.map(({ key, title, kind, ...term }) => ({
      value: key,
      label: title,
      date: entryDate(term, context),
      ...(kind !== undefined && { description: kind }),
    })),
  );
}

function ageText({ age, fresh }: BoardView, context: ViewContext): Markdown {
  const { board } = context.texts;
  const when = timestamp(age.at, "R");
  const now =
    age.isMaintenance === true
      ? context.texts.shared.asOfMaintenance(when)
      : age.isStale
        ? context.texts.shared.asOf(when)
        : board.asOf(when);
  const since = fresh === undefined ? undefined : small(board.newSince(timestamp(fresh.since, "R")));
  return lines([since, small(now)]) ?? now;
}

function carried({ postId, boardId }: Pick<BoardView, "postId" | "boardId">) {
  return { p: postId, b: boardId };
}

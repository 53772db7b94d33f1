import { md, type Markdown } from "../../../base/markdown.ts";
import { actionButton, buttons, reply, select, text } from "../../../discord/reply/build.ts";
import type { ActionCall, Block, Reply } from "../../../discord/reply/reply.ts";
import { entryDate } from "../../kit/view/card-dates.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { type PageOfList, pageButtons, pageLine } from "../../kit/view/pages.ts";
import { dateAndLength, facts, joined, paragraph } from "../../kit/view/parts.ts";
import type { TroubleWords } from "./trouble-words.ts";
import {
  type ViewContext,
  channelMention,
  count,
  inPlain,
  mentionOf,
  small,
} from "../../kit/view/view-context.ts";
import type { Board } from "../board-service.ts";
import { announceCalls } from "./announce-calls.ts";
import { channelOf, type ListedAnnouncement } from "./announcement.ts";
import { boardTitle } from "./board.ts";
import { boardState } from "./manage-board.ts";
import { titleOf } from "./post-card.ts";
import { type RemindCard, snoozedText, stateOf, zoneWords } from "./reminder-card.ts";
import { destinationName, troubleLine, troublesOf } from "./trouble.ts";
import { whenWords } from "./when-words.ts";

/** A reminder, an announcement or a board in a list. */
interface PostRow {
  readonly id: string;
  readonly title: string;
  /** Its time as it could be typed; absent for boards, which are always up to date. */
  readonly phrase?: string;
  readonly facts: readonly (Markdown | undefined)[];
  readonly troubles?: readonly TroubleWords[];
  /** Said of it where it is picked. */
  readonly state?: string;
  readonly nextAt?: number | undefined;
}

interface PostList {
  readonly title: string;
  /** How many count towards the limit, and that limit. */
  readonly counted?: { readonly total: number; readonly most: number };
  readonly rows: readonly PostRow[];
  readonly pick: { readonly placeholder: string; readonly call: ActionCall };
  readonly pages?: { readonly at: PageOfList; readonly turn: (page: number) => ActionCall };
}

const ROW_TITLE_LENGTH = 60;

/** Returns a list of whatever is posted, to pick from. */
function listBlocks({ title, counted, rows, pick, pages }: PostList, context: ViewContext) {
  const { announce } = context.texts;
  const limit = counted && announce.list.count(count(context, counted.total), count(context, counted.most));
  const turns = pages === undefined ? [] : pageButtons(context, pages.at, pages.turn);
  const position = pages && pageLine(context, pages.at);
  const texts = new Map(rows.map((row) => [row.id, rowText(row, context)]));
  const { blocks } = reply(
    paragraph(md`### ${title}`, limit !== undefined && small(md`${limit}`)),
    paragraph(...texts.values()),
    select(
      pick.placeholder,
      pick.call,
      rows.map(({ id, title: label, phrase, state, nextAt }) => {
        const said = [state, phrase && whenWords(phrase, context)].filter((words) => words !== undefined);
        return {
          value: id,
          label: titleOf(label),
          date: entryDate({ starts: nextAt }, context),
          description: said.join(" · "),
        };
      }),
    ),
    position !== undefined && text(position),
    turns.length > 0 && buttons(...turns),
  );
  return { blocks, troubles: texts };
}

function rowText({ title, phrase, facts: known, troubles = [] }: PostRow, context: ViewContext): Markdown {
  const name = md`**${inPlain(title, ROW_TITLE_LENGTH)}**`;
  const said = facts(known);
  return joined([
    phrase === undefined ? md`- ${name}` : md`- ${name} · ${whenWords(phrase, context)}`,
    said && md`  ${said}`,
    ...troubles.map((trouble) => md`  ${troubleLine(trouble, context)}`),
  ]);
}

/** Returns when the next post comes, or why nobody can say. */
function nextOf(nextAt: number | undefined, isWatch: boolean, { texts, ...context }: ViewContext): Markdown {
  const { remind, shared } = texts;
  if (nextAt !== undefined) return shared.postsOn(dateAndLength({ texts, ...context }, nextAt));
  return md`${isWatch ? remind.list.waits : shared.noDate}`;
}

export interface AnnouncementList {
  readonly at: PageOfList;
  readonly rows: readonly ListedAnnouncement[];
  readonly total: number;
  readonly most: number;
  /** The server's live boards, shown below. */
  readonly boards: readonly Board[];
}

export function announcementsReply(
  { at, rows, total, most, boards }: AnnouncementList,
  context: ViewContext,
): Reply {
  const { list, states } = context.texts.announce;
  const below = boardBlocks(boards, context);
  if (rows.length === 0)
    return reply(text(md`### ${list.title}\n${list.none(mentionOf(context, "announce new"))}`), below);
  const { blocks, troubles } = listBlocks(
    {
      title: list.title,
      counted: { total, most },
      rows: rows.map(({ id, content, phrase, state, trouble, rule, nextAt, destinations }) => ({
        id,
        title: content.title,
        phrase,
        facts: [
          channelMention(channelOf({ destinations })),
          state === "active" ? nextOf(nextAt, rule.kind === "watch", context) : md`**${states[state]}**`,
        ],
        troubles: trouble,
        state: states[state],
        nextAt,
      })),
      pick: { placeholder: list.pick, call: announceCalls.open({ page: at.page }) },
      pages: { at, turn: (page) => announceCalls.page({ page }) },
    },
    context,
  );
  return { ...reply(blocks, below), troubles };
}

function boardBlocks(boards: readonly Board[], context: ViewContext): readonly Block[] {
  const { list } = context.texts.board;
  if (boards.length === 0) return [text(small(list.none(mentionOf(context, "announce board"))))];
  const rows = boards.map((board) => ({
    id: board.id,
    title: boardTitle(board, context),
    facts: [channelMention(board.channelId), boardState(board, context)],
    state: list.states[board.state],
  }));
  const pick = { placeholder: list.pick, call: announceCalls.boardPick() };
  return listBlocks({ title: list.title, rows, pick }, context).blocks;
}

export interface RemindListView {
  readonly at: PageOfList;
  readonly cards: readonly RemindCard[];
  readonly total: number;
  readonly most: number;
  /** Whether DMs are closed for one of the reminders. */
  readonly isClosed: boolean;
  /** Whether waiting posts were just retried. */
  readonly isRetried: boolean;
}

export function remindListReply(
  { at, cards, total, most, isClosed, isRetried }: RemindListView,
  context: ViewContext,
): Reply {
  const { announce, remind, shared } = context.texts;
  const { list, card } = remind;
  const zone = actionButton(card.buttons.zone, remindCalls.settings());
  if (cards.length === 0)
    return reply(text(md`### ${list.title}\n${list.none(mentionOf(context, "remind new"))}`), buttons(zone));
  const { blocks } = listBlocks(
    {
      title: list.title,
      counted: { total, most },
      rows: cards.map((one) => ({
        id: one.id,
        title: one.content.title,
        phrase: one.phrase,
        facts: remindFacts(one, context),
        troubles: troublesOf(one, context),
        nextAt: one.next[0]?.at,
      })),
      pick: { placeholder: list.open, call: remindCalls.open() },
      // Its pages count from 1.
      pages: { at, turn: (page) => remindCalls.list({ page: page + 1 }) },
    },
    context,
  );
  // A reminder's own zone is on its card.
  const said = cards.find((one) => one.zone !== undefined && one.zone.from !== "kept");
  return reply(
    isRetried && text(md`**${announce.retried}**`),
    blocks,
    said?.zone !== undefined && text(small(zoneWords(said.zone, context))),
    buttons(
      isClosed && actionButton(shared.buttons.retry, remindCalls.retry(), { style: "primary" }),
      actionButton(remind.calendar.button, remindCalls.calendar({ of: "reminders" })),
      zone,
    ),
  );
}

function remindFacts(card: RemindCard, context: ViewContext): readonly (Markdown | undefined)[] {
  const snoozed = snoozedText(card, context);
  const planned =
    card.state === "active"
      ? nextOf(card.next[0]?.at, card.rule.kind === "watch", context)
      : md`**${context.texts.announce.states[stateOf(card)]}**`;
  const channels = card.destinations.filter(({ kind }) => kind === "channel");
  return [
    ...channels.map((place) => destinationName(place, context)),
    snoozed,
    snoozed !== undefined && card.state === "ended" ? undefined : planned,
  ];
}

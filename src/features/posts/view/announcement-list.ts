import { type Markdown, joinMarkdown, link, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, reply, select, text } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { channelOf, type ListedAnnouncement, titleOf } from "./announcement.ts";
import {
  type ViewContext,
  channelMention,
  count,
  inPlain,
  mentionOf,
  small,
} from "../../kit/view/view-context.ts";
import { type PageOfList, pageButtons, pageLine } from "../../kit/view/pages.ts";
import { facts, lines, paragraph } from "../../kit/view/parts.ts";
import type { TroubleWords } from "../../kit/view/trouble-words.ts";
import type { HistoryEntry } from "../reminder-service.ts";
import { whenWords } from "./when-words.ts";
import { announceCalls } from "./announce-calls.ts";
import { entryDate } from "../../kit/view/card-dates.ts";
import { sentences } from "../../kit/view/sentences.ts";

export interface AnnouncementList {
  readonly at: PageOfList;
  readonly rows: readonly ListedAnnouncement[];
  /** How many count towards the limit. */
  readonly total: number;
  readonly most: number;
  /** What else posts in this server, shown below. */
  readonly also?: readonly Block[] | undefined;
}

const ROW_TITLE_LENGTH = 60;

export function announcementsReply(
  { at, rows, total, most, also = [] }: AnnouncementList,
  context: ViewContext,
): Reply {
  const { list } = context.texts.announce;
  const title = md`### ${list.title}`;
  if (rows.length === 0)
    return reply(text(md`${title}\n${list.none(mentionOf(context, "announce new"))}`), also);
  const heading = lines([title, small(md`${list.count(count(context, total), count(context, most))}`)]);
  const texts = new Map(rows.map((row) => [row.id, rowText(row, context)]));
  const shown = reply(
    heading !== undefined && text(heading),
    paragraph(...texts.values()),
    select(
      list.pick,
      announceCalls.open({ page: at.page }),
      rows.map((row) => ({
        value: row.id,
        label: titleOf(row.content.title),
        date: entryDate({ starts: row.nextAt }, context),
        description: `${context.texts.announce.states[row.state]} · ${whenWords(row.phrase, context)}`,
      })),
    ),
    pageRow(at, context),
    also,
  );
  return { ...shown, troubles: texts };
}

function pageRow(at: PageOfList, context: ViewContext): Block[] {
  const turns = pageButtons(context, at, (page) => announceCalls.page({ page }));
  const position = pageLine(context, at);
  return [
    ...(position === undefined ? [] : [text(position)]),
    ...(turns.length === 0 ? [] : [buttons(...turns)]),
  ];
}

function rowText(row: ListedAnnouncement, context: ViewContext): Markdown {
  const { list, states, trouble } = context.texts.announce;
  const state = row.state === "active" ? undefined : md`**${states[row.state]}**`;
  const next =
    row.state !== "active"
      ? undefined
      : row.nextAt === undefined
        ? md`${row.rule.kind === "watch" ? list.waits : context.texts.shared.noDate}`
        : list.next(timestamp(row.nextAt, "R"));
  const rows = row.trouble.map(({ what, fix }) => sentences(context.texts.language, trouble.now(what), fix));
  return joinMarkdown([
    md`- **${inPlain(row.content.title, ROW_TITLE_LENGTH)}** · ${whenWords(row.phrase, context)}`,
    md`  ${facts([channelMention(channelOf(row)), state, next]) ?? md``}`,
    ...rows.map((said) => md`  ${said}`),
  ]);
}

/** The result of one occurrence. */
export interface HistoryRow {
  /** The announcement's title; absent where only one is shown. */
  readonly title?: string | undefined;
  readonly at: number;
  readonly state: HistoryEntry["state"];
  /** Whether it waits for a permission of the bot. */
  readonly isForPermission?: boolean;
  /** How late it was: `42 minutes`. */
  readonly late?: string | undefined;
  readonly url?: string | undefined;
  readonly why?: TroubleWords | undefined;
  readonly againAt?: number | undefined;
}

export interface AnnouncementHistory {
  /** The announcement it is about; absent for all. */
  readonly one?: { readonly id: string; readonly title: string; readonly page: number } | undefined;
  readonly at: PageOfList;
  readonly rows: readonly HistoryRow[];
  /** The others to pick from; at most 25. */
  readonly others: readonly { readonly id: string; readonly title: string; readonly phrase: string }[];
  /** Set where none or several have the typed name. */
  readonly said?: { readonly typed: string; readonly isKnown: boolean } | undefined;
}

export function historyReply(
  { one, at, rows, others, said }: AnnouncementHistory,
  context: ViewContext,
): Reply {
  const { announce, shared } = context.texts;
  const { history, panel } = announce;
  const title = one === undefined ? history.all : history.title(titleOf(one.title));
  const turns = pageButtons(context, at, (page) =>
    announceCalls.trail(one === undefined ? { page } : { id: one.id, from: one.page, page }),
  );
  const position = pageLine(context, at);
  return reply(
    text(md`### ${title}`),
    said !== undefined && text(saidText(said, context)),
    text(
      rows.length === 0
        ? md`${context.texts.shared.noHistory}`
        : joinMarkdown(rows.map((row) => historyText(row, context))),
    ),
    position !== undefined && text(position),
    turns.length > 0 && buttons(...turns),
    others.length > 0 &&
      select(
        context.texts.announce.list.pick,
        announceCalls.trailOf(),
        others.map(({ id, title: label, phrase }) => ({
          value: id,
          label: titleOf(label),
          description: whenWords(phrase, context),
        })),
      ),
    buttons(
      one !== undefined && actionButton(shared.back, announceCalls.panel({ id: one.id, page: one.page })),
      actionButton(panel.buttons.list, announceCalls.page({ page: one?.page ?? 0 })),
    ),
  );
}

function saidText(
  { typed, isKnown }: NonNullable<AnnouncementHistory["said"]>,
  { texts }: ViewContext,
): Markdown {
  const { noneCalled, someCalled } = texts.announce.history;
  return (isKnown ? someCalled : noneCalled)(titleOf(typed));
}

function historyText(row: HistoryRow, context: ViewContext): Markdown {
  const { history } = context.texts.announce;
  const when = timestamp(row.at, "f");
  const what = facts([
    stateText(row, context),
    row.late !== undefined && md`${context.texts.shared.late(row.late)}`,
    row.why && md`${row.why.what}${row.why.fix === undefined ? md`` : md` ${row.why.fix}`}`,
    row.againAt !== undefined && context.texts.shared.nextTry(timestamp(row.againAt, "R")),
  ]);
  const said = what ?? md``;
  return row.title === undefined
    ? history.rowOfOne(when, said)
    : history.row(when, md`${inPlain(row.title, ROW_TITLE_LENGTH)}`, said);
}

function stateText(
  { state, url, againAt, isForPermission = false }: HistoryRow,
  context: ViewContext,
): Markdown {
  const { history } = context.texts.announce;
  const isPutOff = state === "due" && againAt !== undefined;
  if (isPutOff || (state === "held" && !isForPermission)) return md`${context.texts.shared.waiting}`;
  if (state !== "sent") return md`${history.states[state]}`;
  return url === undefined
    ? md`${history.sentGone}`
    : history.sent(link(context.texts.shared.buttons.open, url));
}

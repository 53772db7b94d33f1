import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { buttons, reply, select, text } from "../../../discord/reply/build.ts";
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
import { dateAndLength, facts, lines, paragraph } from "../../kit/view/parts.ts";
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
        : context.texts.shared.postsOn(dateAndLength(context, row.nextAt));
  const rows = row.trouble.map(({ what, fix }) => sentences(context.texts.language, trouble.now(what), fix));
  return joinMarkdown([
    md`- **${inPlain(row.content.title, ROW_TITLE_LENGTH)}** · ${whenWords(row.phrase, context)}`,
    md`  ${facts([channelMention(channelOf(row)), state, next]) ?? md``}`,
    ...rows.map((said) => md`  ${said}`),
  ]);
}

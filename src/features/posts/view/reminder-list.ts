import { type Markdown, joinMarkdown, link, md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, select, text } from "../../../discord/reply/build.ts";
import { type Page, pager } from "../../../discord/reply/pages.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, count, inPlain, mentionOf, small } from "../../kit/view/view-context.ts";
import { dateAndLength, facts } from "../../kit/view/parts.ts";
import {
  type RemindCard,
  snoozedText,
  titleOf,
  troublesOf,
  WHAT_LENGTH,
  zoneWords,
} from "./reminder-card.ts";
import { destinationName, troubleWords } from "./destination-words.ts";
import type { HistoryEntry } from "../reminder-service.ts";
import { lengthInWords } from "../../../schedule/phrase.ts";
import { whenWords } from "./when-words.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { entryDate } from "../../kit/view/card-dates.ts";

/** What is due within this time is about to be sent. */
const SOON_MS = 60_000;

export interface RemindListView {
  readonly page: Page<RemindCard>;
  /** How many count towards the limit. */
  readonly total: number;
  readonly most: number;
  /** Whether DMs are closed for one of the reminders. */
  readonly isClosed: boolean;
  /** Whether waiting posts were just retried. */
  readonly isRetried: boolean;
}

export function remindListReply(
  { page, total, most, isClosed, isRetried }: RemindListView,
  context: ViewContext,
): Reply {
  const { list, card } = context.texts.remind;
  const zone = actionButton(card.buttons.zone, remindCalls.settings());
  if (page.items.length === 0) {
    return {
      blocks: [text(md`## ${list.title}\n${list.none(mentionOf(context, "remind new"))}`), buttons(zone)],
    };
  }
  return {
    blocks: [
      ...(isRetried ? [text(md`**${card.retried}**`)] : []),
      text(
        md`## ${list.title}\n-# ${context.texts.announce.list.count(count(context, total), count(context, most))}`,
      ),
      ...page.items.map((item) => text(rowOf(item, context))),
      select(
        list.open,
        remindCalls.open(),
        page.items.map((item) => ({
          value: item.id,
          label: titleOf(item),
          description: whenWords(item.phrase, context),
          date: entryDate({ starts: item.next[0]?.at }, context),
        })),
      ),
      ...pager(page, (to) => remindCalls.list({ page: to }), context.texts.runtime.pages),
      ...zoneLine(page.items, context),
      buttons(
        isClosed &&
          actionButton(context.texts.shared.buttons.retry, remindCalls.retry(), { style: "primary" }),
        zone,
      ),
    ],
  };
}

/** Returns the zone of clock times, where the list has any. A reminder's own zone is on its card. */
function zoneLine(cards: readonly RemindCard[], context: ViewContext): readonly Block[] {
  const said = cards.find(({ zone }) => zone !== undefined && zone.from !== "kept");
  return said?.zone === undefined ? [] : [text(small(zoneWords(said.zone, context)))];
}

function rowOf(card: RemindCard, context: ViewContext): Markdown {
  const { list } = context.texts.remind;
  const [next] = card.next;
  const destinations = card.destinations
    .filter(({ kind }) => kind === "channel")
    .map((place) => destinationName(place, context));
  const state =
    card.state === "active"
      ? nextOf(card, next?.at, context)
      : md`${list.states[card.isWaiting ? "waiting" : card.state]}`;
  const snoozed = snoozedText(card, context);
  const planned = snoozed !== undefined && card.state === "ended" ? undefined : state;
  const about = facts([snoozed, planned, ...destinations]);
  return joinMarkdown([
    md`**${titleOf(card)}** · ${whenWords(card.phrase, context)}`,
    ...(about === undefined ? [] : [small(about)]),
    ...troublesOf(card, context),
  ]);
}

function nextOf({ rule }: RemindCard, at: number | undefined, context: ViewContext): Markdown {
  const { list } = context.texts.remind;
  if (at !== undefined) return list.next(dateAndLength(context, at));
  return md`${rule.kind === "watch" ? list.waits : context.texts.shared.noDate}`;
}

/** One occurrence at one destination, and its post's URL. */
export interface HistoryRow extends HistoryEntry {
  readonly url: string | undefined;
}

export function remindHistoryReply(
  { id, title, rows }: { readonly id: string; readonly title: string; readonly rows: readonly HistoryRow[] },
  context: ViewContext,
): Reply {
  const { history, card } = context.texts.remind;
  const lines = rows.map((row) => md`- ${historyLine(row, context)}`);
  return {
    blocks: [
      text(
        joinMarkdown([
          history.title(inPlain(title, WHAT_LENGTH)),
          ...(lines.length === 0 ? [md`${context.texts.shared.noHistory}`] : lines),
        ]),
      ),
      buttons(
        actionButton(context.texts.shared.back, remindCalls.open({ id })),
        actionButton(card.buttons.list, remindCalls.list()),
      ),
    ],
  };
}

function historyLine(row: HistoryRow, context: ViewContext): Markdown {
  const { history } = context.texts.remind;
  const isPutOff = row.state === "due" && (row.nextTryAt ?? 0) - context.now > SOON_MS;
  const hasReason = row.state === "failed" || row.state === "held" || row.state === "skipped";
  const said = [
    timestamp(row.slot, "f"),
    md`${history.states[isPutOff ? "held" : row.state]}`,
    row.lateMs > 0 && md`${context.texts.shared.late(lengthInWords(row.lateMs, context.texts.language))}`,
    row.destination.kind === "channel" ? destinationName(row.destination, context) : undefined,
    row.url === undefined ? undefined : link(context.texts.shared.buttons.open, row.url),
    hasReason && row.reason !== undefined ? troubleWords(row.reason, row.destination, context) : undefined,
    row.nextTryAt === undefined ? undefined : context.texts.shared.nextTry(timestamp(row.nextTryAt, "R")),
  ];
  return facts(said) ?? md``;
}

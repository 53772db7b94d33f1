import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, type Page, pager, select, text } from "../../../discord/reply/build.ts";
import type { Block, Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, count, mentionOf, small } from "../../kit/view/view-context.ts";
import { dateAndLength, facts } from "../../kit/view/parts.ts";
import { type RemindCard, snoozedText, titleOf, troublesOf, zoneWords } from "./reminder-card.ts";
import { destinationName } from "./trouble.ts";
import { whenWords } from "./when-words.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { entryDate } from "../../kit/view/card-dates.ts";

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
        actionButton(context.texts.remind.calendar.button, remindCalls.calendar({ of: "reminders" })),
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
  if (at !== undefined) return context.texts.shared.postsOn(dateAndLength(context, at));
  return md`${rule.kind === "watch" ? list.waits : context.texts.shared.noDate}`;
}

import { md, timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, reply, toned } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { codeBlock, notice, paragraph } from "../../kit/view/parts.ts";
import { type ViewContext, small } from "../../kit/view/view-context.ts";

const FILE_NAME = "milepost.ics";

export interface CalendarFileView {
  readonly count: number;
  readonly file?: string | undefined;
  /** The member's feed, and since when they have it; absent where the bot has no address. */
  readonly feed: { readonly madeAt: number | undefined } | undefined;
}

export function calendarFileReply({ count, file, feed }: CalendarFileView, context: ViewContext): Reply {
  const { calendar } = context.texts.remind;
  const offered = feed === undefined ? [] : feedBlocks(feed.madeAt, context);
  if (file === undefined) return notice(calendar.none, ...offered);
  const bytes = new TextEncoder().encode(file);
  return reply(
    paragraph(md`**${calendar.file(count)}**`, calendar.once),
    { type: "file", file: { name: FILE_NAME, bytes } },
    ...offered,
  );
}

/** Shows a secret address, this once. */
export function feedMadeReply(address: string, context: ViewContext): Reply {
  const { feed } = context.texts.remind.calendar;
  return toned(
    "good",
    paragraph(md`**${feed.add}**`, codeBlock(address), feed.secret, small(md`${feed.hourly}`)),
    feedButtons(context),
  );
}

export function feedEndedReply(context: ViewContext): Reply {
  return notice(context.texts.remind.calendar.feed.ended);
}

function feedBlocks(madeAt: number | undefined, context: ViewContext) {
  const { feed } = context.texts.remind.calendar;
  if (madeAt !== undefined) return [paragraph(feed.has(timestamp(madeAt, "R"))), feedButtons(context)];
  return [paragraph(feed.offer), buttons(actionButton(feed.get, remindCalls.feed({ to: "new" })))];
}

function feedButtons(context: ViewContext) {
  const { feed } = context.texts.remind.calendar;
  return buttons(
    actionButton(feed.renew, remindCalls.feed({ to: "new" })),
    actionButton(feed.end, remindCalls.feed({ to: "end" }), { style: "danger" }),
  );
}

import type { Reply } from "../../../discord/reply/reply.ts";
import type { ActionContext } from "../services.ts";
import type { remindCalls } from "../../kit/view/calls/remind.ts";
import { feedAddress } from "../calendar/answer-feed.ts";
import { publishCalendar } from "../calendar/publish-calendar.ts";
import { calendarFileReply, feedEndedReply, feedMadeReply } from "../view/own-calendar.ts";

/** Returns a file for the member's calendar app; where the bot has an address, a feed is offered too. */
export async function showOwnCalendar(context: ActionContext<typeof remindCalls.calendar>): Promise<Reply> {
  const { member, ownCalendars, publicUrl, profile, now, view } = context;
  const items = await publishCalendar(context, member.id, context.state.of);
  const feed = publicUrl === undefined ? undefined : { madeAt: (await ownCalendars.of(member.id))?.madeAt };
  const count = items.filter(({ isCanceled }) => !isCanceled).length;
  // A cancellation alone is worth a file as well.
  if (items.length === 0) return calendarFileReply({ feed, count }, view);
  const { writeIcs } = await import("../calendar/write-ics.ts");
  const file = writeIcs({ name: profile.name, items, now });
  return calendarFileReply({ feed, count, file }, view);
}

/** Gives the member a new secret address, or ends the one they have. */
export async function changeFeed(context: ActionContext<typeof remindCalls.feed>): Promise<Reply> {
  const { member, locale, ownCalendars, publicUrl, view } = context;
  if (context.state.to === "end" || publicUrl === undefined) {
    await ownCalendars.end(member.id);
    return feedEndedReply(view);
  }
  const secret = await ownCalendars.renew(member.id, locale);
  return feedMadeReply(feedAddress(publicUrl, secret.reveal()), view);
}

import type { Reply } from "../../../discord/reply/reply.ts";
import { chooseWhenReply, offerOverReply } from "../view/dialogs.ts";
import { zoneOf } from "../../shared/member-zone.ts";
import { timesFor, datedSubjectsNow } from "../../shared/suggest-reminders.ts";
import { readSubject } from "../../shared/read-subject.ts";
import type { ActionContext } from "../../shared/command-context.ts";
import type { remindCalls } from "../../shared/view/calls/remind.ts";

/** "Remind me", pressed by anybody under anybody's answer: asks when, from the dates there are now. */
export async function offerReminder(context: ActionContext<typeof remindCalls.offer>): Promise<Reply> {
  const { view, now, locale } = context;
  const typed = context.chosen ?? context.state.what;
  if (typed === undefined) return offerOverReply(view);
  const messages = context.messages(locale);
  const what = readSubject(typed, await datedSubjectsNow(context.reminders, context), messages);
  // Only what the platform dates is offered: anything else was made up.
  if (what === "over" || what.thing === undefined) return offerOverReply(view);
  const { zone } = await zoneOf(context);
  const times = await timesFor(what, { now, zone, locale, messages });
  const asked = { what: typed, when: "", named: what.title, isSpread: true };
  return chooseWhenReply(asked, what.title, times, view);
}

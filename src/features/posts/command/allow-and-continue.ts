import type { Reply } from "../../../discord/reply/reply.ts";
import { allowAway } from "./consent.ts";
import { setSkip } from "./manage-reminder.ts";
import { setReminder } from "./save-reminder.ts";
import type { remindCalls } from "../../kit/view/calls/remind.ts";
import type { ActionContext } from "../services.ts";

/** Turns background use on, and continues what waited for it. */
export async function withAllowance(context: ActionContext<typeof remindCalls.allow>): Promise<Reply> {
  await allowAway(context);
  const { what = "", when, id, rev, skip } = context.state;
  if (skip === true && id !== undefined) return setSkip({ ...context, state: { id, rev, on: true } });
  return setReminder(context, { what, when, id, rev });
}

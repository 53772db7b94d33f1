import type { Reply } from "../../../discord/reply/reply.ts";
import { allowAway } from "./consent.ts";
import { setSkip } from "./manage-reminder.ts";
import { setReminder } from "./save-reminder.ts";
import type { ActionContext } from "../../shared/command-context.ts";

/** The member's yes to use while they are away; what waited for it goes on. */
export async function withAllowance(context: ActionContext): Promise<Reply> {
  await allowAway(context);
  const { what, when, id, rev, skip } = context.state;
  if (skip === true) return setSkip({ ...context, state: { ...context.state, on: true } });
  return setReminder(context, {
    what: String(what ?? ""),
    ...(typeof when === "string" && { when }),
    ...(typeof id === "string" && { id }),
    ...(typeof rev === "number" && { rev }),
  });
}

import { timestamp } from "../../../base/markdown.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { CallState } from "../../../discord/reply/calls.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import type { ViewContext } from "../../kit/view/view-context.ts";
import { notice } from "../../kit/view/parts.ts";
import { snoozeButtons } from "./post-controls.ts";
import { titleOf } from "./post-card.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";

/** The result of a press under a reminder's post. */
export type DmOutcome =
  | { readonly kind: "snoozed"; readonly until: number }
  /** The subject ends before the snooze would. */
  | { readonly kind: "ends-before"; readonly endAt: number }
  | { readonly kind: "done" }
  | { readonly kind: "off"; readonly isOver: boolean }
  | { readonly kind: "on" | "past" };

interface PostedReminder {
  readonly title: string;
  /** Whether it was due once, so that there is nothing to turn off after it is done. */
  readonly isOnce: boolean;
  /** The state its buttons carry. */
  readonly state: CallState<typeof remindCalls.off>;
}

export function remindDmReply(
  { title, isOnce, state }: PostedReminder,
  outcome: DmOutcome,
  context: ViewContext,
): Reply {
  const { dm, card } = context.texts.remind;
  const what = titleOf(title);
  const list = actionButton(card.buttons.list, remindCalls.mine());
  const off = actionButton(context.texts.posts.buttons.off, remindCalls.off(state));
  switch (outcome.kind) {
    case "snoozed":
      return toned(
        "plain",
        text(dm.snoozed(what, timestamp(outcome.until, "t"), timestamp(outcome.until, "R"))),
        buttons(actionButton(context.texts.posts.buttons.done, remindCalls.done(state)), off),
      );
    case "ends-before":
      return toned(
        "notice",
        text(dm.endsBefore(what, timestamp(outcome.endAt, "R"))),
        buttons(...snoozeButtons(state, outcome.endAt, context), off),
      );
    case "done":
      return toned("good", text(dm.done(what)), buttons(isOnce ? list : off));
    case "on":
      return toned("good", text(dm.on(what)), buttons(off));
    case "past": {
      const said = notice(context.texts.remind.refused.past);
      return { ...said, blocks: [...said.blocks, buttons(list)] };
    }
    case "off":
      return toned(
        "plain",
        text(dm.off(what)),
        buttons(!outcome.isOver && actionButton(dm.again, remindCalls.again(state)), list),
      );
  }
}

export function remindGoneReply(context: ViewContext): Reply {
  return notice({ title: context.texts.remind.refused.gone.title, next: context.texts.remind.dm.gone });
}

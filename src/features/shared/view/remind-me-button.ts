import { actionButton, select } from "../../../discord/reply/build.ts";
import type { ActionButton, Block, SelectEntry } from "../../../discord/reply/reply.ts";
import { remindCalls } from "./calls/remind.ts";
import type { ViewContext } from "./view-context.ts";

/** "Remind me", for whoever presses it. `offer` is what it carries; without one there is no button. */
export function remindMeButton(offer: string | undefined, context: ViewContext): ActionButton | undefined {
  if (offer === undefined) return undefined;
  return actionButton(context.texts.remind.offer.button, remindCalls.offer({ what: offer }));
}

/** "Remind me" for several things of one answer: a list to choose from. Nothing where none is dated. */
export function remindMeSelect(entries: readonly SelectEntry[], context: ViewContext): readonly Block[] {
  return entries.length === 0 ? [] : [select(context.texts.remind.offer.pick, remindCalls.offer(), entries)];
}

import { actionButton, select } from "../../../discord/reply/build.ts";
import type { ActionButton, Block, SelectEntry } from "../../../discord/reply/reply.ts";
import { remindCalls } from "./calls/remind.ts";
import type { ViewContext } from "./view-context.ts";

/** Returns a "Remind me" button for everyone that carries `offer`; undefined without one. */
export function remindMeButton(offer: string | undefined, context: ViewContext): ActionButton | undefined {
  if (offer === undefined) return undefined;
  return actionButton(context.texts.shared.buttons.remindMe, remindCalls.offer({ what: offer }));
}

/** Returns a "Remind me" select for several entries; nothing where none is dated. */
export function remindMeSelect(entries: readonly SelectEntry[], context: ViewContext): readonly Block[] {
  return entries.length === 0 ? [] : [select(context.texts.remind.offer.pick, remindCalls.offer(), entries)];
}

import type { Markdown } from "../../../base/markdown.ts";
import { actionButton } from "../../../discord/reply/build.ts";
import type { Reply } from "../../../discord/reply/reply.ts";
import { likelyZonesHere, zoneOf } from "../../kit/settings/member-zone.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { namedZone, usualZones } from "../../kit/settings/time-zones.ts";
import { subjectNow } from "../read/suggest-reminders.ts";
import { type Typed, wantedState } from "../view/dialogs.ts";
import { titleOf } from "../view/post-card.ts";
import { zoneQuestionReply } from "../view/zones.ts";
import type { CommandContext } from "../services.ts";

/** With the button to search, one row. */
const MOST_LIKELY = 4;

/** Asks in which zone a time is meant. `said` and `options`: what came of a search. */
export async function askZone(
  context: CommandContext,
  typed: Typed,
  { said, options }: { readonly said?: Markdown; readonly options?: readonly string[] } = {},
): Promise<Reply> {
  const { reminders, view } = context;
  const what = await subjectNow(typed.what, reminders, context);
  const { from, zone } = await zoneOf(context);
  const known = from === "own" ? [zone] : [];
  const title = typed.named ?? (what === "over" ? typed.what : what.title);
  const wanted = wantedState(typed);
  const { zone: texts } = view.texts.remind;
  const question = {
    asked: said ?? texts.question(titleOf(title), titleOf(typed.when)),
    ...(options === undefined
      ? zonesToPick(context, known)
      : { likely: [], others: options.map((one) => namedZone(one, view)) }),
    pick: (to?: string) => remindCalls.zone({ ...wanted, to }),
    search: actionButton(view.texts.shared.zone.search, remindCalls.search(wanted)),
  };
  return zoneQuestionReply(question, view);
}

/** Returns the zones that are likely here, the given ones first, and the usual others. */
export function zonesToPick(context: CommandContext, first: readonly string[] = []) {
  const likely = [...new Set([...first, ...likelyZonesHere(context)])].slice(0, MOST_LIKELY);
  const others = usualZones(context.locale).filter((one) => !likely.includes(one));
  const named = (zones: readonly string[]) => zones.map((one) => namedZone(one, context.view));
  return { likely: named(likely), others: named(others) };
}

import type { Markdown } from "../../../base/markdown.ts";
import { actionButton, buttons, select, text, toned } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall, Reply } from "../../../discord/reply/reply.ts";
import type { ViewContext } from "../../kit/view/view-context.ts";
import type { NamedZone } from "../../kit/zones/time-zones.ts";

/** In which time zone something is meant. */
export interface ZoneQuestion {
  readonly asked: Markdown;
  readonly likely: readonly NamedZone[];
  readonly others: readonly NamedZone[];
  /** Continues with a zone; without one, with what is picked from a menu. */
  readonly pick: (zone?: string) => ActionCall;
  readonly search: ActionButton;
}

/** Asks in which time zone a time is meant, and continues with it. */
export function zoneQuestionReply(
  { asked, likely, others, pick, search }: ZoneQuestion,
  { texts: { remind, shared } }: Pick<ViewContext, "texts">,
): Reply {
  const { zone: texts } = remind;
  const label = ({ name, clock }: NamedZone) => texts.option(name, clock);
  return toned(
    "plain",
    text(asked),
    buttons(
      ...likely.map((one, index) =>
        actionButton(label(one), pick(one.zone), {
          style: index === 0 ? "primary" : "secondary",
        }),
      ),
      search,
    ),
    others.length > 0 &&
      select(
        shared.zone.pick,
        pick(),
        others.map((one) => ({ value: one.zone, label: label(one) })),
      ),
  );
}

import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, select, text, toned } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall, Reply } from "../../../discord/reply/reply.ts";
import { type ViewContext, inPlain } from "../../kit/view/view-context.ts";
import type { NamedZone } from "../../kit/settings/time-zones.ts";
import type { QuietHours } from "../../../base/quiet-hours.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";

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

const TYPED_LENGTH = 60;

export interface ZoneView {
  readonly current: NamedZone;
  readonly from: "own" | "guild" | "language" | "none";
  readonly options: readonly NamedZone[];
  readonly quiet?: QuietHours | undefined;
  /** The zone of quiet hours, if it differs from the member's. */
  readonly quietZone: string | undefined;
  readonly said?: ZoneSaid | undefined;
  /** Reminders in another zone than the member's. */
  readonly elsewhere: number;
}

export type ZoneSaid =
  | { readonly kind: "saved" | "forgotten" }
  | { readonly kind: "quiet-unclear"; readonly from: string; readonly to: string }
  | { readonly kind: "unknown" | "several"; readonly typed: string }
  | { readonly kind: "moved"; readonly count: number };

export function remindZoneReply(view: ZoneView, context: ViewContext): Reply {
  const { zone: texts, card } = context.texts.remind;
  const { current, from, options, elsewhere } = view;
  const own = { own: texts.yours, guild: texts.guild, language: texts.guessed, none: undefined }[from];
  const said = view.said === undefined ? undefined : saidText(view.said, current, context);
  // What was typed stays in the form.
  const typed = view.said?.kind === "unknown" ? { typed: view.said.typed } : {};
  const unclear = view.said?.kind === "quiet-unclear" ? view.said : undefined;
  const { from: quietFrom, to } = unclear ?? view.quiet ?? {};
  return toned(
    unclear !== undefined || view.said?.kind === "unknown" ? "notice" : "plain",
    text(md`## ${texts.title}`),
    said !== undefined && text(said),
    text(
      joinMarkdown([
        ...(view.said?.kind === "saved"
          ? []
          : [own === undefined ? texts.none(current.clock) : own(current.name, current.clock)]),
        quietText(view, context),
        ...(from === "own" && elsewhere > 0 ? [texts.stay(elsewhere)] : []),
      ]),
    ),
    options.length > 0 &&
      select(
        context.texts.shared.zone.pick,
        remindCalls.zone(),
        options.map(({ zone, name, clock }) => ({
          value: zone,
          label: texts.option(name, clock),
          chosen: from === "own" && zone === current.zone,
        })),
      ),
    buttons(
      actionButton(context.texts.shared.zone.search, remindCalls.search(typed), { style: "primary" }),
      from === "own" && elsewhere > 0 && actionButton(texts.move(elsewhere), remindCalls.rezone()),
      from === "own" && actionButton(texts.forget, remindCalls.zone({ forget: true })),
    ),
    buttons(
      actionButton(context.texts.shared.quiet.set, remindCalls.quiet({ from: quietFrom, to })),
      view.quiet !== undefined && actionButton(context.texts.shared.quiet.clear, remindCalls.loud()),
      actionButton(card.buttons.list, remindCalls.list()),
    ),
  );
}

/** Names the zone where it differs from the member's. */
function quietText({ quiet, quietZone }: ZoneView, context: ViewContext): Markdown | string {
  const { zone: texts } = context.texts.remind;
  if (quiet === undefined) return context.texts.shared.quiet.none;
  return texts.quiet(quiet.from, quiet.to, quietZone);
}

function saidText(said: ZoneSaid, current: NamedZone, context: ViewContext): Markdown {
  const { zone: texts } = context.texts.remind;
  switch (said.kind) {
    case "saved":
      return texts.saved(current.name, current.clock);
    case "forgotten":
      return md`${texts.forgotten}`;
    case "quiet-unclear":
      return md`${texts.quietUnclear}`;
    case "unknown":
    case "several":
      return texts[said.kind](inPlain(said.typed, TYPED_LENGTH));
    case "moved":
      return md`${texts.moved(said.count)}`;
  }
}

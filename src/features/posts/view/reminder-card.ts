import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import { actionButton, buttons } from "../../../discord/reply/build.ts";
import type { ActionButton, Reply } from "../../../discord/reply/reply.ts";
import { dateAndLength } from "../../kit/view/parts.ts";
import { whenWords, upcomingOccurrenceLines, phraseInForm } from "./when-words.ts";
import type { UpcomingOccurrence } from "../../../schedule/upcoming-occurrences.ts";
import type { ReminderView } from "../reminder-service.ts";
import { lengthInWords } from "../../../schedule/phrase.ts";
import { type ViewContext, small } from "../../kit/view/view-context.ts";
import { isClosedDm, destinationNames, troublesOf } from "./trouble.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";
import { postCardReply, type Said } from "./post-card.ts";

export interface RemindCard extends ReminderView {
  /** The subject as it could be typed; a note in full. */
  readonly what: string;
  /** The time as it could be typed. */
  readonly phrase: string;
  /** Only where clock times count. `kept`: it differs from the member's zone. */
  readonly zone?:
    | { readonly name: string; readonly from: "own" | "guild" | "language" | "none" | "kept" }
    | undefined;
  readonly next: readonly UpcomingOccurrence[];
  /** Whether it has ended, but still has a post waiting. */
  readonly isWaiting: boolean;
  /** The zone of its quiet hours, if it differs from the member's. */
  readonly quietZone: string | undefined;
  /** Whether "skip if done" is possible. */
  readonly canSkip: boolean;
  /** Whether this channel allows members' reminders, and this one may go there. */
  readonly canStandHere: boolean;
}

/** Returns "waiting" for one that has ended but still has a post waiting. */
export function stateOf({ state, isWaiting }: RemindCard): RemindCard["state"] | "waiting" {
  return isWaiting ? "waiting" : state;
}

export function remindCardReply(card: RemindCard, said: Said | undefined, context: ViewContext): Reply {
  const { remind, announce } = context.texts;
  const { id, phrase, zone } = card;
  return postCardReply(
    {
      id,
      title: card.content.title,
      state: announce.states[stateOf(card)],
      facts: [
        remind.card.when(whenWords(phrase, context)),
        zone && small(zoneWords(zone, context)),
        remind.card.where(destinationNames(card.destinations, context)),
        ...rulesOf(card, context),
      ],
      troubles: troublesOf(card, context),
      next: nextText(card, context),
      controls: [
        buttons(...mainButtons(card, said, context)),
        buttons(...moreButtons(card, context)),
        zone !== undefined && buttons(zoneButton(card, context)),
      ],
      again: remindCalls.open({ id }),
    },
    said,
    context,
  );
}

function zoneButton(
  { id, revision: rev, what, phrase: when }: RemindCard,
  context: ViewContext,
): ActionButton {
  return actionButton(context.texts.remind.zone.change, remindCalls.rezoneOne({ id, rev, what, when }));
}

/** Returns the zone of clock times, and who picked it. */
export function zoneWords({ name, from }: NonNullable<RemindCard["zone"]>, context: ViewContext): Markdown {
  const { zones } = context.texts.remind.card;
  return md`${from === "none" ? zones.none : zones[from](name)}`;
}

function nextText(card: RemindCard, context: ViewContext): Markdown {
  const snoozed = snoozedText(card, context);
  if (snoozed !== undefined && card.state === "ended") return snoozed;
  const planned = plannedText(card, context);
  return snoozed === undefined ? planned : joinMarkdown([snoozed, planned]);
}

/** Says nothing while the reminder is paused: then the snooze doesn't come either. */
export function snoozedText({ state, snoozedUntil }: RemindCard, context: ViewContext): Markdown | undefined {
  if (snoozedUntil === undefined || state === "paused" || state === "disabled") return undefined;
  return context.texts.remind.list.snoozed(dateAndLength(context, snoozedUntil));
}

function plannedText(card: RemindCard, context: ViewContext): Markdown {
  const { card: texts } = context.texts.remind;
  if (card.state !== "active")
    return md`${texts.noNext[stateOf(card) as Exclude<ReturnType<typeof stateOf>, "active">]}`;
  return (
    upcomingOccurrenceLines(card.next, context) ??
    md`${texts.noNext[card.rule.kind === "watch" ? "watch" : "dated"]}`
  );
}

function rulesOf(card: RemindCard, context: ViewContext): readonly (string | undefined)[] {
  const { card: texts } = context.texts.remind;
  const { rule, quiet, quietZone } = card;
  const { repeat, skipIfDone } = card.content;
  return [
    repeat && texts.repeat(lengthInWords(repeat.everyMs, context.texts.language), repeat.most),
    skipIfDone ? texts.skip : undefined,
    quiet && texts.quiet(quiet.from, quiet.to, quietZone),
    earlyBy(rule) === 0 ? undefined : texts.jitter(lengthInWords(earlyBy(rule), context.texts.language)),
  ];
}

/** Returns how much earlier it comes than was picked, in whole minutes. */
function earlyBy(rule: RemindCard["rule"]): number {
  const spreadMs = rule.kind === "dated" ? (rule.spreadMs ?? 0) : 0;
  return Math.round(spreadMs / MINUTE_MS) * MINUTE_MS;
}

function mainButtons(
  card: RemindCard,
  said: Said | undefined,
  context: ViewContext,
): readonly (ActionButton | false)[] {
  const { id, revision: rev, state, destinations } = card;
  const when = phraseInForm(card.phrase, { locale: context.locale, language: context.texts.language });
  const isResting = state !== "active";
  const isClosed =
    destinations.some(({ kind, state: its }) => kind === "dm" && its !== "open") ||
    isClosedDm(said?.refused ?? "");
  return [
    isClosed &&
      actionButton(context.texts.shared.buttons.retry, remindCalls.retry({ id }), { style: "primary" }),
    actionButton(context.texts.shared.buttons.edit, remindCalls.edit({ id, rev, what: card.what, when })),
    state !== "ended" &&
      actionButton(
        isResting ? context.texts.shared.buttons.resume : context.texts.shared.buttons.pause,
        remindCalls.pause({ id, rev, to: isResting ? "active" : "paused" }),
      ),
    actionButton(context.texts.shared.buttons.delete, remindCalls.ask({ id }), { style: "danger" }),
    actionButton(context.texts.shared.buttons.test, remindCalls.test({ id })),
    actionButton(context.texts.shared.buttons.history, remindCalls.history({ id, page: 0 })),
  ];
}

function moreButtons(card: RemindCard, context: ViewContext): readonly (ActionButton | false)[] {
  const { buttons: texts } = context.texts.remind.card;
  const { id, revision: rev, rule, destinations } = card;
  const { repeat, skipIfDone } = card.content;
  const isInDm = destinations.every(({ kind }) => kind === "dm");
  const isRepeating = repeat !== undefined;
  return [
    rule.kind !== "watch" &&
      actionButton(
        isRepeating ? texts.noRepeat : texts.repeat,
        remindCalls.repeat({ id, rev, on: !isRepeating }),
      ),
    card.canSkip &&
      isInDm &&
      actionButton(skipIfDone ? texts.noSkip : texts.skip, remindCalls.skip({ id, rev, on: !skipIfDone })),
    isInDm
      ? card.canStandHere && actionButton(texts.here, remindCalls.move({ id, to: "here" }))
      : actionButton(texts.dm, remindCalls.move({ id, to: "dm" })),
    actionButton(texts.list, remindCalls.list()),
  ];
}

import { type Markdown, joinMarkdown, link, md } from "../../../base/markdown.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import { actionButton, buttons, text, toned } from "../../../discord/reply/build.ts";
import type { ActionButton, Reply } from "../../../discord/reply/reply.ts";
import { dateAndLength } from "../../kit/view/parts.ts";
import { whenWords, upcomingOccurrenceLines, phraseInForm } from "./when-words.ts";
import type { UpcomingOccurrence } from "../../../schedule/upcoming-occurrences.ts";
import type { ReminderView } from "../reminder-service.ts";
import { lengthInWords } from "../../../schedule/phrase.ts";
import { type ViewContext, inPlain, small } from "../../kit/view/view-context.ts";
import { isClosedDm, destinationNames, ownTroubleWords } from "./trouble.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";

export const WHAT_LENGTH = 120;

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

export type CardNews =
  | { readonly kind: "set" | "same" | "changed" | "meanwhile" | "retried" | "not-here" | "not-yours" }
  | { readonly kind: "takenBack" | "notTakenBack" }
  | { readonly kind: "test-sent"; readonly url: string }
  | { readonly kind: "test-refused" | "test-nothing"; readonly reason: string };

export function remindCardReply(card: RemindCard, news: CardNews | undefined, context: ViewContext): Reply {
  const { card: texts } = context.texts.remind;
  const said = news === undefined ? undefined : newsText(card, news, context);
  const troubles = troublesOf(card, context);
  const rules = rulesOf(card, context);
  const isGood = news?.kind === "set" || news?.kind === "test-sent";
  const isBad = troubles.length > 0 || news?.kind === "test-refused";
  const shown = toned(
    isBad ? "notice" : isGood ? "good" : "plain",
    said !== undefined && text(said),
    news?.kind === "test-sent" &&
      buttons(actionButton(context.texts.announce.test.takeBack, remindCalls.untest({ id: card.id }))),
    text(joinMarkdown([md`## ${titleOf(card)}`, ...termsOf(card, context)])),
    text(nextText(card, context)),
    text(joinMarkdown([texts.where(destinationNames(card.destinations, context)), ...troubles])),
    rules.length > 0 && text(joinMarkdown(rules)),
    buttons(...mainButtons(card, news, context)),
    buttons(...moreButtons(card, context)),
    card.zone !== undefined && buttons(zoneButton(card, context)),
  );
  return { ...shown, again: remindCalls.open({ id: card.id }) };
}

function zoneButton(
  { id, revision: rev, what, phrase: when }: RemindCard,
  context: ViewContext,
): ActionButton {
  return actionButton(context.texts.remind.zone.change, remindCalls.rezoneOne({ id, rev, what, when }));
}

export function titleOf({ content }: RemindCard): string {
  return inPlain(content.title, WHAT_LENGTH);
}

function newsText(card: RemindCard, news: CardNews, context: ViewContext): Markdown {
  const { card: texts, test } = context.texts.remind;
  if (news.kind === "test-sent") return test.sent(link(context.texts.shared.buttons.open, news.url));
  if (news.kind === "takenBack" || news.kind === "notTakenBack")
    return md`**${context.texts.announce.test[news.kind]}**`;
  if (!("reason" in news)) return md`**${texts[news.kind]}**`;
  const words = ownTroubleWords(news.reason, card.destinations[0] ?? OWN_DM, context);
  return news.kind === "test-refused" ? test.refused(words) : test.nothing(words);
}

const OWN_DM = { kind: "dm", target: "" } as const;

function termsOf({ phrase, zone }: RemindCard, context: ViewContext): readonly Markdown[] {
  const when = context.texts.remind.card.when(whenWords(phrase, context));
  return zone === undefined ? [when] : [when, small(zoneWords(zone, context))];
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
  if (card.state !== "active") return md`${texts.noNext[card.isWaiting ? "waiting" : card.state]}`;
  return (
    upcomingOccurrenceLines(card.next, context) ??
    md`${texts.noNext[card.rule.kind === "watch" ? "watch" : "dated"]}`
  );
}

/** Returns the trouble of its destinations, each once. */
export function troublesOf(
  { destinations }: Pick<RemindCard, "destinations">,
  context: ViewContext,
): readonly Markdown[] {
  return destinations
    .filter(({ state, reason }) => state !== "open" || reason !== undefined)
    .map((place) => ownTroubleWords(place.reason ?? "", place, context));
}

function rulesOf(card: RemindCard, context: ViewContext): readonly Markdown[] {
  const { card: texts } = context.texts.remind;
  const { rule, quiet, quietZone } = card;
  const { repeat, skipIfDone } = card.content;
  const lines = [
    repeat && texts.repeat(lengthInWords(repeat.everyMs, context.texts.language), repeat.most),
    skipIfDone ? texts.skip : undefined,
    quiet && texts.quiet(quiet.from, quiet.to, quietZone),
    earlyBy(rule) === 0 ? undefined : texts.jitter(lengthInWords(earlyBy(rule), context.texts.language)),
  ];
  return lines.filter((line) => line !== undefined).map((line) => md`${line}`);
}

/** Returns how much earlier it comes than was picked, in whole minutes. */
function earlyBy(rule: RemindCard["rule"]): number {
  const spreadMs = rule.kind === "dated" ? (rule.spreadMs ?? 0) : 0;
  return Math.round(spreadMs / MINUTE_MS) * MINUTE_MS;
}

function mainButtons(
  card: RemindCard,
  news: CardNews | undefined,
  context: ViewContext,
): readonly (ActionButton | false)[] {
  const { id, revision: rev, state, destinations } = card;
  const when = phraseInForm(card.phrase, { locale: context.locale, language: context.texts.language });
  const isResting = state !== "active";
  const isClosed =
    destinations.some(({ kind, state: its }) => kind === "dm" && its !== "open") ||
    (news?.kind === "test-refused" && isClosedDm(news.reason));
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

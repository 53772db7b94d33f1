import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { actionButton, buttons, select, text, toned } from "../../../discord/reply/build.ts";
import type { ActionButton, ActionCall, Reply } from "../../../discord/reply/reply.ts";
import type { CallState } from "../../../discord/reply/calls.ts";
import { type ViewContext, inPlain, mentionOf } from "../../kit/view/view-context.ts";
import { linkButtonOf } from "../../kit/view/own-data.ts";
import type { SaidReading } from "../../../schedule/phrase.ts";
import { notice, sentences } from "../../kit/view/parts.ts";
import { titleOf } from "./post-card.ts";
import { remindCalls } from "../../kit/view/calls/remind.ts";

const TYPED_LENGTH = 100;

/** What was typed, for correction; `id` where it edits a reminder. */
export interface Typed {
  readonly what: string;
  readonly when: string;
  readonly id?: string | undefined;
  readonly rev?: number | undefined;
  /** The picked subject's name, shown in the form; undefined: as typed. */
  readonly named?: string | undefined;
  /** Whether many members press the button it came from. */
  readonly isSpread?: boolean;
}

export interface UnclearView {
  readonly typed: Typed;
  readonly because: string;
  /** Two phrases that would work. */
  readonly examples: readonly [string, string];
  /** A phrase that can be set at once. */
  readonly instead?: string | undefined;
  /** The picked subject's name. */
  readonly title: string;
}

/** Returns why nothing was set, with two examples and what was typed. */
export function unclearReply(
  { typed, because, examples, instead, title }: UnclearView,
  context: ViewContext,
): Reply {
  const { unclear } = context.texts.remind;
  const { id, rev, what } = typed;
  const heading = id === undefined ? unclear.title : context.texts.shared.unchanged;
  const said = unclear.examples(plainCode(examples[0]), plainCode(examples[1]));
  return toned(
    "notice",
    text(md`**${heading}**\n${sentences(context.texts.language, because, said)}`),
    text(unclear.typed(titleOf(title), inPlain(typed.when, TYPED_LENGTH))),
    buttons(
      instead !== undefined &&
        actionButton(unclear.instead(instead), remindCalls.take({ what, when: instead, id, rev }), {
          style: "primary",
        }),
      mendButton(typed, instead === undefined ? "primary" : "secondary", context),
      id !== undefined && actionButton(context.texts.shared.back, remindCalls.open({ id })),
    ),
  );
}

/** What was read: several where no hour was given. */
interface ReadTime {
  readonly said: readonly SaidReading[];
  /** Whether it is meant by the clock of the member's zone. */
  readonly isByClock: boolean;
}

/** Returns the reading of a phrase for confirmation; several where no hour was given. */
export function readingReply(
  typed: Typed,
  title: string,
  { said, isByClock }: ReadTime,
  context: ViewContext,
): Reply {
  const { reading, zone } = context.texts.remind;
  const { id } = typed;
  const name = titleOf(title);
  const [only, ...others] = said;
  const isOne = others.length === 0;
  return toned(
    "plain",
    text(isOne ? reading.title(name, only?.words ?? "") : reading.hour(name)),
    buttons(
      ...said.map(({ phrase, label }) =>
        actionButton(
          isOne ? (id === undefined ? reading.take : reading.change) : label,
          remindCalls.take({ ...wantedState(typed), when: phrase }),
          { style: "primary" },
        ),
      ),
      mendButton(typed, "secondary", context),
      isByClock && actionButton(zone.change, remindCalls.rezoneOne(wantedState(typed))),
    ),
  );
}

function mendButton(typed: Typed, style: "primary" | "secondary", context: ViewContext): ActionButton {
  return actionButton(context.texts.shared.buttons.mend, typedCall(typed), { style });
}

/** Returns what a control carries to set what was typed. */
export function wantedState({ what, when, id, rev, isSpread }: Typed) {
  return { what, when, id, rev, ...spreadIn(isSpread) };
}

function typedCall({ named, ...typed }: Typed): ActionCall {
  const state = { ...wantedState(typed), title: named };
  return remindCalls[typed.id === undefined ? "fill" : "edit"](state);
}

/** A phrase in backticks must not contain any. */
function plainCode(phrase: string): string {
  return phrase.replaceAll("`", "");
}

interface ChosenTimes {
  readonly times: readonly { readonly name: string; readonly value: string }[];
  /** Undefined where that depends on the time. */
  readonly comes: "once" | "each" | undefined;
}

/** Asks when, with phrases that fit the subject and their full meaning. */
export function chooseWhenReply(
  typed: Omit<Typed, "id" | "rev">,
  title: string,
  { times, comes }: ChosenTimes,
  context: ViewContext,
): Reply {
  const { choose } = context.texts.remind;
  return {
    blocks: [
      text(joinMarkdown([choose.title(titleOf(title)), ...(comes ? [choose[comes]] : [])])),
      select(
        choose.placeholder,
        remindCalls.take({ what: typed.what, ...spreadIn(typed.isSpread) }),
        times.map(({ name, value }) => ({ label: name, value })),
      ),
      buttons(actionButton(context.texts.remind.about.other, typedCall(typed))),
    ],
  };
}

function spreadIn(isSpread = false) {
  return isSpread ? { spread: true } : {};
}

/** What a member has to do before a reminder about their own progress. */
export type ConsentView =
  | { readonly kind: "ask"; readonly state: CallState<typeof remindCalls.allow> }
  | { readonly kind: "no-session" | "dead"; readonly link?: ActionCall | undefined }
  | { readonly kind: "off" };

export function consentNeededReply(view: ConsentView, context: ViewContext): Reply {
  const { consent } = context.texts.remind;
  if (view.kind === "off") return toned("notice", text(consent.off));
  if (view.kind === "ask") {
    const why = [
      md`**${consent.title}**`,
      md`${consent.why}`,
      consent.takeBack(mentionOf(context, "account")),
    ];
    const yes = actionButton(consent.yes, remindCalls.allow(view.state), { style: "primary" });
    return toned("notice", text(joinMarkdown(why)), buttons(yes));
  }
  const say = view.kind === "dead" ? consent.sessionDead : consent.noSession;
  const { button } = context.texts.link;
  const link =
    view.link === undefined
      ? linkButtonOf(button, {})
      : actionButton(button, view.link, { style: "primary" });
  return toned("notice", text(say(mentionOf(context, "link"))), buttons(link));
}

export type RemindRefusal =
  | { readonly kind: "full"; readonly most: number; readonly typed?: Typed }
  | { readonly kind: "past"; readonly typed: Typed }
  | { readonly kind: "over" | "gone" };

export function remindRefusedReply(refusal: RemindRefusal, context: ViewContext): Reply {
  const { refused, card } = context.texts.remind;
  const list = mentionOf(context, "remind list");
  switch (refusal.kind) {
    case "full":
      return withButtons(
        { title: refused.full.title, next: refused.full.next(refusal.most, list) },
        actionButton(card.buttons.list, remindCalls.list(), { style: "primary" }),
        refusal.typed !== undefined && mendButton(refusal.typed, "secondary", context),
      );
    case "past":
      return withButtons(refused.past, mendButton(refusal.typed, "primary", context));
    case "over":
      return notice(refused.over);
    case "gone":
      return withButtons(
        { title: refused.gone.title, next: refused.gone.next(list) },
        actionButton(card.buttons.list, remindCalls.list()),
      );
  }
}

function withButtons(
  said: { readonly title: string; readonly next: string | Markdown },
  ...row: readonly (ActionButton | false)[]
): Reply {
  const reply = notice(said);
  return { ...reply, blocks: [...reply.blocks, buttons(...row)] };
}

/** Returned when the subject has no dates any more. */
export function offerOverReply(context: ViewContext): Reply {
  return notice(context.texts.remind.offer.none);
}

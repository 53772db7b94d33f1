import type { Reply } from "../../../discord/reply/reply.ts";
import { clockIn } from "../../../schedule/read-clock.ts";
import { canEnd, preview, type Rule } from "../../../schedule/next-slot.ts";
import {
  chooseWhenReply,
  readingReply,
  remindRefusedReply,
  type Typed,
  unclearReply,
} from "../view/dialogs.ts";
import { MAX_PERSONAL_REMINDERS, type ReminderView } from "../reminder-service.ts";
import { comesOf, makeOwn } from "./make-post.ts";
import { askZone } from "./zone-question.ts";
import { findOwn, showCard, showReminder } from "./show-reminder.ts";
import { lacksConsent } from "./consent.ts";
import { likelyZonesHere, type MemberZone, zoneOf } from "../../kit/settings/member-zone.ts";
import { isUntouched } from "../view/when-words.ts";
import { phraseOf } from "../../../schedule/phrase.ts";
import { isByClock, readRule, type RuleRefusal, watchRule } from "../read/read-rule.ts";
import { isExact, isMeantIn, sayReading } from "../read/say-reading.ts";
import { spreadOver } from "../../../schedule/spread.ts";
import { examplesFor } from "../read/example-phrases.ts";
import { choosingHere, subjectNow, timesFor } from "../read/suggest-reminders.ts";
import type { ChosenSubject } from "../read/read-subject.ts";
import type { CommandContext } from "../services.ts";

/** What the member typed or picked; with an id it edits that reminder. */
export interface Wanted extends Omit<Typed, "when"> {
  readonly when?: string | undefined;
  /** Whether many members press the same button, so that their reminders are spread out. */
  readonly isSpread?: boolean;
  /** Whether the zone was just picked, for this time. */
  readonly isZonePicked?: boolean;
}

/** Creates or edits a reminder, or says what is missing and keeps what was typed. */
export async function setReminder(context: CommandContext, wanted: Wanted): Promise<Reply> {
  const { view } = context;
  const before = wanted.id === undefined ? undefined : await findOwn(context, wanted.id);
  if (wanted.id !== undefined && before === undefined) return remindRefusedReply({ kind: "gone" }, view);
  const what = await whatOf(context, wanted, before);
  if (what === "over") return remindRefusedReply({ kind: "over" }, view);
  const lacking = await lacksConsent(context, what.subject, wanted);
  if (lacking !== undefined) return lacking;
  const setting = { wanted, before, what, zone: await zoneOf(context) };
  const rule = await ruleFor(context, setting);
  if (rule === undefined) return askWhen(context, setting);
  if (typeof rule === "string") return unclear(context, setting, rule);
  if (isReplyOf(rule)) return rule;
  const kept = wanted.isSpread === true ? spreadOver(rule, context.member.id) : rule;
  return before === undefined ? make(context, setting, kept) : change(context, { ...setting, before }, kept);
}

interface Setting {
  readonly wanted: Wanted;
  /** The reminder being edited. */
  readonly before: ReminderView | undefined;
  readonly what: ChosenSubject;
  readonly zone: MemberZone;
}

/** Returns the subject: unchanged where its text was left as it was. */
async function whatOf(
  context: CommandContext,
  wanted: Wanted,
  before: ReminderView | undefined,
): Promise<ChosenSubject | "over"> {
  const typed = wanted.what.trim();
  const read = await subjectNow(typed, context.reminders, context);
  const { subject, title } = before?.content ?? {};
  const isSame = typed === title || (subject?.kind === "note" && typed === subject.text);
  if (subject === undefined || title === undefined || !isSame) return read;
  return { ...(read !== "over" && read.thing !== undefined && { thing: read.thing }), subject, title };
}

/** Returns the rule; a reply to show instead, such as the reading to confirm; or undefined where a time is missing. */
async function ruleFor(
  context: CommandContext,
  { wanted, before, what, zone: { zone, from } }: Setting,
): Promise<Rule | Reply | RuleRefusal | undefined> {
  const typed = wanted.when?.trim() ?? "";
  if (what.subject.kind === "note" && what.subject.text === "") return "no-what";
  const { now, locale } = context;
  const messages = context.messages(locale);
  const watch = watchRule(what);
  if (watch !== undefined && typed === "") return watch;
  const { language } = messages;
  if (
    before &&
    wanted.isZonePicked !== true &&
    isUntouched(typed, phraseOf(before.rule, language, zone), { locale, language })
  ) {
    if (before.rule.kind !== "watch" || watch !== undefined) return watch ?? before.rule;
  }
  if (typed === "") return wanted.when === undefined ? undefined : "empty";
  const likelyZones = likelyZonesHere(context);
  if (from !== "own" && (await isByClock(typed, what, { now, locale, likelyZones })))
    return askZone(context, typedOf(what, wanted));
  const moved = before && movedTo(before.rule, clockIn(typed, locale), { now, zone });
  const reading = moved ? { rules: [moved] as const } : await readRule(typed, what, { now, zone, locale });
  if (typeof reading === "string") return reading;
  const said = sayReading(reading, what, { now, zone, locale, messages });
  if (isExact(typed, said)) return reading.rules[0];
  const isHere = reading.rules.some((rule) => isMeantIn(rule, zone)) && !("inMs" in reading);
  return readingReply(typedOf(what, wanted), what.title, { said, isByClock: isHere }, context.view);
}

/** Returns the same days at another time; undefined where more than a time was typed, or that day has passed. */
function movedTo(
  rule: Rule,
  time: string | undefined,
  { now, zone }: { readonly now: number; readonly zone: string },
): Rule | undefined {
  if (time === undefined || !("time" in rule) || rule.zone !== zone) return undefined;
  const moved = { ...rule, time };
  return preview(moved, now, { count: 1 }).length === 0 ? undefined : moved;
}

function isReplyOf(answer: Rule | Reply): answer is Reply {
  return "blocks" in answer;
}

async function askWhen(
  context: CommandContext,
  { wanted: { what: typed, isSpread = false }, what }: Setting,
): Promise<Reply> {
  const times = await timesFor(what, await choosingHere(context));
  const asked = { what: typed, when: "", named: nameOf(what), isSpread };
  return chooseWhenReply(asked, what.title, { times, comes: comesOf(what) }, context.view);
}

function unclear(
  context: CommandContext,
  { wanted, what, zone: { zone } }: Setting,
  why: RuleRefusal,
): Reply {
  const messages = context.messages(context.locale);
  const examples = examplesFor(why, what, {
    now: context.now,
    zone,
    locale: context.locale,
    messages,
    typed: wanted.when ?? "",
  });
  return unclearReply(
    {
      typed: typedOf(what, wanted),
      because: messages.remind.unclear.because[why],
      examples,
      instead: why === "only-news" ? examples[0] : undefined,
      title: what.title,
    },
    context.view,
  );
}

function typedOf(what: ChosenSubject, { when = "", ...wanted }: Wanted): Typed {
  return { ...wanted, when, named: nameOf(what) };
}

/** Returns undefined for a note, which is shown as typed. */
function nameOf({ subject, title }: ChosenSubject): string | undefined {
  return subject.kind === "note" ? undefined : title;
}

async function make(context: CommandContext, { what, zone, wanted }: Setting, rule: Rule): Promise<Reply> {
  const made = await makeOwn(context, { rule, zone, about: { subject: what.subject, title: what.title } });
  const typed = typedOf(what, wanted);
  if (made.kind === "full") return remindRefusedReply({ kind: "full", most: made.most, typed }, context.view);
  if (made.kind === "past") return remindRefusedReply({ kind: "past", typed }, context.view);
  return showReminder(context, made.reminder, zone, made.kind === "made" ? "set" : "same");
}

async function change(
  context: CommandContext,
  { before, what, wanted }: Setting & { readonly before: ReminderView },
  rule: Rule,
): Promise<Reply> {
  const { view, reminders, member } = context;
  const isSameRule = JSON.stringify(rule) === JSON.stringify(before.rule);
  const { id } = before;
  const typed = typedOf(what, wanted);
  const skipIfDone = before.content.skipIfDone && what.subject.kind === "milestone";
  const content = { ...before.content, subject: what.subject, title: what.title, skipIfDone };
  if (!isSameRule && canEnd(rule) && (await reminders.preview(rule)).length === 0)
    return remindRefusedReply({ kind: "past", typed }, view);
  const isRevived = before.state === "ended" && !isSameRule;
  if (isRevived && (await countOf(context)) >= MAX_PERSONAL_REMINDERS)
    return remindRefusedReply({ kind: "full", most: MAX_PERSONAL_REMINDERS, typed }, view);
  const changing = { id, revision: wanted.rev ?? before.revision, by: member.id };
  const edited = await reminders.change(changing, { content, ...(!isSameRule && { rule }) });
  if (edited === "gone") return remindRefusedReply({ kind: "gone" }, view);
  return showCard(context, id, edited === "done" ? "changed" : "meanwhile");
}

/** Returns how many reminders count: those that ended don't. */
async function countOf({ member, reminders }: CommandContext): Promise<number> {
  return (await reminders.ofMember(member.id)).filter(({ state }) => state !== "ended").length;
}

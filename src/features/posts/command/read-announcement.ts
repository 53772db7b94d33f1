import { listWords } from "../../../base/list-words.ts";
import { cleanText, cutText } from "../../../base/text.ts";
import type { ResolvedChannel, ResolvedRole } from "../../../discord/command/invocation-context.ts";
import type { TypedState } from "../view/announcement.ts";
import type { Rule } from "../../../schedule/next-slot.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import { type Markdown, joinMarkdown, md } from "../../../base/markdown.ts";
import { isByClock, readRule } from "../read/read-rule.ts";
import type { SaidReading } from "../../../schedule/phrase.ts";
import { isExact, sayReading } from "../read/say-reading.ts";
import { inPlain } from "../../kit/view/view-context.ts";
import { examplesFor, phrasesFor } from "../read/example-phrases.ts";
import { datedSubjectsNow, subjectNow } from "../read/suggest-reminders.ts";
import {
  undatedTitle,
  NOTE_LENGTH,
  type ChosenSubject,
  subjectValue,
  type DatedSubject,
} from "../read/read-subject.ts";
import type { ReminderView } from "../reminder-service.ts";
import { exactZone, findZones } from "../../kit/settings/time-zones.ts";
import type { ManagedServer } from "./who-manages.ts";
import { placeRefusal, roleRefusal } from "./post-permissions.ts";
import { isUntouched } from "../view/when-words.ts";
import { formReader, phraseIn, zoneOf } from "./show-announcement.ts";
import { chosenZone, serverZone } from "../../kit/settings/settings.ts";
import { likelyZonesHere } from "../../kit/settings/member-zone.ts";
import type { CommandContext } from "../services.ts";

/** An announcement as it was typed, unchecked. */
export interface Typed extends TypedState {
  /** A subject's key, or a note's text. */
  readonly what: string;
  readonly channel: string;
}

/** The announcement, understood and allowed. */
export interface Meant {
  readonly what: ChosenSubject;
  readonly rule: Rule;
  readonly zone: string;
  readonly channel: ResolvedChannel;
  readonly role?: ResolvedRole | undefined;
}

const SHOWN_ZONES = 5;
const TITLE_LENGTH = 100;

/** The channel and role, checked at this press. */
export type Allowed = Pick<Meant, "channel" | "role">;

interface Understanding {
  readonly here: ManagedServer;
  /** The announcement being edited: its unchanged parts stay, whatever the platform says about them now. */
  readonly before?: ReminderView | undefined;
  readonly allowed?: Allowed | undefined;
}

/** Why it was refused, in words. */
export interface NotMeant {
  readonly why: Markdown;
  /** Whether correcting the text can help: not for what the platform no longer lists. */
  readonly canMend: boolean;
  /** The readings to confirm; several where no hour was given. */
  readonly said?: readonly SaidReading[];
  /** Whether it is open in which zone the time is meant. */
  readonly lacksZone?: boolean;
}

/** Returns the announcement, or why it can't be understood or isn't allowed. */
export async function understand(
  context: CommandContext,
  typed: Typed,
  { here, before, allowed }: Understanding,
): Promise<Meant | NotMeant> {
  const view = context.view;
  const { refused } = view.texts.announce;
  const may = allowed ?? allowedTo(context, typed, here);
  if (!("channel" in may)) return { why: may, canMend: true };
  const zone = readZone(context, typed.zone ?? serverZone(context, here.settings));
  if (typeof zone !== "string") return { why: zone, canMend: true };
  const what = await whatOf(context, typed.what, before);
  if (typeof what === "string") return { why: md`${refused[what]}`, canMend: what === "text" };
  const isSameTime = before !== undefined && isSaidAs(context, before, { when: typed.when, zone });
  if (isSameTime) return { what, rule: before.rule, zone, ...may };
  const isOpen = typed.zone === undefined && chosenZone(here.settings) === undefined;
  const rule = await ruleOf(context, { what, typed: typed.when, zone, isOpen });
  return "kind" in rule ? { what, rule, zone, ...may } : rule;
}

/** Returns the channel and role if the admin may use them, else why not. */
export function allowedTo(
  context: CommandContext,
  { channel: channelId, role: roleId }: Typed,
  { guildId, settings }: ManagedServer,
  forums: "refused" | "taken" = "refused",
): Allowed | Markdown {
  const view = context.view;
  const channel = context.resolved?.channel(channelId);
  const misplaced = placeRefusal(channel, view, forums);
  if (misplaced !== undefined || channel === undefined) {
    return misplaced ?? md`${view.texts.announce.refused.unknownChannel}`;
  }
  if (roleId === undefined) return { channel };
  const role = context.resolved?.role(roleId);
  const mentioning = { guildId, channel, arePingsOn: settings.arePingsOn };
  return roleRefusal(roleId, role, { in: mentioning, context: view }) ?? { channel, role };
}

/** Returns whether the time was left as the form showed it. */
function isSaidAs(
  context: CommandContext,
  before: ReminderView,
  { when, zone }: { readonly when: string | undefined; readonly zone: string },
): boolean {
  const isSameZone = (zoneOf(before) ?? zone) === zone;
  return isSameZone && isUntouched(when ?? "", phraseIn(context, before), formReader(context));
}

/**
 * Returns the subject of what was picked or typed. A member's own progress can't be announced: such a text is a note.
 */
async function whatOf(
  context: CommandContext,
  typed: string,
  before: ReminderView | undefined,
): Promise<ChosenSubject | "over" | "text" | "own"> {
  const text = cutText(cleanText(typed).trim(), NOTE_LENGTH);
  if (before !== undefined && isStillAbout(before.content, text))
    return knownAs(before.content, await datedSubjectsNow(context.reminders, context));
  if (text === "") return "text";
  const messages = context.messages(context.locale);
  const what = await subjectNow(text, context.reminders, context);
  if (what === "over" || (what.subject.kind !== "own" && what.subject.kind !== "note")) return what;
  if (subjectValue(what.subject) === text) return "own";
  const note = { kind: "note", text, isMarkdown: true } as const;
  return { subject: note, title: undatedTitle(note, messages) };
}

/** Only a note's text can change. */
function isStillAbout({ subject }: ReminderView["content"], typed: string): boolean {
  return subject.kind !== "note" || subject.text === typed;
}

/** Adds the platform's current dates. */
function knownAs(
  { subject, title }: ReminderView["content"],
  things: readonly DatedSubject[],
): ChosenSubject {
  const key = subjectKey(subject);
  const thing = key === undefined ? undefined : things.find((one) => subjectKey(one.subject) === key);
  return { subject, title, ...(thing !== undefined && { thing }) };
}

interface TypedWhen {
  readonly what: ChosenSubject;
  readonly typed: string | undefined;
  readonly zone: string;
  /** Whether nobody has said that this is the zone. */
  readonly isOpen: boolean;
}

async function ruleOf(
  context: CommandContext,
  { what, typed, zone, isOpen }: TypedWhen,
): Promise<Rule | NotMeant> {
  const { now, locale } = context;
  const messages = context.messages(locale);
  const { unclear, reading: texts } = messages.remind;
  const choosing = { now, zone, locale, messages };
  const [first] = phrasesFor(what, choosing);
  const wanted = typed ?? (what.subject.kind === "note" ? "" : (first ?? ""));
  const title = inPlain(what.title, TITLE_LENGTH);
  if (isOpen && (await isByClock(wanted, what, { now, locale, likelyZones: likelyZonesHere(context) }))) {
    const why = messages.announce.zoneQuestion(title, inPlain(wanted, TITLE_LENGTH));
    return { why, canMend: true, lacksZone: true };
  }
  const reading = await readRule(wanted, what, choosing);
  if (typeof reading === "string") {
    const examples = examplesFor(reading, what, { ...choosing, typed: wanted });
    const why = joinMarkdown([md`${unclear.because[reading]}`, unclear.examples(...examples)]);
    return { why, canMend: true };
  }
  const said = sayReading(reading, what, choosing);
  if (isExact(wanted, said)) return reading.rules[0];
  const [only, ...others] = said;
  const why = others.length === 0 ? texts.title(title, only?.words ?? "") : texts.hour(title);
  return { why, canMend: true, said };
}

function readZone({ now, ...context }: CommandContext, typed: string): string | Markdown {
  const exact = exactZone(typed.trim());
  if (exact !== undefined) return exact;
  const { announce, language, remind } = context.messages(context.locale);
  const found = findZones(typed, now, context.locale);
  const [only] = found;
  if (only === undefined) return remind.zone.unknown(typed);
  return found.length === 1
    ? only
    : announce.refused.zones(typed, listWords(found.slice(0, SHOWN_ZONES), language));
}

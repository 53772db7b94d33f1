import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { Suggestion } from "../../../discord/command/options.ts";
import { hasWords } from "../../../game/trend-search.ts";
import { clip } from "../../../base/text.ts";
import type { Messages } from "../../../messages/catalog.ts";
import {
  type DatedSubject,
  undatedSubjects,
  undatedTitle,
  isKey,
  readSubject,
  type ChosenSubject,
  subjectValue,
} from "./read-subject.ts";
import type { ReminderService } from "../reminder-service.ts";
import { orElse } from "../../../base/errors.ts";
import { otherLocale } from "../../kit/settings/settings.ts";
import { isOnHere } from "../../kit/settings/server-visibility.ts";
import { likelyZonesHere, zoneOf } from "../../kit/settings/member-zone.ts";
import { lengthFromNow } from "../../../schedule/phrase.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import { sayReading } from "./say-reading.ts";
import { type Choosing, examplesFor, phrasesFor } from "./example-phrases.ts";
import { readInZones, readRule, type RuleRefusal } from "./read-rule.ts";
import { whenWords } from "../view/when-words.ts";
import { suggestWatches } from "./suggest-watches.ts";
import type { AutocompleteContext, CommandContext } from "../services.ts";

const MOST = 25;
/** How many suggestions are about one's own progress and new entries. */
const MOST_FIXED = 5;
const LABEL_LENGTH = 100;
/** How much of the typed text is shown beside its meaning. */
const TYPED_LENGTH = 30;

/** Suggests subjects that match the typed words, and the typed text itself as a note. */
export async function suggestWhat(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const { typed, reminders, now } = context;
  const [messages, otherMessages] = messagesHere(context);
  const things = distinct(await namedSubjectsNow(reminders, context)).filter((thing) => isAhead(thing, now));
  const dated = things.map((thing) => ({
    name: clip(labelOf(thing, now, messages), LABEL_LENGTH),
    value: subjectValue(thing.subject),
    otherName: thing.otherLabel,
  }));
  const isPrivateOn = context.linking !== undefined && isOnHere(context);
  const fixed = undatedSubjects(isPrivateOn).map((subject) => ({
    name: clip(undatedTitle(subject, messages), LABEL_LENGTH),
    value: subjectValue(subject),
    otherName: undatedTitle(subject, otherMessages),
  }));
  const note = typed.trim();
  if (note === "") {
    // Before anything is typed, some entries show that there is more than dated events.
    const rest = fixed.slice(0, MOST_FIXED);
    return usable([...dated.slice(0, MOST - rest.length), ...rest]);
  }
  const isMeant = ({ name, otherName = "" }: Known) => hasWords(name, note) || hasWords(otherName, note);
  const matching = usable([...dated, ...fixed].filter(isMeant));
  const own = note.length > LABEL_LENGTH ? [] : [{ name: messages.remind.what.note(note), value: note }];
  const { said, others } = await suggestWatches(context, note);
  // A sentence that says what to wait for is no note, typed as it is.
  if (said.length > 0) return said;
  return [...matching.slice(0, MOST - 1), ...own, ...others].slice(0, MOST);
}

interface Known {
  readonly name: string;
  readonly value: string | undefined;
  readonly otherName?: string | undefined;
}

function usable(known: readonly Known[]): readonly Suggestion[] {
  return known.flatMap(({ name, value }) => (value === undefined ? [] : [{ name, value }]));
}

/** Platforms list some things both as a milestone and as an event: the milestone knows more. */
export function distinct<Thing extends DatedSubject>(things: readonly Thing[]): readonly Thing[] {
  const milestones = new Set(things.filter(({ subject }) => subject.kind === "milestone").map(sameness));
  return things.filter((thing) => thing.subject.kind !== "ritual" || !milestones.has(sameness(thing)));
}

function sameness({ label, startAt, endAt }: DatedSubject): string {
  return `${label}\n${startAt}\n${endAt}`;
}

function isAhead({ startAt = 0, endAt = 0 }: DatedSubject, now: number): boolean {
  return Math.max(startAt, endAt) > now;
}

/** Returns none where the platform fails. */
export function datedSubjectsNow(
  reminders: ReminderService,
  asked: Pick<InvocationContext, "locale" | "signal">,
): Promise<readonly DatedSubject[]> {
  return orElse(reminders.datedSubjects(asked), []);
}

type Naming = Pick<CommandContext, "locale" | "signal" | "site" | "member" | "guilds" | "messages">;

/** Returns the same, each also with its name in the other language it may have been read in. */
async function namedSubjectsNow(
  reminders: ReminderService,
  context: Naming,
): Promise<readonly DatedSubject[]> {
  const locale = otherLocale(context);
  const [things, others] = await Promise.all([
    datedSubjectsNow(reminders, context),
    locale === undefined ? [] : datedSubjectsNow(reminders, { ...context, locale }),
  ]);
  const labels = new Map(others.map(({ subject, label }) => [subjectKey(subject), label]));
  return things.map((thing) => ({ ...thing, otherLabel: labels.get(subjectKey(thing.subject)) }));
}

/** Returns the texts of the reader's language, and of the other one names may have been read in. */
function messagesHere(context: Naming): readonly [Messages, Messages] {
  const messages = context.messages(context.locale);
  const other = otherLocale(context);
  return [messages, other === undefined ? messages : context.messages(other)];
}

/** Returns what was picked or typed: see `readSubject`. */
export async function subjectNow(
  typed: string,
  reminders: ReminderService,
  context: Naming,
): Promise<ChosenSubject | "over"> {
  const listed = isKey(typed) ? datedSubjectsNow : namedSubjectsNow;
  return readSubject(typed, await listed(reminders, context), ...messagesHere(context));
}

function labelOf(
  { label, subject, startAt, endAt }: DatedSubject,
  now: number,
  { remind, language }: Messages,
): string {
  const lengthTo = (at: number) => roughly(at - now, language);
  if (subject.kind === "reset") {
    const next = [startAt, endAt].find((at) => at !== undefined && at > now);
    const title = remind.what.resets[subject.every];
    return next === undefined ? title : remind.what.resetIn(title, lengthTo(next));
  }
  if (startAt !== undefined && startAt > now) return remind.what.startsIn(label, lengthTo(startAt));
  if (endAt !== undefined && endAt > now) return remind.what.endsIn(label, lengthTo(endAt));
  return label;
}

/** Returns the largest unit only, since suggestions are skimmed. */
function roughly(ms: number, language: string): string {
  if (ms >= DAY_MS) return lengthFromNow(Math.floor(ms / DAY_MS), "day", language);
  if (ms >= HOUR_MS) return lengthFromNow(Math.floor(ms / HOUR_MS), "hour", language);
  return lengthFromNow(Math.max(1, Math.floor(ms / MINUTE_MS)), "minute", language);
}

/**
 * Suggests what the typed text means, or that it can't be read, as the first entry, so that Enter never picks something
 * else; then phrases that fit the subject.
 */
export async function suggestWhen(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const { typed, given, reminders } = context;
  const chosen = given?.["what"] ?? "";
  const what = await subjectNow(chosen, reminders, context);
  if (what === "over") return [];
  const choosing = await choosingHere(context);
  const fitting = phrasesFor(what, choosing);
  const text = typed.trim();
  if (text === "") return timesFor(what, choosing);
  const own = await suggestionOf(text, what, choosing);
  const matching = fitting.filter((phrase) => hasWords(phrase, text) && !isSame(phrase, text));
  const others = own.isRead || matching.length > 0 ? matching : fitting;
  return [own.suggestion, ...(await suggestionsOf(others, what, choosing))].slice(0, MOST);
}

/** Returns how the reader's times are meant. */
export async function choosingHere(context: CommandContext | AutocompleteContext): Promise<Choosing> {
  const { now, locale } = context;
  const common = { now, locale, messages: context.messages(locale) };
  const { zone, from } = await zoneOf(context);
  if (from === "own") return { ...common, zone };
  const likelyZones = likelyZonesHere(context);
  return { ...common, zone: likelyZones[0] ?? zone, likelyZones };
}

/** Suggests times that fit the subject, each with its full meaning. */
export function timesFor(what: ChosenSubject, choosing: Choosing): Promise<readonly Suggestion[]> {
  return suggestionsOf(phrasesFor(what, choosing), what, choosing);
}

async function suggestionsOf(
  phrases: readonly string[],
  what: ChosenSubject,
  choosing: Choosing,
): Promise<readonly Suggestion[]> {
  const said = (phrase: string) => whenWords(phrase, { ...choosing, texts: choosing.messages });
  const all = await Promise.all(
    phrases.map((phrase) => suggestionOf(phrase, what, { ...choosing, shown: said(phrase) })),
  );
  return all.map(({ suggestion }) => suggestion);
}

/** Returns a phrase with its full meaning; its value is unambiguous, or the phrase itself where something is open. */
async function suggestionOf(
  text: string,
  what: ChosenSubject,
  { shown = text, ...choosing }: Choosing & { readonly shown?: string },
) {
  const { remind } = choosing.messages;
  const { reading, said, isElsewhere } = await readHere(text, what, choosing);
  const [only, ...others] = said;
  const words = typeof reading === "string" ? unread(text, reading, { what, choosing }) : (only?.words ?? "");
  const isOpen = isElsewhere || others.length > 0 || (only?.phrase.length ?? 0) > LABEL_LENGTH;
  const full = others.length > 0 ? remind.reading.askHour : words;
  const meant = remind.what.meant(clip(shown, TYPED_LENGTH), full);
  const isWhole = only !== undefined && !isOpen && isSame(only.phrase, text) && words.startsWith(only.label);
  // What it means counts more than what was typed, and when more than when first.
  const names = only === undefined ? [meant] : [...(isWhole ? [] : [meant]), full, only.label];
  return {
    isRead: only !== undefined,
    suggestion: {
      name: names.find(({ length }) => length <= LABEL_LENGTH) ?? clip(full, LABEL_LENGTH),
      value: clip(only === undefined || isOpen ? text : only.phrase, LABEL_LENGTH),
    },
  };
}

/** Reads a phrase. `isElsewhere`: it's another date where the reader, whose zone isn't known, may live. */
async function readHere(text: string, what: ChosenSubject, choosing: Choosing) {
  const { zone, likelyZones } = choosing;
  const all =
    likelyZones === undefined
      ? [{ zone, reading: await readRule(text, what, choosing) }]
      : await readInZones(text, what, { ...choosing, likelyZones });
  const read = all.map((one) => ({
    ...one,
    said:
      typeof one.reading === "string" ? [] : sayReading(one.reading, what, { ...choosing, zone: one.zone }),
  }));
  // Its hour may have passed in the likeliest zone alone.
  const first = read.find(({ said }) => said.length > 0) ?? read[0];
  const phrases = new Set(read.map(({ said }) => said[0]?.phrase));
  return { reading: first?.reading ?? "unknown", said: first?.said ?? [], isElsewhere: phrases.size > 1 };
}

function unread(
  typed: string,
  why: RuleRefusal,
  { what, choosing }: { readonly what: ChosenSubject; readonly choosing: Choosing },
): string {
  return choosing.messages.remind.reading.unread(...examplesFor(why, what, { ...choosing, typed }));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

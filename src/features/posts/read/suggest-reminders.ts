import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { InvocationContext } from "../../../discord/command/invocation-context.ts";
import type { Suggestion } from "../../../discord/command/options.ts";
import { hasWords } from "../../../game/trend-search.ts";
import { clip } from "../../../base/text.ts";
import type { Messages } from "../../../messages/catalog.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import type { ReminderService, DatedSubject } from "../../kit/reminder-service.ts";
import { orElse } from "../../kit/or-else.ts";
import { isOnHere } from "../../kit/server-visibility.ts";
import { zoneOf } from "../../kit/member-zone.ts";
import { dayPhrase, fromNowPhrase, lengthFromNow, phraseOf, weeklyPhrase } from "../../../schedule/phrase.ts";
import type { Weekday } from "../../../schedule/repeating.ts";
import { sayReading } from "./say-reading.ts";
import { wallClock } from "../../kit/zones/time-zones.ts";
import { readRule, type RuleRefusal, watchRule } from "./read-rule.ts";
import {
  undatedSubjects,
  undatedTitle,
  readSubject,
  type ChosenSubject,
  subjectValue,
} from "../../kit/read-subject.ts";
import type { AutocompleteContext } from "../../kit/command-context.ts";

const MOST = 25;
/** How many suggestions are about one's own progress and new entries. */
const MOST_FIXED = 5;
const LABEL_LENGTH = 100;
/** How much of the typed text is shown beside its meaning. */
const TYPED_LENGTH = 30;

/** Suggests subjects that match the typed words, and the typed text itself as a note. */
export async function suggestWhat(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const { typed, reminders, now } = context;
  const messages = context.messages(context.locale);
  const things = distinct(await datedSubjectsNow(reminders, context)).filter((thing) => isAhead(thing, now));
  const dated = things.map((thing) => ({
    name: clip(labelOf(thing, now, messages), LABEL_LENGTH),
    value: subjectValue(thing.subject),
  }));
  const isPrivateOn = context.linking !== undefined && isOnHere(context);
  const fixed = undatedSubjects(isPrivateOn).map((subject) => ({
    name: clip(undatedTitle(subject, messages), LABEL_LENGTH),
    value: subjectValue(subject),
  }));
  const note = typed.trim();
  if (note === "") {
    // Before anything is typed, some entries show that there is more than dated events.
    const rest = fixed.slice(0, MOST_FIXED);
    return usable([...dated.slice(0, MOST - rest.length), ...rest]);
  }
  const matching = usable([...dated, ...fixed]).filter(({ name }) => hasWords(name, note));
  const own = note.length > LABEL_LENGTH ? [] : [{ name: messages.remind.what.note(note), value: note }];
  return [...matching.slice(0, MOST - 1), ...own];
}

function usable(
  known: readonly { readonly name: string; readonly value: string | undefined }[],
): readonly Suggestion[] {
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
  const { typed, given, reminders, now, locale } = context;
  const messages = context.messages(locale);
  const chosen = given?.["what"] ?? "";
  const what = readSubject(chosen, await datedSubjectsNow(reminders, context), messages);
  if (what === "over") return [];
  const { zone } = await zoneOf(context);
  const choosing = { now, zone, locale, messages };
  const fitting = phrasesFor(what, choosing);
  const text = typed.trim();
  if (text === "") return timesFor(what, choosing);
  const own = await suggestionOf(text, what, choosing);
  const matching = fitting.filter((phrase) => hasWords(phrase, text) && !isSame(phrase, text));
  const others = own.isRead || matching.length > 0 ? matching : fitting;
  return [own.suggestion, ...(await suggestionsOf(others, what, choosing))].slice(0, MOST);
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
  const all = await Promise.all(phrases.map((phrase) => suggestionOf(phrase, what, choosing)));
  return all.map(({ suggestion }) => suggestion);
}

/** Returns a phrase with its full meaning; its value is unambiguous, or the phrase itself where something is open. */
async function suggestionOf(text: string, what: ChosenSubject, choosing: Choosing) {
  const { remind } = choosing.messages;
  const reading = await readRule(text, what, choosing);
  const said = typeof reading === "string" ? [] : sayReading(reading, what, choosing);
  const [only, ...others] = said;
  const words = typeof reading === "string" ? unread(reading, what, choosing) : (only?.words ?? "");
  const isOpen = others.length > 0 || (only?.phrase.length ?? 0) > LABEL_LENGTH;
  const full = others.length > 0 ? remind.reading.askHour : words;
  const meant = remind.what.meant(clip(text, TYPED_LENGTH), full);
  const isWhole = only !== undefined && !isOpen && isSame(only.phrase, text) && words.startsWith(only.phrase);
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

function unread(why: RuleRefusal, what: ChosenSubject, choosing: Choosing): string {
  return choosing.messages.remind.reading.unread(...examplesFor(why, what, choosing));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export interface Choosing {
  readonly now: number;
  readonly zone: string;
  readonly locale: string;
  readonly messages: Messages;
}

const BEFORE_START = [10 * MINUTE_MS, HOUR_MS, DAY_MS];
const BEFORE_END = [HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, DAY_MS, 2 * DAY_MS];
const BEFORE_RESET = [HOUR_MS, 3 * HOUR_MS, 12 * HOUR_MS, DAY_MS];
const EVENING = "18:00";
const MORNING = "09:00";
const WORKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5];

/** Refusals about a time of day. */
const OF_THE_WALL: ReadonlySet<RuleRefusal> = new Set([
  "not-a-time",
  "not-a-date",
  "ambiguous-date",
  "past",
  "too-far",
  "often",
]);

/** Returns short phrases relative to now. */
export function soonPhrases(language: string): readonly string[] {
  const [hour, hours, week] = [HOUR_MS, 3 * HOUR_MS, 7 * DAY_MS].map((ms) => fromNowPhrase(ms, language));
  return [hour ?? "", hours ?? "", dayPhrase("tomorrow", MORNING, language), week ?? ""];
}

/** Returns two example phrases of the kind the member tried to type. */
export function examplesFor(
  why: RuleRefusal,
  what: ChosenSubject,
  choosing: Omit<Choosing, "locale">,
): readonly [string, string] {
  const { language } = choosing.messages;
  const isWall = OF_THE_WALL.has(why) && what.subject.kind !== "note";
  const fitting = isWall ? [] : phrasesFor(what, choosing);
  const [one = "", other = ""] = new Set([
    ...fitting,
    dayPhrase("tomorrow", EVENING, language),
    weeklyPhrase([], EVENING, language),
  ]);
  return [one, other];
}

/** Returns phrases to pick from, each of which can be followed now. */
export function phrasesFor(
  { subject, thing }: Pick<ChosenSubject, "subject" | "thing">,
  { now, zone, messages }: Omit<Choosing, "locale">,
): readonly string[] {
  const { language } = messages;
  const watch = watchRule({ subject });
  if (watch !== undefined) return [phraseOf(watch, language, zone)];
  const wall = wallPhrases(language);
  if (subject.kind === "own") return [...resetPhrases("week", language).slice(1), ...wall.regular];
  if (subject.kind === "reset") return resetPhrases(subject.every, language);
  if (subject.kind === "agenda")
    return [...wall.mornings[subject.every], ...resetPhrases(subject.every, language).slice(0, 1)];
  const key = subjectKey(subject);
  const dates = key === undefined ? [] : datedPhrases(key, { thing, now, zone, messages });
  if (dates.length > 0) return dates;
  const soon = [20 * MINUTE_MS, HOUR_MS].map((ms) => fromNowPhrase(ms, language));
  const isOver = wallClock(zone, now) >= EVENING;
  return [...soon, ...wall.once.slice(isOver ? 1 : 0), ...wall.regular];
}

function datedPhrases(
  key: string,
  { thing, now, zone, messages }: Omit<Choosing, "locale"> & { readonly thing: DatedSubject | undefined },
): readonly string[] {
  const dated = (edge: "start" | "end", leadMs: number) =>
    phraseOf({ kind: "dated", thing: key, edge, leadMs }, messages.language, zone);
  const { startAt, endAt, everyMs } = thing ?? {};
  // What comes again by itself has its next date ahead.
  const isAhead = (at: number | undefined, lead: number) =>
    at !== undefined && (everyMs !== undefined || at - lead > now);
  const starts = [0, ...BEFORE_START].filter((lead) => isAhead(startAt, lead));
  const ends = [...BEFORE_END, 0].filter((lead) => isAhead(endAt, lead));
  return [...starts.map((lead) => dated("start", lead)), ...ends.map((lead) => dated("end", lead))];
}

function resetPhrases(every: "day" | "week", language: string): readonly string[] {
  const leads = [0, ...BEFORE_RESET].filter((lead) => every === "week" || lead < DAY_MS);
  return leads.map((leadMs) =>
    phraseOf({ kind: "dated", thing: `reset:${every}`, edge: "end", leadMs }, language, "UTC"),
  );
}

function wallPhrases(language: string) {
  const every = (days: readonly Weekday[], time: string) => weeklyPhrase(days, time, language);
  return {
    once: [dayPhrase("today", EVENING, language), dayPhrase("tomorrow", EVENING, language)],
    mornings: { day: [every([], MORNING), every(WORKDAYS, MORNING)], week: [every([1], MORNING)] },
    regular: [every([], EVENING), every(WORKDAYS, EVENING), every([5], EVENING)],
  };
}

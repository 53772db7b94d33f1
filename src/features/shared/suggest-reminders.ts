import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/duration.ts";
import { isMilepostError } from "../../base/errors.ts";
import type { InvocationContext } from "../../discord/command/invocation-context.ts";
import type { Suggestion } from "../../discord/command/options.ts";
import { hasWords } from "../../game/trend-search.ts";
import { clip } from "../../base/text.ts";
import type { Messages } from "../../messages/catalog.ts";
import { subjectKey } from "./schedule/subject.ts";
import type { ReminderService, DatedSubject } from "./reminder-service.ts";
import { isOnHere } from "./server-visibility.ts";
import { zoneOf } from "./member-zone.ts";
import { lengthInWords, phraseOf } from "./schedule/phrase.ts";
import { readRule, type RuleRefusal, watchRule } from "./read-rule.ts";
import {
  undatedSubjects,
  undatedTitle,
  readSubject,
  type ChosenSubject,
  subjectValue,
} from "./read-subject.ts";
import type { AutocompleteContext } from "./command-context.ts";

const MOST = 25;
/** Of one's own progress, and new entries of any kind. */
const MOST_FIXED = 5;
const LABEL_LENGTH = 100;

/** What can be waited for that has the typed words; what was typed itself is a note. */
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
    // Whoever typed nothing yet should see that there is more than what is dated.
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

/** Platforms list what is on as a milestone and as an event too: the milestone knows more. */
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

/** A platform that fails at them leaves the rest. */
export async function datedSubjectsNow(
  reminders: ReminderService,
  asked: Pick<InvocationContext, "locale" | "signal">,
): Promise<readonly DatedSubject[]> {
  try {
    return await reminders.datedSubjects(asked);
  } catch (error) {
    if (!isMilepostError(error)) throw error;
    return [];
  }
}

function labelOf(
  { label, subject, startAt, endAt }: DatedSubject,
  now: number,
  { remind }: Messages,
): string {
  const lengthTo = (at: number) => roughly(at - now, remind.phrases);
  if (subject.kind === "reset") {
    const next = [startAt, endAt].find((at) => at !== undefined && at > now);
    const title = remind.what.resets[subject.every];
    return next === undefined ? title : remind.what.resetIn(title, lengthTo(next));
  }
  if (startAt !== undefined && startAt > now) return remind.what.startsIn(label, lengthTo(startAt));
  if (endAt !== undefined && endAt > now) return remind.what.endsIn(label, lengthTo(endAt));
  return label;
}

/** The largest unit alone: a suggestion is read in passing. */
function roughly(ms: number, { units }: Messages["remind"]["phrases"]): string {
  if (ms >= DAY_MS) return units.day(Math.floor(ms / DAY_MS));
  if (ms >= HOUR_MS) return units.hour(Math.floor(ms / HOUR_MS));
  return units.minute(Math.max(1, Math.floor(ms / MINUTE_MS)));
}

/** Phrases that fit what was chosen; what was typed comes first, with what it means. */
export async function suggestWhen(context: AutocompleteContext): Promise<readonly Suggestion[]> {
  const { typed, given, reminders, now } = context;
  const messages = context.messages(context.locale);
  const chosen = given?.["what"] ?? "";
  const what = readSubject(chosen, await datedSubjectsNow(reminders, context), messages);
  if (what === "over") return [];
  const { zone } = await zoneOf(context);
  const fitting = phrasesFor(what, { now, zone, messages });
  const text = typed.trim();
  if (text === "") return fitting.map(same);
  const rule = readRule(text, what, { now, zone });
  const matching = fitting.filter((phrase) => hasWords(phrase, text) && !isSame(phrase, text));
  if (typeof rule === "string") return (matching.length > 0 ? matching : fitting).map(same);
  const meaning = phraseOf(rule, messages.remind.phrases, zone);
  const name = isSame(meaning, text) ? text : messages.remind.what.meant(text, meaning);
  return [{ name, value: text }, ...matching.map(same)].slice(0, MOST);
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

const same = (phrase: string): Suggestion => ({ name: phrase, value: phrase });

interface Choosing {
  readonly now: number;
  readonly zone: string;
  readonly messages: Messages;
}

const BEFORE_START = [10 * MINUTE_MS, HOUR_MS, DAY_MS];
const BEFORE_END = [HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, DAY_MS, 2 * DAY_MS];
const BEFORE_RESET = [HOUR_MS, 3 * HOUR_MS, 12 * HOUR_MS, DAY_MS];
const EVENING = "18:00";
const MORNING = "09:00";

/** Where a time of day is amiss. */
const OF_THE_WALL: ReadonlySet<RuleRefusal> = new Set([
  "no-time",
  "not-a-time",
  "not-a-date",
  "ambiguous-date",
  "past",
  "too-far",
  "often",
]);

/** Two phrases for somebody whose own was not understood, of the kind they had in mind. */
export function examplesFor(
  why: RuleRefusal,
  what: ChosenSubject,
  choosing: Choosing,
): readonly [string, string] {
  const { phrases } = choosing.messages.remind;
  const isWall = OF_THE_WALL.has(why) && what.subject.kind !== "note";
  const fitting = isWall ? [] : phrasesFor(what, choosing);
  const [one = "", other = ""] = new Set([
    ...fitting,
    phrases.tomorrow(EVENING),
    phrases.every(phrases.day, EVENING),
  ]);
  return [one, other];
}

/** Phrases to choose from; each is one that can be followed now. */
export function phrasesFor(
  { subject, thing }: Pick<ChosenSubject, "subject" | "thing">,
  { now, zone, messages }: Choosing,
): readonly string[] {
  const { phrases } = messages.remind;
  const watch = watchRule({ subject });
  if (watch !== undefined) return [phraseOf(watch, phrases, zone)];
  const wall = wallPhrases(phrases);
  if (subject.kind === "own") return [...resetPhrases("week", messages).slice(1), ...wall.regular];
  if (subject.kind === "reset") return resetPhrases(subject.every, messages);
  if (subject.kind === "agenda")
    return [...wall.mornings[subject.every], ...resetPhrases(subject.every, messages).slice(0, 1)];
  const key = subjectKey(subject);
  const dates = key === undefined ? [] : datedPhrases(key, { thing, now, zone, messages });
  if (dates.length > 0) return dates;
  const soon = [20 * MINUTE_MS, HOUR_MS].map((ms) => phrases.in(lengthInWords(ms, phrases)));
  const fitting = wall.once.filter(
    (phrase) => typeof readRule(phrase, { subject: NOTE }, { now, zone }) !== "string",
  );
  return [...soon, ...fitting, ...wall.regular];
}

const NOTE = { kind: "note", text: "" } as const;

function datedPhrases(
  key: string,
  { thing, now, zone, messages }: Choosing & { readonly thing: DatedSubject | undefined },
): readonly string[] {
  const dated = (edge: "start" | "end", leadMs: number) =>
    phraseOf({ kind: "dated", thing: key, edge, leadMs }, messages.remind.phrases, zone);
  const { startAt = 0, endAt = 0 } = thing ?? {};
  const starts = [0, ...BEFORE_START].filter((lead) => startAt - lead > now);
  const ends = [...BEFORE_END, 0].filter((lead) => endAt - lead > now);
  return [...starts.map((lead) => dated("start", lead)), ...ends.map((lead) => dated("end", lead))];
}

function resetPhrases(every: "day" | "week", { remind }: Messages): readonly string[] {
  const leads = [0, ...BEFORE_RESET].filter((lead) => every === "week" || lead < DAY_MS);
  return leads.map((leadMs) =>
    phraseOf({ kind: "dated", thing: `reset:${every}`, edge: "end", leadMs }, remind.phrases, "UTC"),
  );
}

function wallPhrases(phrases: Messages["remind"]["phrases"]) {
  return {
    once: [phrases.today(EVENING), phrases.tomorrow(EVENING)],
    mornings: {
      day: [phrases.every(phrases.day, MORNING), phrases.every(phrases.weekday, MORNING)],
      week: [phrases.every(phrases.days[1] ?? phrases.day, MORNING)],
    },
    regular: [
      phrases.every(phrases.day, EVENING),
      phrases.every(phrases.weekday, EVENING),
      phrases.every(phrases.days[5] ?? phrases.day, EVENING),
    ],
  };
}

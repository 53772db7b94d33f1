import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import type { Messages } from "../../../messages/catalog.ts";
import { type RuleRefusal, watchRule } from "./read-rule.ts";
import type { ChosenSubject, DatedSubject } from "./read-subject.ts";
import { nextSlot, type Rule } from "../../../schedule/next-slot.ts";
import {
  dayPhrase,
  frequencyPhrase,
  fromNowPhrase,
  phraseOf,
  weeklyPhrase,
} from "../../../schedule/phrase.ts";
import { dayAt, type Weekday } from "../../../schedule/repeating.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import { typedAbout } from "../../../schedule/typed-about.ts";
import { wallClock } from "../../kit/settings/time-zones.ts";

export interface Choosing {
  readonly now: number;
  /** The reader's; the likeliest where it isn't known. */
  readonly zone: string;
  /** Where the reader's zone isn't known, and is asked for before anything is saved: those that are likely. */
  readonly likelyZones?: readonly string[];
  readonly locale: string;
  readonly messages: Messages;
}

const BEFORE_START = [10 * MINUTE_MS, HOUR_MS, DAY_MS];
const BEFORE_END = [HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, DAY_MS, 2 * DAY_MS];
const BEFORE_RESET = [HOUR_MS, 3 * HOUR_MS, 12 * HOUR_MS, DAY_MS];
const EVENING = "18:00";
const MORNING = "09:00";
const WORKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5];

/** Returns short phrases relative to now. */
export function soonPhrases(language: string): readonly string[] {
  const [hour, hours, week] = [HOUR_MS, 3 * HOUR_MS, 7 * DAY_MS].map((ms) => fromNowPhrase(ms, language));
  return [hour ?? "", hours ?? "", dayPhrase("tomorrow", MORNING, language), week ?? ""];
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

/** Refusals about a time of day. */
const OF_THE_WALL: ReadonlySet<RuleRefusal> = new Set([
  "not-a-time",
  "not-a-date",
  "ambiguous-date",
  "past",
  "too-far",
]);

/** Returns two example phrases like the one that was typed: of its kind, else of those that fit the subject. */
export function examplesFor(
  why: RuleRefusal,
  what: ChosenSubject,
  choosing: Choosing & { readonly typed: string },
): readonly [string, string] {
  const { language } = choosing.messages;
  const isWall = OF_THE_WALL.has(why) && what.subject.kind !== "note";
  const [one = "", other = ""] = new Set([
    ...examplesLike(why, choosing),
    ...(isWall ? [] : phrasesFor(what, choosing)),
    dayPhrase("tomorrow", EVENING, language),
    weeklyPhrase([], EVENING, language),
  ]);
  return [one, other];
}

/** Returns none where nothing is known of what was meant. */
function examplesLike(
  why: RuleRefusal,
  { typed, locale, now, zone, messages: { language } }: Choosing & { readonly typed: string },
): readonly string[] {
  if (why === "only-news" || why === "no-news" || why === "begun") return [];
  const common = { zone, time: EVENING } as const;
  if (why === "often" || why === "whole-hours") {
    const hourly = { kind: "interval", unit: "hour", from: "2026-01-01", ...common } as const;
    return [1, 2].map((count) => frequencyPhrase({ ...hourly, count }, language));
  }
  const { isAgain, isOfDay, weekday } = typedAbout(typed, locale);
  if (isAgain)
    return [
      ...(weekday === undefined ? [] : [weeklyPhrase([weekday], EVENING, language)]),
      weeklyPhrase([], EVENING, language),
      weeklyPhrase([1, 2, 3, 4, 5], EVENING, language),
    ];
  if (!isOfDay) return [];
  const onDay: Rule = { kind: "weekly", days: weekday === undefined ? [] : [weekday], ...common };
  const at = nextSlot(onDay, now + (weekday === undefined ? 7 * DAY_MS : 0))?.at ?? now;
  const date = new Date(dayAt(zone, at)).toISOString().slice(0, "2026-12-31".length);
  return [phraseOf({ kind: "once", date, ...common }, language, zone)];
}

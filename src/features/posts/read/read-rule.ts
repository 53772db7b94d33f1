import { DAY_MS } from "../../../base/duration.ts";
import { LONGEST_LEAD_MS, type Rule } from "../../../schedule/next-slot.ts";
import { datingOf, subjectKey, subjectOfKey, watchOf } from "../../../schedule/subject.ts";
import { onceAt } from "../../../schedule/phrase.ts";
import type { ChosenSubject } from "./read-subject.ts";
import { readWhen } from "../../../schedule/read-when.ts";
import type { Here, WallRule, When, WhenRefusal } from "../../../schedule/when.ts";
import { zoneNamed } from "../../kit/settings/time-zones.ts";

/** Why a readable phrase doesn't fit the subject. */
export type RuleRefusal = WhenRefusal | "no-what" | "no-dates" | "only-news" | "no-news" | "begun";

/** Returns the rule for a subject that is due whenever it happens; undefined for subjects that need a time. */
export function watchRule({ subject }: Pick<ChosenSubject, "subject">): Rule | undefined {
  const what = watchOf(subject);
  return what === undefined ? undefined : { kind: "watch", what };
}

/** What a phrase means for a subject. */
export interface Reading {
  /** Several where no hour was given: it is one of these. */
  readonly rules: readonly [Rule, ...Rule[]];
  /** How long from now, if the phrase said so. */
  readonly inMs?: number;
}

/** Returns the rules the phrase means for the subject, or why there are none. */
export async function readRule(
  typed: string,
  what: Pick<ChosenSubject, "subject" | "thing">,
  here: Here,
): Promise<Reading | RuleRefusal> {
  const when = await readWhen(typed, { ...here, zoneNamed });
  if (typeof when === "string") return isAboutDates(when) && !hasDates(what) ? "no-dates" : when;
  const watch = watchRule(what);
  if (watch !== undefined) return when.kind === "news" ? { rules: [watch] } : "only-news";
  return readingOf(when, what, here);
}

/** Far apart, so that what is meant by the clock differs in them. */
const FAR_APART = ["UTC", "Pacific/Auckland", "Pacific/Honolulu"];

/** Returns what the phrase means in each of these zones, and in some far from one another. */
export function readInZones(
  typed: string,
  what: Pick<ChosenSubject, "subject" | "thing">,
  { likelyZones, ...here }: Omit<Here, "zone"> & { readonly likelyZones: readonly string[] },
) {
  const read = async (zone: string) => ({ zone, reading: await readRule(typed, what, { ...here, zone }) });
  return Promise.all([...likelyZones, ...FAR_APART].map(read));
}

/** Returns whether the phrase means other times in other zones. Lengths from now, starts, ends and resets don't. */
export async function isByClock(...phrase: Parameters<typeof readInZones>): Promise<boolean> {
  const all = await readInZones(...phrase);
  return new Set(all.map(({ reading }) => JSON.stringify(reading))).size > 1;
}

/** Refusals that are about a start or an end. */
function isAboutDates(refusal: WhenRefusal): boolean {
  return refusal === "no-lead" || refusal === "after" || refusal === "too-early";
}

function hasDates({ subject }: Pick<ChosenSubject, "subject">): boolean {
  return subjectKey(subject) !== undefined || subject.kind === "own";
}

function readingOf(
  when: When,
  what: Pick<ChosenSubject, "subject" | "thing">,
  here: Here,
): Reading | RuleRefusal {
  switch (when.kind) {
    case "either":
      return eitherOf(when.of.map((one) => readingOf(one, what, here)));
    case "wall":
      return when.untilEnd === true ? untilEnd(when.rules, what, here) : when;
    case "reset":
      return resetReading(when, what);
    case "news":
      return "no-news";
    case "bare":
    case "in": {
      const thing = subjectKey(what.subject);
      if (when.kind === "bare" && thing !== undefined) {
        return ruled(datedRule(thing, { edge: "any", leadMs: when.ms }, { what, here }));
      }
      return { rules: [onceAt(here.now + when.ms)], inMs: when.ms };
    }
    case "edge":
      if (!hasDates(what)) return "no-dates";
      return ruled(datedRule(subjectKey(what.subject) ?? "reset:week", when, { what, here }));
  }
}

function ruled(rule: Rule | RuleRefusal): Reading | RuleRefusal {
  return typeof rule === "string" ? rule : { rules: [rule] };
}

/** Returns all that can be followed; a refusal where nothing can. */
function eitherOf(readings: readonly (Reading | RuleRefusal)[]): Reading | RuleRefusal {
  const [first, ...others] = readings.flatMap((one) => (typeof one === "string" ? [] : one.rules));
  const refused = readings.find((one) => typeof one === "string");
  return first === undefined ? (refused ?? "unknown") : { rules: [first, ...others] };
}

const PERIODS = { day: DAY_MS, week: 7 * DAY_MS } as const;

/** Where the text names neither the daily nor the weekly reset, it is one of them. */
function resetReading(
  { every, leadMs }: Extract<When, { kind: "reset" }>,
  { subject }: Pick<ChosenSubject, "subject">,
): Reading | RuleRefusal {
  const own = subject.kind === "reset" ? subject.every : every;
  const periods = own === undefined ? (["day", "week"] as const) : [own];
  return eitherOf(
    periods.map((period) => {
      // After a reset is before the next one.
      const before = leadMs < 0 ? leadMs + PERIODS[period] : leadMs;
      if (before < 0) return "after";
      return { rules: [{ kind: "dated", thing: `reset:${period}`, edge: "end", leadMs: before }] };
    }),
  );
}

/** A reset has no end. */
function untilEnd(
  rules: readonly [WallRule, ...WallRule[]],
  { subject, thing }: Pick<ChosenSubject, "subject" | "thing">,
  { now }: Here,
): Reading | RuleRefusal {
  const until = thing?.endAt;
  if (until === undefined || datingOf(subject) === "recurring") return "no-dates";
  if (until <= now) return "past";
  const [first, ...others] = rules.map((rule) => ({ ...rule, until }));
  return first === undefined ? "past" : { rules: [first, ...others] };
}

function datedRule(
  thing: string,
  { edge, leadMs }: Omit<Extract<When, { kind: "edge" }>, "kind">,
  { what, here }: { readonly what: Pick<ChosenSubject, "thing">; readonly here: Here },
): Rule | RuleRefusal {
  if (leadMs > LONGEST_LEAD_MS) return "too-early";
  const subject = subjectOfKey(thing);
  const dating = subject === undefined ? "none" : datingOf(subject);
  if (dating === "recurring") return { kind: "dated", thing, edge: "end", leadMs };
  const { startAt, endAt, everyMs } = what.thing ?? {};
  if (edge === "half") {
    if (startAt === undefined || endAt === undefined) return "no-dates";
    return datedRule(thing, { edge: "end", leadMs: Math.round((endAt - startAt) / 2) }, { what, here });
  }
  const isStartAhead = startAt !== undefined && startAt - leadMs > here.now;
  const hasNoEnd = endAt === undefined && startAt !== undefined;
  const nearest = isStartAhead || hasNoEnd ? "start" : "end";
  const wanted = edge === "any" ? nearest : edge;
  // The platform lists it only while it runs, so the date of the next one is unknown and nothing can come that long
  // before it.
  const isUnknown = dating === "periods" && everyMs === undefined;
  const hasBegun = isUnknown && startAt !== undefined && startAt <= here.now;
  if (wanted === "start" && leadMs > 0 && hasBegun) return "begun";
  return { kind: "dated", thing, edge: wanted, leadMs };
}

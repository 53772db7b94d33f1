import { DAY_MS } from "../../base/duration.ts";
import type { Rule } from "./schedule/next-slot.ts";
import { subjectKey, watchOf } from "./schedule/subject.ts";
import { onceAt } from "./schedule/phrase.ts";
import type { ChosenSubject } from "./read-subject.ts";
import { type Here, readWhen, type When, type WhenRefusal } from "./schedule/read-when.ts";

/** Why a phrase that can be read does not fit what was chosen. */
export type RuleRefusal = WhenRefusal | "no-what" | "no-dates" | "only-news" | "no-news" | "begun";

/** The rule of what is due whenever it happens; undefined for what needs a time. */
export function watchRule({ subject }: Pick<ChosenSubject, "subject">): Rule | undefined {
  const what = watchOf(subject);
  return what === undefined ? undefined : { kind: "watch", what };
}

/** The rule a phrase means for this; else why it means none. */
export function readRule(
  typed: string,
  what: Pick<ChosenSubject, "subject" | "thing">,
  here: Here,
): Rule | RuleRefusal {
  const when = readWhen(typed, here);
  if (typeof when === "string") return isAboutDates(when) && !hasDates(what) ? "no-dates" : when;
  const watch = watchRule(what);
  if (watch !== undefined) return when.kind === "news" ? watch : "only-news";
  return ruleOf(when, what, here);
}

/** These say something about a start or an end. */
function isAboutDates(refusal: WhenRefusal): boolean {
  return refusal === "no-lead" || refusal === "after" || refusal === "too-early";
}

function hasDates({ subject }: Pick<ChosenSubject, "subject">): boolean {
  return subjectKey(subject) !== undefined || subject.kind === "own";
}

function ruleOf(when: When, what: Pick<ChosenSubject, "subject" | "thing">, here: Here): Rule | RuleRefusal {
  switch (when.kind) {
    case "weekly":
    case "once":
      return { ...when, zone: here.zone };
    case "in":
      return onceAt(here.now + when.ms);
    case "bare": {
      const thing = subjectKey(what.subject);
      if (thing === undefined) return onceAt(here.now + when.ms);
      return datedRule(thing, { edge: "any", leadMs: when.ms }, { what, here });
    }
    case "edge": {
      if (!hasDates(what)) return "no-dates";
      return datedRule(subjectKey(what.subject) ?? "reset:week", when, { what, here });
    }
    case "reset": {
      const own = what.subject.kind === "reset" ? what.subject.every : undefined;
      return {
        kind: "dated",
        thing: `reset:${own ?? when.every ?? "week"}`,
        edge: "end",
        leadMs: when.leadMs,
      };
    }
    case "news":
      return "no-news";
  }
}

const LONGEST_LEAD_MS = 7 * DAY_MS;

function datedRule(
  thing: string,
  { edge, leadMs }: { readonly edge: "start" | "end" | "any"; readonly leadMs: number },
  { what, here }: { readonly what: Pick<ChosenSubject, "thing">; readonly here: Here },
): Rule | RuleRefusal {
  if (leadMs > LONGEST_LEAD_MS) return "too-early";
  if (thing.startsWith("reset:")) return { kind: "dated", thing, edge: "end", leadMs };
  const { startAt, endAt } = what.thing ?? {};
  const isStartAhead = startAt !== undefined && startAt - leadMs > here.now;
  const hasNoEnd = endAt === undefined && startAt !== undefined;
  const nearest = isStartAhead || hasNoEnd ? "start" : "end";
  const wanted = edge === "any" ? nearest : edge;
  // What is listed while it runs gives no date for the next time, and nothing can come so long before it.
  const hasBegun = thing.startsWith("milestone:") && startAt !== undefined && startAt <= here.now;
  if (wanted === "start" && leadMs > 0 && hasBegun) return "begun";
  return { kind: "dated", thing, edge: wanted, leadMs };
}

import { DAY_MS } from "../../base/duration.ts";
import type { When, WhenRefusal } from "../when.ts";
import { MONTH, nameHolidays, spellDays, WEEKDAY } from "./days.ts";
import { readDuration, readLeads } from "./duration.ts";
import { spellClocks, spellWords } from "./spelling.ts";

const LONGEST_LEAD_MS = 7 * DAY_MS;
const START =
  "starts?|starting|begins?|beginning|opens?|live|returns?|returning|(?:comes? |coming )?back|launch(?:es)?";
const END = "end|ends|ending|finish|finishes|over|expire|expires|close|closes|closing";
const THING = "(?:it|its|this|that|event|milestone|ritual)";
const WHENEVER = "(?:(?:every|each) ?time|at|when|whenever|once|as soon as)";
const EDGE = new RegExp(
  `^(?:(.*?) ?\\b(before|prior to|ahead of|until|till|after))?(?: ?${WHENEVER}(?: |$))? ?(?:${THING}(?: is)? )?(?:(?:(${START})|(${END}))(?: again)?|(?:(?:next|coming|every|each) )?(?:(weekly|daily|week|day) )?(resets?))(?: of ${THING})?$`,
);
const EARLY = new RegExp(`^(.+?) (?:early|earlier|before|beforehand|ahead|prior|in advance)(?: ${THING})?$`);
const HALF = new RegExp(
  `^(?:at |when )?(?:${THING}(?: is)? )?(?:halfway|half way|midway|half ?time)(?: through)?(?: ${THING})?$`,
);
const LAST = new RegExp(
  `^(?:(?:on|in|at) )?(?:its )?(?:last|final) ((?:\\d{1,2} )?(?:hours?|days?))(?: (?:of )?${THING})?$`,
);
const UNIT_ALONE = /(?<=^|(?:and|or|,) )(?=(?:minute|hour|day|week)\b)/g;
const AGAIN = /^(?:every|each|hourly|daily|weekly|monthly|yearly|biweekly|fortnightly) /;
const JUST = /^(?:right|just|directly|immediately|shortly)$/;

/** Returns how long before a start, an end, a reset or the event; undefined for other texts. */
function readEdge(text: string): When | WhenRefusal | undefined {
  if (HALF.test(text)) return { kind: "edge", edge: "half", leadMs: 0 };
  const last = readDuration((LAST.exec(text)?.[1] ?? "").replace(UNIT_ALONE, "1 "));
  if (last !== undefined) return leading({ kind: "edge", edge: "end", leadMs: last });
  const early = leadsIn(EARLY.exec(text)?.[1]);
  if (early.length > 0) return eachOf(early, (leadMs) => ({ kind: "edge", edge: "any", leadMs }));
  const match = EDGE.exec(text);
  if (match === null || (match[2] !== undefined && AGAIN.test(text))) return undefined;
  const [, lead = "", relation, start, , period, reset] = match;
  const isAt = relation === undefined || (relation === "after" && (lead === "" || JUST.test(lead)));
  if (relation === "after" && reset === undefined) return "after";
  const leads = isAt ? [0] : leadsIn(lead);
  if (leads.length === 0) return "no-lead";
  if (reset === undefined) {
    const edge = start === undefined ? "end" : "start";
    return eachOf(leads, (leadMs) => ({ kind: "edge", edge, leadMs }));
  }
  const every = period === undefined ? undefined : period.startsWith("d") ? "day" : "week";
  const sign = relation === "after" ? -1 : 1;
  return eachOf(leads, (leadMs) => ({ kind: "reset", ...(every && { every }), leadMs: sign * leadMs || 0 }));
}

function leadsIn(text = ""): readonly number[] {
  return readLeads(text.replace(/^in /, "").replace(UNIT_ALONE, "1 "));
}

type Leading = Extract<When, { leadMs: number }>;

function eachOf(leads: readonly number[], make: (leadMs: number) => Leading): When | WhenRefusal {
  const [first = "no-lead", ...others] = leads.map((leadMs) => leading(make(leadMs)));
  const refused = [first, ...others].find((one) => typeof one === "string");
  if (refused !== undefined || typeof first === "string") return refused ?? "no-lead";
  return others.length === 0 ? first : { kind: "either", of: [first, ...(others as Leading[])] };
}

function leading(when: Leading): Leading | WhenRefusal {
  return when.leadMs > LONGEST_LEAD_MS ? "too-early" : when;
}

const FURTHEST_MS = 5 * 366 * DAY_MS;
const NEWS =
  /^(?:when|whenever|once|as soon as)? ?(?:it appears|there is something new|something new|new|it happens|it dies)$/;
const FROM_NOW = /^(?:in )?(?!(?:every|each|hourly|daily|weekly|monthly) )(.+?) from now\b/;
const PAST = /\b(?:ago|yesterday|last|previous)\b/;
/** Words for a span of time where an instant is expected. */
const SPAN = /\b(?:for|within|during)\b/;
const HOUR = "(?:at )?((?:(?:half past|quarter (?:past|to)) )?\\d{1,2}(?::\\d{2})?)";
const PART = "(morning|afternoon|evening|night)";
const DAY = `((?:(?:this|next) )?(?:today|tomorrow|${WEEKDAY}))`;
/** "7:30 tomorrow evening", "8 in the evening tomorrow": the hour comes before what says which half of the day it means. */
const HOUR_FIRST = new RegExp(`^${HOUR} (?:on )?${DAY} ${PART}$`);
const HOUR_AND_PART_FIRST = new RegExp(`^${HOUR} (?:(?:in|at) )?${PART} (?!before|after|until)(?:on )?(.+)$`);
/** "the evening of friday at 8" */
const PART_FIRST = new RegExp(`^(?:in )?${PART} (?:of |on )?${DAY}(?= |$)`);

const NAMES_DAY = new RegExp(
  `\\b(?:today|tomorrow|(?:days?|weeks?|months?|years?)\\b|${MONTH}|${WEEKDAY}\\b|\\d{4}-\\d)`,
);

/** How English says times. Wall-clock times are left to chrono-node. */
export const english = {
  /** Returns one spelling of many, without words that say nothing about time. */
  tidy: (typed: string): string =>
    nameHolidays(
      spellWords(
        typed
          .normalize("NFKD")
          .replaceAll(/\p{M}/gu, "")
          .toLowerCase()
          .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
          .replaceAll(/\b([ap])\.\s?m\b\.?/g, "$1m")
          .replaceAll(/['\u2019]/g, "")
          .replaceAll("&", " and ")
          .replaceAll(/[^a-z0-9:./\-,+_]+/g, " ")
          .replaceAll(/\b(?:the|please|remind|me)\b/g, " ")
          .replaceAll(/\s+/g, " ")
          .trim(),
      )
        .replace(FROM_NOW, "in $1")
        .replace(/^(?:every|each) (?=(?:(?:daily|weekly) )?resets?$)/, "")
        .replace(/\bthis (?=(?:morning|afternoon|evening)\b)/, "today ")
        .replace(HOUR_FIRST, "$2 $3 at $1")
        .replace(HOUR_AND_PART_FIRST, "$3 $2 at $1")
        .replace(PART_FIRST, "$2 $1")
        .replace(/\b((?:to)?night|evening)s? (?:at )?half past (\d{1,2})$/, "$1 at $2:30")
        .replace(/\b(?:night|evening)s? (?:at )?midnight$/, "night at 12")
        .replace(/\b(?:at )?(12|[1-5])(:\d{2})? (?:at )?night$/, "night at $1$2")
        .replace(/\bevenings?(?= (?:at )?(?:12|[1-3])(?::\d{2})?$)/, "night")
        .replace(/(?<!\d\.\d{1,2})[.,]+$/, ""),
    ),
  /** Returns a length of time, or how long before a start, an end or the event; undefined for neither. */
  readSpan: (text: string): When | WhenRefusal | undefined => readNear(text) ?? readEdge(text),
  /** Returns why these words are no future wall-clock time, whatever chrono-node makes of them. */
  refuse: (text: string): WhenRefusal | undefined =>
    PAST.test(text) ? "past" : SPAN.test(text) ? "unknown" : undefined,
  /** Returns whether a wall-clock time in chrono-node's words names a day. */
  namesDay: (text: string): boolean => NAMES_DAY.test(text),
  /** Rewrites a wall-clock time in words that chrono-node knows. `today`: midnight UTC. */
  spell: (text: string, today: number): string => spellDays(spellClocks(text), today),
  /** Words that change nothing beside a wall-clock time. */
  fillers: new Set([
    "at",
    "on",
    "of",
    "in",
    "from",
    "by",
    "starting",
    "around",
    "about",
    "coming",
    "later",
    "sharp",
    "pls",
    "plz",
    "t",
    "-",
    ",",
  ]),
};

/** Reads "in 20 minutes", "20 min", "when it appears". */
function readNear(text: string): When | WhenRefusal | undefined {
  if (NEWS.test(text)) return { kind: "news" };
  const ms = readDuration(text.replace(/^in /, ""));
  if (ms === undefined) return undefined;
  if (ms > FURTHEST_MS) return "too-far";
  return { kind: text.startsWith("in ") ? "in" : "bare", ms };
}

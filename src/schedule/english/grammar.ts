import { DAY_MS } from "../../base/duration.ts";
import type { When, WhenRefusal } from "../when.ts";
import { MONTH, nameHolidays, spellDays } from "./days.ts";
import { readDuration } from "./duration.ts";

const LONGEST_LEAD_MS = 7 * DAY_MS;
const FURTHEST_MS = 5 * 366 * DAY_MS;
const START = "start|starts|starting|begin|begins|beginning|open|opens|live";
const END = "end|ends|ending|finish|finishes|over|expire|expires|close|closes";
const EDGE = new RegExp(
  `^(?:(.*?) ?\\b(before|prior to|ahead of|until|till|after))?(?:(?: ?at| ?when| ?once| ?as soon as)(?: |$))? ?(?:(?:it|its|this|that|event|milestone|ritual)(?: is)? )?(?:(${START})|(${END})|(?:(?:next|coming) )?(?:(weekly|daily|week|day) )?(resets?))$`,
);
const EARLY =
  /^(.+?) (?:early|earlier|before|beforehand|ahead|prior)(?: (?:it|this|that|event|milestone|ritual))?$/;
const NEWS =
  /^(?:when|whenever|once|as soon as)? ?(?:it appears|there is something new|something new|new|it happens|it dies)$/;
const FROM_NOW = /^(?:in )?(?!(?:every|each|hourly|daily|weekly|monthly) )(.+?) from now\b/;
const UNIT_ALONE = /^(?=(?:minute|hour|day|week)$)/;
const AGAIN = /^(?:every|each|hourly|daily|weekly|monthly|yearly|biweekly|fortnightly) /;
const PAST = /\b(?:ago|yesterday|last|previous)\b/;
/** Words for a span of time where an instant is expected. */
const SPAN = /\b(?:for|within|during)\b/;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** An hour after midnight, which belongs to the night of the day before. */
export const LATE = "(?:(?:on|in|at) )?nights? (?:at )?(12|[1-5])(:\\d{2})?(?: ?am)?$";

const HOUR = "(?:at )?(\\d{1,2}(?::\\d{2})?)";
const PART = "(morning|afternoon|evening|night)";
const DAY = `((?:(?:this|next) )?(?:today|tomorrow|(?:${DAYS.join("|")})[a-z]*))`;
/** "7:30 tomorrow evening", "8 in the evening tomorrow": the hour comes before what says which half of the day it means. */
const HOUR_FIRST = new RegExp(`^${HOUR} (?:on )?${DAY} ${PART}$`);
const HOUR_AND_PART_FIRST = new RegExp(`^${HOUR} (?:(?:in|at) )?${PART} (?!before|after|until)(?:on )?(.+)$`);
/** "the evening of friday at 8" */
const PART_FIRST = new RegExp(`^(?:in )?${PART} (?:of |on )?${DAY}(?= |$)`);

const NAMES_DAY = new RegExp(
  `\\b(?:today|tomorrow|(?:days?|weeks?|months?|years?)\\b|${MONTH}|(?:${DAYS.join("|")})[a-z]*\\b|\\d{4}-\\d)`,
);

type Spelling = readonly [RegExp, string | ((whole: string, ...found: string[]) => string)];

const SPELLINGS: readonly Spelling[] = [
  [/\bday after tomorrow\b/g, "in 2 days"],
  [/\b(?:tmrw?|tmw|2mo?rr?ow|tom+or+ow)\b/g, "tomorrow"],
  [/\btonite\b/g, "tonight"],
  [/\b(?:midnight tonight|tonight (?:at )?midnight)\b/g, "midnight"],
  // Hours after midnight belong to tonight.
  [/\btonight (?:at )?(12|[1-4])(:\d{2})?(?: ?am)?$/, "tomorrow at $1$2 am"],
  [/^(12|[1-4])(:\d{2})?(?: ?am)? tonight$/, "tomorrow at $1$2 am"],
  [new RegExp(`\\btomorrow ${LATE}`), "in 2 days at $1$2 am"],
  [
    new RegExp(`\\b(${DAYS.join("|")})[a-z]* ${LATE}`),
    (_, day = "", hour, minutes = "") => `${DAYS[(DAYS.indexOf(day) + 1) % 7]} at ${hour}${minutes} am`,
  ],
  [new RegExp(`^${LATE}`), "$1$2 am"],
  [/\b((?:next|this) week) ((?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\b/g, "$2 $1"],
  [/\b(morning|afternoon|evening|night)s\b/g, "$1"],
  [/\b([a-z]+day)s\b/g, "$1"],
  [
    /\b(\d{1,2})\. ?(0?[1-9]|1[0-2])\.(?: ?(\d{4}))?(?!\d)/g,
    (_, day, month, year = "") => `${day} ${MONTHS[Number(month) - 1]} ${year}`,
  ],
  [/(?<![\d.]|\bin )(\d{1,2})[h.](\d{2})(?![\d.])/g, "$1:$2"],
  [/\b(\d{1,2}[:.]\d{2}) ?(?:h|uhr)\b/g, "$1"],
  [/(?<!\bin )\b(\d{1,2}) ?(?:oclock|uhr|h)\b/g, "$1:00"],
  [/\bmidnight\b/g, "0:00"],
  [/\bhalf past (\d{1,2})(?!\d)/g, "$1:30"],
  [/\bquarter past (\d{1,2})(?!\d)/g, "$1:15"],
  [/\bquarter to 12 ?([ap]m)\b/g, (_, half) => `11:45 ${half === "pm" ? "am" : "pm"}`],
  [/\bquarter to (\d{1,2})(?!\d)/g, (_, hour) => `${(Number(hour) + 23) % 24 || 12}:45`],
  [/\b(\d{1,2}(?::\d{2})?) (?:in )?morning$/, "$1 am"],
  [/\b(\d{1,2}(?::\d{2})?) (?:(?:in|at) )?(?:afternoon|evening|night)$/, "$1 pm"],
  [
    /\b(today|tonight|tomorrow|[a-z]*day|mon|tue|wed|thu|fri|sat|sun|morning|afternoon|evening|night) (\d{1,2})$/,
    "$1 at $2",
  ],
  [/^(\d{1,2})(?= (?:today|tonight|tomorrow|[a-z]+day)\b|$)/, "at $1"],
];

/** How English says times. Wall-clock times are left to chrono-node. */
export const english = {
  /** Returns one spelling of many, without words that say nothing about time. */
  tidy: (typed: string): string =>
    nameHolidays(
      typed
        .normalize("NFKD")
        .replaceAll(/\p{M}/gu, "")
        .toLowerCase()
        .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
        .replaceAll(/\b([ap])\.\s?m\b\.?/g, "$1m")
        .replaceAll(/['\u2019]/g, "")
        .replaceAll(/[^a-z0-9:./\-,+_]+/g, " ")
        .replaceAll(/\b(?:the|please|remind|me)\b/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim()
        .replace(FROM_NOW, "in $1")
        .replace(/^(?:every|each) (?=(?:(?:daily|weekly) )?resets?$)/, "")
        .replace(/\bthis (?=(?:morning|afternoon|evening)\b)/, "today ")
        .replace(HOUR_FIRST, "$2 $3 at $1")
        .replace(HOUR_AND_PART_FIRST, "$3 $2 at $1")
        .replace(PART_FIRST, "$2 $1")
        .replace(/\b(?:night|evening)s? (?:at )?midnight$/, "night at 12")
        .replace(/\b(?:at )?(12|[1-5])(:\d{2})? at night$/, "night at $1$2")
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
  spell(text: string, today: number): string {
    const spelt = SPELLINGS.reduce((before, [pattern, by]) => before.replace(pattern, by as string), text);
    return spellDays(spelt, today);
  },
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

function readEdge(text: string): When | WhenRefusal | undefined {
  const early = readDuration(EARLY.exec(text)?.[1] ?? "");
  if (early !== undefined) return leading({ kind: "edge", edge: "any", leadMs: early });
  const match = EDGE.exec(text);
  if (match === null || (match[2] !== undefined && AGAIN.test(text))) return undefined;
  const [, lead, relation, start, , period, reset] = match;
  if (relation === "after") return "after";
  const leadMs =
    relation === undefined ? 0 : readDuration((lead ?? "").replace(/^in /, "").replace(UNIT_ALONE, "1 "));
  if (leadMs === undefined) return "no-lead";
  if (reset === undefined)
    return leading({ kind: "edge", edge: start === undefined ? "end" : "start", leadMs });
  if (period === undefined) return leading({ kind: "reset", leadMs });
  return leading({ kind: "reset", every: period.startsWith("d") ? "day" : "week", leadMs });
}

function leading(when: When & { readonly leadMs: number }): When | WhenRefusal {
  return when.leadMs > LONGEST_LEAD_MS ? "too-early" : when;
}

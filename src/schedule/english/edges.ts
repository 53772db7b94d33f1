import { DAY_MS } from "../../base/duration.ts";
import type { When, WhenRefusal } from "../when.ts";
import { readDuration, readLeads } from "./duration.ts";

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
export function readEdge(text: string): When | WhenRefusal | undefined {
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

import { z } from "zod";

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/duration.ts";
import { MilepostError } from "../base/errors.ts";
import { instantOf } from "../base/wall-time.ts";
import { dayOf, instantsNear, type Repeating, repeatingSchema, timeOf, wallTime } from "./repeating.ts";

const ruleSchema = z.discriminatedUnion("kind", [
  ...repeatingSchema.options,
  /** Once, on a `YYYY-MM-DD`. */
  z.object({ kind: z.literal("once"), date: z.string(), ...wallTime }),
  /** This long before the start or end of a milestone, event or reset. `thing`: its subject's key. */
  z.object({
    kind: z.literal("dated"),
    thing: z.string(),
    edge: z.enum(["start", "end"]),
    leadMs: z.number(),
    /** The part of the lead that only spreads load: many members share the rule. */
    spreadMs: z.number().optional(),
  }),
  /** Whenever something new appears; whoever finds it gives the slots. */
  z.object({ kind: z.literal("watch"), what: z.string() }),
]);

/**
 * When a reminder is due. A wall-clock time in a skipped hour is due at the next valid minute; one in a repeated hour
 * only the first time.
 */
export type Rule = z.output<typeof ruleSchema>;
export type DatedRule = Extract<Rule, { kind: "dated" }>;

/** Returns a stored rule. Throws when it is invalid. */
export function parseRule(row: { readonly rule: string }): Rule {
  return ruleSchema.parse(JSON.parse(row.rule));
}

/** The platform's start and end in milliseconds since 1970; absent where it gives none. */
export interface Dates {
  readonly startAt?: number;
  readonly endAt?: number;
  /** The period after which it comes again, as a reset does; then one date is enough. */
  readonly everyMs?: number;
}

export interface Slot {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Until when a post about it is still useful. */
  readonly usefulUntil: number;
}

/** How late a post for a wall-clock time may be. */
export const WALL_GRACE_MS = 6 * HOUR_MS;
/** How late a post about a start without an end may be. */
const START_GRACE_MS = 24 * HOUR_MS;
/** Some periods begin in the last second of the one before. */
const OVERLAP_MS = MINUTE_MS;
export const LONGEST_LEAD_MS = 7 * DAY_MS;
const MOST_PERIODS = 1000;
const TIME = /^(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}$/;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

const REPEATING = new Set<string>(repeatingSchema.options.map(({ shape }) => shape.kind.value));

/** Returns whether the rule repeats by wall-clock time. */
export function isRepeating(rule: Rule): rule is Repeating {
  return REPEATING.has(rule.kind);
}

/**
 * Returns whether the rule is over once it has no next slot. What the platform dates, or what is new, may come later.
 */
export function canEnd(rule: Rule): boolean {
  return rule.kind === "once" || isRepeating(rule);
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Throws "bad-input" with the reason for a rule that can't be followed. */
export function checkRule(rule: Rule): void {
  if (rule.kind === "watch") return;
  if (rule.kind === "dated") {
    if (!isWithin(rule.leadMs, 0, LONGEST_LEAD_MS)) refuse("the lead time is not between 0 and 7 days");
    return;
  }
  if (!isZone(rule.zone)) refuse("the time zone is unknown");
  if (!TIME.test(rule.time)) refuse("the time is not HH:MM");
  const date = rule.kind === "once" ? rule.date : rule.kind === "interval" ? rule.from : undefined;
  if (date !== undefined && !isDate(date)) refuse("the date is not a day of the calendar");
  if (rule.kind === "interval" && !isWithin(rule.count, 1, MOST_PERIODS)) refuse("the interval is none");
  if (rule.kind === "monthly" && "day" in rule.on && !isWithin(rule.on.day, 1, 31)) {
    refuse("no month has that day");
  }
}

/**
 * Returns the first slot after an instant; undefined if there is none, or if the platform's dates are not known yet.
 */
export function nextSlot(rule: Rule, after: number, dates?: Dates): Slot | undefined {
  return slotBeside(rule, after, 1, dates);
}

/** Returns the last slot up to an instant. */
export function lastSlot(rule: Rule, upTo: number, dates?: Dates): Slot | undefined {
  return slotBeside(rule, upTo, -1, dates);
}

/** `step`: 1 for the first slot after the instant, -1 for the last up to it. */
function slotBeside(rule: Rule, instant: number, step: 1 | -1, dates?: Dates): Slot | undefined {
  const isBeside = (at: number, from = instant) => (step === 1 ? at > from : at <= from);
  switch (rule.kind) {
    case "watch":
      return undefined;
    case "dated": {
      const slot = dates === undefined ? undefined : datedSlot(rule, dates);
      if (slot === undefined || dates?.everyMs === undefined) {
        return slot !== undefined && isBeside(slot.at) ? slot : undefined;
      }
      const periods = Math.floor((instant - slot.at) / dates.everyMs) + (step === 1 ? 1 : 0);
      return shifted(slot, periods, dates.everyMs);
    }
    case "once": {
      const at = instantOf(rule.zone, dayOf(rule.date) + timeOf(rule.time));
      return isBeside(at) ? wallSlot(rule, at) : undefined;
    }
    case "weekly":
    case "monthly":
    case "interval": {
      const from = step === 1 ? instant : Math.min(instant, endOf(rule) - 1);
      for (const at of instantsNear(rule, from, step))
        if (isBeside(at, from)) return at < endOf(rule) ? wallSlot(rule, at) : undefined;
      return undefined;
    }
  }
}

/** Returns the next `count` slots at most, or the one to be expected where none is known. */
export function preview(
  rule: Rule,
  after: number,
  { count = 5, dates }: { readonly count?: number; readonly dates?: Dates } = {},
): readonly number[] {
  const found: number[] = [];
  for (let at = after; found.length < count;) {
    const slot = nextSlot(rule, at, dates);
    if (slot === undefined) break;
    found.push(slot.at);
    at = slot.at;
  }
  const expected = found.length === 0 && dates !== undefined ? expectedStart(rule, after, dates) : undefined;
  return expected === undefined ? found : [expected];
}

/**
 * Returns when what is running and lasts the game's day or week starts again: as it ends, though the platform lists the
 * next one only then. Summer time may move an end by an hour.
 */
function expectedStart(rule: Rule, now: number, { startAt, endAt, everyMs }: Dates): number | undefined {
  if (rule.kind !== "dated" || rule.edge !== "start" || rule.leadMs !== 0 || everyMs !== undefined)
    return undefined;
  if (startAt === undefined || endAt === undefined || startAt > now || endAt <= now) return undefined;
  const isRegular = [DAY_MS, 7 * DAY_MS].some((length) => Math.abs(endAt - startAt - length) <= HOUR_MS);
  return isRegular ? endAt : undefined;
}

function endOf({ until }: Repeating): number {
  return until ?? Number.POSITIVE_INFINITY;
}

/** A post is useful until the next one of an interval is due, or until the rule ends. */
function wallSlot(rule: Exclude<Rule, { kind: "dated" | "watch" }>, at: number): Slot {
  const isHourly = rule.kind === "interval" && rule.unit === "hour";
  const grace = isHourly ? Math.min(WALL_GRACE_MS, rule.count * HOUR_MS) : WALL_GRACE_MS;
  const end = isRepeating(rule) ? endOf(rule) : Number.POSITIVE_INFINITY;
  return { at, usefulUntil: Math.min(at + grace, end) };
}

/** Returns the slot these dates give, past or future. */
export function datedSlot({ edge, leadMs }: DatedRule, dates: Dates): Slot | undefined {
  const edgeAt = edgeOf(edge, dates);
  if (edgeAt === undefined) return undefined;
  const at = edgeAt - leadMs;
  const hasEnd = dates.everyMs === undefined || (dates.startAt !== undefined && dates.endAt !== undefined);
  if (edge === "start" || !hasEnd) {
    const grace = Math.min(START_GRACE_MS, dates.everyMs ?? START_GRACE_MS);
    const { endAt = edgeAt } = dates;
    return { at, usefulUntil: endAt > edgeAt ? endAt : edgeAt + grace };
  }
  return { at, usefulUntil: leadMs === 0 ? edgeAt + HOUR_MS : edgeAt };
}

/**
 * Returns whether the platform moved the date a slot was planned for. The next period, which begins after the planned
 * one, is no move; nor is a date that came and disappeared.
 */
export function hasMoved(
  rule: DatedRule,
  { from, dates, now }: { readonly from: Slot; readonly dates: Dates; readonly now: number },
): boolean {
  const edge = from.at + rule.leadMs;
  const found = edgeOf(rule.edge, dates);
  if (found === undefined || found === edge) return false;
  const { startAt, everyMs } = dates;
  if (everyMs !== undefined) return (edge - found) % everyMs !== 0 && now < edge;
  const over = rule.edge === "end" ? edge : from.usefulUntil;
  return startAt === undefined || startAt < over - OVERLAP_MS;
}

function edgeOf(edge: DatedRule["edge"], { startAt, endAt, everyMs }: Dates): number | undefined {
  if (edge === "start") return startAt;
  return endAt ?? (everyMs === undefined ? undefined : startAt);
}

function shifted({ at, usefulUntil }: Slot, periods: number, everyMs: number): Slot {
  return { at: at + periods * everyMs, usefulUntil: usefulUntil + periods * everyMs };
}

function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function refuse(reason: string): never {
  throw new MilepostError("bad-input", { reason });
}

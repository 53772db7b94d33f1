import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import { MilepostError } from "../../../base/errors.ts";
import { instantOf, localOf } from "../../../base/wall-time.ts";

/** Sunday is 0, as in cron. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** A time on the wall, `HH:MM`, in an IANA zone. */
interface WallTime {
  readonly zone: string;
  readonly time: string;
}

/** Which edge of something the platform dates. */
type Edge = "start" | "end";

/**
 * When a reminder is due. On the wall, a time inside a skipped hour is due at the next valid minute, one inside
 * a repeated hour the first time only.
 */
export type Rule =
  /** On these days of the week; every day when none is named. */
  | ({ readonly kind: "weekly"; readonly days: readonly Weekday[] } & WallTime)
  /** Once, on a `YYYY-MM-DD`. */
  | ({ readonly kind: "once"; readonly date: string } & WallTime)
  /** So long before the start or end of a milestone, ritual or the like. `thing` is the key its dates are known by. */
  | {
      readonly kind: "dated";
      readonly thing: string;
      readonly edge: Edge;
      readonly leadMs: number;
      /** How much of the lead nobody chose: many share the rule, and not all are due in the same second. */
      readonly spreadMs?: number | undefined;
    }
  /** Whenever something new is seen; slots are given by whoever looks. */
  | { readonly kind: "watch"; readonly what: string };

/** Start and end as the platform gives them, in milliseconds; absent where it gives none. */
export interface Dates {
  readonly startAt?: number;
  readonly endAt?: number;
  /** It comes again after so long, as a reset does; then one of its dates is enough. */
  readonly everyMs?: number;
}

/** One time a reminder is due. */
export interface Slot {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Until when a post about it still helps. */
  readonly usefulUntil: number;
}

/** How late a post about a time on the wall may be. */
export const WALL_GRACE_MS = 6 * HOUR_MS;
/** How late a post about a start that has no end may be. */
const START_GRACE_MS = 24 * HOUR_MS;
const LONGEST_LEAD_MS = 7 * DAY_MS;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** A week, and a day more on either side: a slot may have moved over midnight. */
const FORWARD = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8];
const BACKWARD = FORWARD.map((days) => -days);
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** Whether this system's tz database knows the zone. */
function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Refuses a rule that can't be followed: "bad-input" with the reason. */
export function checkRule(rule: Rule): void {
  if (rule.kind === "watch") return;
  if (rule.kind === "dated") {
    const isLead = Number.isInteger(rule.leadMs) && rule.leadMs >= 0 && rule.leadMs <= LONGEST_LEAD_MS;
    if (!isLead) refuse("the lead time is not between 0 and 7 days");
    return;
  }
  if (!isZone(rule.zone)) refuse("the time zone is unknown");
  if (!TIME.test(rule.time)) refuse("the time is not HH:MM");
  if (rule.kind === "once" && !isDate(rule.date)) refuse("the date is not a day of the calendar");
}

/**
 * The first slot after an instant. Undefined: there is none, or, for what the platform dates, none known now: ask
 * again when its dates change.
 */
export function nextSlot(rule: Rule, after: number, dates?: Dates): Slot | undefined {
  switch (rule.kind) {
    case "watch":
      return undefined;
    case "dated": {
      const slot = dates === undefined ? undefined : datedSlot(rule, dates);
      if (slot === undefined || dates?.everyMs === undefined) {
        return slot !== undefined && slot.at > after ? slot : undefined;
      }
      return shifted(slot, Math.floor((after - slot.at) / dates.everyMs) + 1, dates.everyMs);
    }
    case "once":
    case "weekly":
      return firstOf(wallSlots(rule, after, FORWARD), (slot) => slot.at > after);
  }
}

/** The last slot at or before an instant. */
export function lastSlot(rule: Rule, upTo: number, dates?: Dates): Slot | undefined {
  if (rule.kind === "watch") return undefined;
  if (rule.kind === "dated") {
    const slot = dates === undefined ? undefined : datedSlot(rule, dates);
    if (slot === undefined || dates?.everyMs === undefined) {
      return slot !== undefined && slot.at <= upTo ? slot : undefined;
    }
    return shifted(slot, Math.floor((upTo - slot.at) / dates.everyMs), dates.everyMs);
  }
  return firstOf(wallSlots(rule, upTo, BACKWARD), (slot) => slot.at <= upTo);
}

/** The next firings, for a preview: at most `count`. */
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
  return found;
}

/** The slots of days near an instant's own, counted from it, in that order. */
function* wallSlots(rule: Extract<Rule, WallTime>, near: number, days: readonly number[]): Generator<Slot> {
  const { zone, time } = rule;
  const slotOn = (day: number): Slot => {
    const at = instantOf(zone, day + minutesOf(time) * MINUTE_MS);
    return { at, usefulUntil: at + WALL_GRACE_MS };
  };
  if (rule.kind === "once") {
    yield slotOn(Date.parse(`${rule.date}T00:00:00Z`));
    return;
  }
  const today = Math.floor(localOf(zone, near) / DAY_MS) * DAY_MS;
  const wanted: readonly number[] = rule.days;
  for (const away of days) {
    const day = today + away * DAY_MS;
    if (wanted.length === 0 || wanted.includes(new Date(day).getUTCDay())) yield slotOn(day);
  }
}

function firstOf<T>(items: Iterable<T>, isWanted: (item: T) => boolean): T | undefined {
  for (const item of items) if (isWanted(item)) return item;
  return undefined;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The slot these dates give, whether it is past or not. */
export function datedSlot(
  { edge, leadMs }: Extract<Rule, { kind: "dated" }>,
  dates: Dates,
): Slot | undefined {
  const edgeAt = edgeOf(edge, dates);
  if (edgeAt === undefined) return undefined;
  const at = edgeAt - leadMs;
  if (edge === "start" || dates.everyMs !== undefined) {
    const grace = Math.min(START_GRACE_MS, dates.everyMs ?? START_GRACE_MS);
    const { endAt = edgeAt } = dates;
    return { at, usefulUntil: endAt > edgeAt ? endAt : edgeAt + grace };
  }
  return { at, usefulUntil: leadMs === 0 ? edgeAt + HOUR_MS : edgeAt };
}

/**
 * Whether the platform moved the edge a slot was planned for. A next period, which begins when the planned one is
 * over, has moved nothing; nor has a date that came and went.
 */
export function hasMoved(
  rule: Extract<Rule, { kind: "dated" }>,
  { from, dates, now }: { readonly from: Slot; readonly dates: Dates; readonly now: number },
): boolean {
  const edge = from.at + rule.leadMs;
  const found = edgeOf(rule.edge, dates);
  if (found === undefined || found === edge) return false;
  const { startAt, everyMs } = dates;
  if (everyMs !== undefined) return (edge - found) % everyMs !== 0 && now < edge;
  const over = rule.edge === "end" ? edge : from.usefulUntil;
  return startAt === undefined || startAt < over;
}

function edgeOf(edge: Edge, { startAt, endAt, everyMs }: Dates): number | undefined {
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

function refuse(reason: string): never {
  throw new MilepostError("bad-input", { reason });
}

import { DAY_MS, HOUR_MS } from "../../../base/duration.ts";
import { type ClockChange, clockChanges, localOf } from "../../../base/wall-time.ts";
import { inLines, inPlain } from "../../kit/view/view-context.ts";
import type { DatedSubject } from "../read/read-subject.ts";
import { dayAt, dayOf, type MonthDay, type Repeating, timeOf } from "../../../schedule/repeating.ts";
import { isRepeating, nextSlot, preview } from "../../../schedule/next-slot.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import type { ReminderView } from "../reminder-service.ts";
import type { CalendarItem, Repeats } from "./calendar-item.ts";
import { reminderKey } from "./follow-items.ts";
import { MOMENT_MS, wantedEntries } from "./server-entries.ts";

const TITLE_LENGTH = 200;
const ABOUT_LENGTH = 500;
/** For how long times are shown apart. */
const AHEAD_MS = 2 * 366 * DAY_MS;
const MONTH_MS = 28 * DAY_MS;

/** Returns what the platform dates: what is on or coming, each once, and the weekly reset. */
export function weekItems(
  subjects: readonly DatedSubject[],
  now: number,
): readonly (readonly [string, CalendarItem])[] {
  const resets = subjects.flatMap(({ subject, label, startAt, everyMs }) => {
    const key = subjectKey(subject);
    const isWeekly = subject.kind === "reset" && subject.every === "week";
    if (!isWeekly || key === undefined || startAt === undefined || everyMs === undefined) return [];
    const title = inPlain(label, TITLE_LENGTH);
    return [[key, { title, ...momentAt(startAt), repeats: every(everyMs) }] as const];
  });
  const entries = wantedEntries(subjects, now).map(({ thing, title, startAt, endAt }) => {
    // Of what has no known start, its end is what counts.
    const start = startAt === 0 ? endAt - HOUR_MS : startAt;
    return [thing, { title, startAt: start, endAt }] as const;
  });
  return [...resets, ...entries];
}

/** Returns a reminder's times; `times`: the next ones. None for what is paused, or comes when it happens. */
export function reminderItems(
  { id, state, rule, content, changedAt }: ReminderView,
  times: readonly number[],
  now: number,
): readonly (readonly [string, CalendarItem])[] {
  const [next, second] = times;
  if (state !== "active" || next === undefined || next <= now) return [];
  const { subject } = content;
  const text = subject.kind === "note" ? inLines(subject.text, ABOUT_LENGTH) : "";
  const title = inPlain(content.title, TITLE_LENGTH);
  const words = { title, ...(text !== "" && text !== title && { about: text }) };
  const item = (at: number, repeats?: Repeats) => ({
    ...words,
    ...momentAt(at),
    ...(repeats && { repeats }),
  });
  if (isRepeating(rule)) {
    const apart = timesApart(rule, now);
    const leftOut = apart.flatMap((one) => one.leftOut ?? []);
    const first = nextSlot(rule, changedAt)?.at ?? next;
    return [
      [reminderKey(id), item(first, { ...repeatsOf(rule), ...(leftOut.length > 0 && { leftOut }) })],
      ...apart.map(({ at }) => [reminderKey(id, at), item(at)] as const),
    ];
  }
  const everyMs = second === undefined ? 0 : second - next;
  const isReset = rule.kind === "dated" && everyMs > 0 && everyMs % DAY_MS === 0;
  return [[reminderKey(id), item(next, isReset ? every(everyMs) : undefined)]];
}

function momentAt(at: number) {
  return { startAt: at, endAt: at + MOMENT_MS };
}

function every(ms: number): Repeats {
  const days = Math.max(1, Math.round(ms / DAY_MS));
  return days % 7 === 0 ? { freq: "WEEKLY", interval: days / 7 } : { freq: "DAILY", interval: days };
}

function repeatsOf(rule: Repeating): Repeats {
  const { zone, until } = rule;
  const shared = { zone, ...(until !== undefined && { until }) };
  switch (rule.kind) {
    case "weekly":
      if (rule.days.length === 0) return { freq: "DAILY", interval: 1, ...shared };
      return { freq: "WEEKLY", interval: 1, weekdays: [...rule.days], ...shared };
    case "monthly":
      return { freq: "MONTHLY", interval: 1, ...daysOf(rule.on), ...shared };
    case "interval": {
      const { unit, count: interval, from } = rule;
      // Hours are elapsed time.
      if (unit === "hour") return { freq: "HOURLY", interval, ...(until !== undefined && { until }) };
      if (unit === "day") return { freq: "DAILY", interval, ...shared };
      if (unit === "week") return { freq: "WEEKLY", interval, ...shared };
      return { freq: "MONTHLY", interval, ...daysOf({ day: new Date(dayOf(from)).getUTCDate() }), ...shared };
    }
  }
}

/** The last day of months is the standard's; other days that a month lacks are shown apart. */
function daysOf(on: MonthDay): Pick<Repeats, "monthDays" | "weekdays" | "position"> {
  if ("weekday" in on) return { weekdays: [on.weekday], position: on.nth };
  return { monthDays: [on.day === 31 ? -1 : on.day] };
}

/** A time that the file shows apart, and the local time, as if it were UTC, on which its repetition doesn't come. */
interface TimeApart {
  readonly at: number;
  readonly leftOut?: number;
}

/** Returns the times that calendar apps read differently: on clock changes, and on the last of February. */
function timesApart(rule: Repeating, now: number): readonly TimeApart[] {
  if (rule.kind === "interval" && rule.unit === "hour") return [];
  const changes = clockChanges(rule.zone, now - DAY_MS, now + AHEAD_MS);
  const apart = changes.flatMap((change) => timeOfChange(rule, change));
  const shown = new Set(apart.map(({ at }) => at));
  return [...apart, ...inShortMonths(rule, now).filter(({ at }) => !shown.has(at))];
}

/** A skipped time comes at the end of the gap, a repeated one the first time. */
function timeOfChange(rule: Repeating, { at, before, after }: ClockChange): readonly TimeApart[] {
  const repeatedFrom = Math.min(at, at + after - before);
  const slot = nextSlot(rule, repeatedFrom - 1)?.at;
  if (slot === undefined || slot > at || (after < before && slot === at)) return [];
  const day = Math.floor((slot + before) / DAY_MS) * DAY_MS;
  const leftOut = day + timeOf(rule.time);
  return localOf(rule.zone, slot) === leftOut && after > before ? [] : [{ at: slot, leftOut }];
}

function inShortMonths(rule: Repeating, now: number): readonly TimeApart[] {
  const day = dayOfMonth(rule);
  if (day !== 29 && day !== 30) return [];
  const until = now + AHEAD_MS;
  return preview(rule, now, { count: Math.ceil(AHEAD_MS / MONTH_MS) }).flatMap((at) =>
    at < until && new Date(dayAt(rule.zone, at)).getUTCDate() < day ? [{ at }] : [],
  );
}

function dayOfMonth(rule: Repeating): number | undefined {
  if (rule.kind === "interval" && rule.unit === "month") return new Date(dayOf(rule.from)).getUTCDate();
  return rule.kind === "monthly" && "day" in rule.on ? rule.on.day : undefined;
}

import type { WorkerDeps } from "../engine/ports.ts";
import { within } from "../../../base/async/within.ts";
import { messagesFor } from "../../../messages/catalog.ts";
import { datingOf, subjectOfKey, subjectKey } from "../../../schedule/subject.ts";
import type { KnownDateRows, KnownDatesRow } from "../store/known-date-rows.ts";
import type { Background } from "../engine/system-context.ts";
import { type DatedSubject, undatedTitle } from "../../kit/read-subject.ts";
import type { ReminderService } from "../reminder-service.ts";
import { readSources } from "./read-dated-subjects.ts";

interface SubjectListDeps extends Pick<WorkerDeps, "clock" | "log"> {
  readonly background: (signal: AbortSignal, locale: string) => Background;
  readonly known: KnownDateRows;
}

/** How long autocomplete waits before it suggests what is known. */
const WITHIN_MS = 1_200;
const READ_WITHIN_MS = 10_000;
const MOST_KNOWN = 200;

/** Lists what can be waited for, from the platform's cache, or from the known dates where that is too slow. */
export function createSubjectList(deps: SubjectListDeps): ReminderService["datedSubjects"] {
  const { background, known, clock, log } = deps;
  return async ({ locale, signal, withinMs = WITHIN_MS }) => {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]);
    const readings = readSources(background(stop, locale));
    Promise.all(readings).catch((error: unknown) =>
      log.warn("what can be waited for could not be read", {}, error),
    );
    const seen = await Promise.all(readings.map((reading) => within(reading, withinMs, signal)));
    const remembered = await known.list(MOST_KNOWN);
    const now = clock.now();
    const fresh = seen.flatMap((one) => one?.subjects ?? []);
    const keys = new Set(fresh.map(keyOf));
    const others = remembered
      .flatMap((row) => toDatedSubject(row, locale, now))
      .filter((one) => !keys.has(keyOf(one)));
    return [...fresh, ...others]
      .filter((one) => !isOver(one, now))
      .sort((a, b) => soonest(a, now) - soonest(b, now));
  };
}

function keyOf({ subject }: DatedSubject): string {
  return subjectKey(subject) ?? "";
}

function toDatedSubject(
  { thing, title, start_at, end_at, every_ms }: KnownDatesRow,
  locale: string,
  now: number,
): readonly DatedSubject[] {
  const subject = subjectOfKey(thing);
  if (subject === undefined) return [];
  const label = undatedTitle(subject, messagesFor(locale)) || title;
  const last = end_at ?? start_at ?? now;
  const later = every_ms === null ? 0 : Math.max(0, Math.floor((now - last) / every_ms) + 1) * every_ms;
  return [
    {
      subject,
      label,
      ...(start_at !== null && { startAt: start_at + later }),
      ...(end_at !== null && { endAt: end_at + later }),
      ...(every_ms !== null && { everyMs: every_ms }),
    },
  ];
}

function isOver({ startAt, endAt, subject }: DatedSubject, now: number): boolean {
  if (endAt !== undefined) return endAt <= now;
  return datingOf(subject) === "recurring" && startAt !== undefined && startAt <= now;
}

/** Returns the next of its dates; past ones sort last. */
function soonest({ startAt, endAt }: DatedSubject, now: number): number {
  const ahead = [startAt, endAt].filter((at) => at !== undefined && at > now) as readonly number[];
  return Math.min(...ahead, Number.MAX_SAFE_INTEGER);
}

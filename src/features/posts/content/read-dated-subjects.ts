import { isMilepostError, MilepostError } from "../../../base/errors.ts";
import { hasCapability } from "../../kit/command/capabilities.ts";
import { type DatedSource, type SeenSubject, sourcesOf } from "./dated-sources.ts";
import type { Background } from "../engine/system-context.ts";
import type { KnownDatesStore } from "../engine/known-dates.ts";
import type { DatesSource, WorkerDeps } from "../engine/ports.ts";
import { isOverdue } from "./description.ts";
import { within } from "../../../base/async/within.ts";
import { messagesFor } from "../../../messages/catalog.ts";
import { datingOf, subjectKey, subjectOfKey } from "../../../schedule/subject.ts";
import type { KnownDateRows, KnownDatesRow } from "../store/platform-rows.ts";
import type { ReminderService } from "../reminder-service.ts";
import { type DatedSubject, undatedTitle } from "../read/read-subject.ts";

/** The result of reading all sources once. */
interface PlatformReading {
  readonly subjects: readonly SeenSubject[];
  /** Why something is missing. */
  readonly failure?: MilepostError;
}

interface WantedDates {
  /** Whose sources are read; those of all subjects where none are given. */
  readonly keys?: readonly string[];
  /** Older answers about milestones are read again. */
  readonly maxAgeMs?: number | undefined;
}

const FETCHED_WITHIN_MS = 5_000;
const NOTHING: PlatformReading = { subjects: [] };

/** Returns everything that has dates now. Never throws for a failing platform. */
export async function readDatedSubjects(context: Background, wanted?: WantedDates): Promise<PlatformReading> {
  const parts = await Promise.all(readSources(context, wanted));
  const failure = parts.find((part) => part.failure !== undefined)?.failure;
  return {
    subjects: parts.flatMap(({ subjects }) => subjects),
    ...(failure !== undefined && { failure }),
  };
}

/** Reads the same, each source by itself. */
function readSources(
  context: Background,
  { keys, maxAgeMs }: WantedDates = {},
): readonly Promise<PlatformReading>[] {
  return sourcesOf(keys).map((source) => readSource(context, source, maxAgeMs));
}

async function readSource(
  context: Background,
  source: DatedSource,
  maxAgeMs?: number,
): Promise<PlatformReading> {
  if (source.list !== undefined && !hasCapability(context, source.list.capability)) return NOTHING;
  try {
    return { subjects: await source.read(context, maxAgeMs) };
  } catch (error) {
    if (isMilepostError(error)) return { ...NOTHING, failure: error };
    if (!isOverdue(error)) throw error;
    return { ...NOTHING, failure: new MilepostError("platform-timeout", {}, { cause: error }) };
  }
}

/** Returns the known dates, and asks the platform for those of a subject nobody waited for before. */
export function createDatesFetcher(
  known: KnownDatesStore,
  ask: (signal: AbortSignal) => Background,
): DatesSource {
  return {
    async datesOf(key) {
      const before = await known.datesOf(key);
      if (before !== undefined) return before;
      const seen = await readDatedSubjects(ask(AbortSignal.timeout(FETCHED_WITHIN_MS)), { keys: [key] });
      await known.learn(seen.subjects);
      return known.datesOf(key);
    },
  };
}

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

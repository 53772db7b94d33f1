import { MilepostError, isMilepostError } from "../../../base/errors.ts";
import { hasCapability } from "../../kit/capabilities.ts";
import { type DatedSource, type SeenSubject, sourcesOf } from "./dated-sources.ts";
import type { Background } from "../engine/system-context.ts";
import type { KnownDatesStore } from "../engine/known-dates.ts";
import type { DatesSource } from "../engine/ports.ts";
import { isOverdue } from "./description.ts";

/** The result of reading all sources once. */
export interface PlatformReading {
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
export function readSources(
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

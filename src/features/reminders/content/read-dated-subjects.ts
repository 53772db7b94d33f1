import { DAY_MS } from "../../../base/duration.ts";
import { MilepostError, isMilepostError } from "../../../base/errors.ts";
import { toMilestone } from "../../../game/milestones.ts";
import type { Names } from "../../../game/names.ts";
import { type Resets, resetsFrom } from "../../../game/progress-resets.ts";
import { toLine } from "../../../game/readable.ts";
import type { Term } from "../../../game/times.ts";
import type { Messages } from "../../../messages/catalog.ts";
import type { Subject } from "../../shared/schedule/subject.ts";
import { lookUpNames } from "../../shared/look-up-names.ts";
import { capabilities, hasCapability } from "../../shared/capabilities.ts";
import { readTopOfFeed } from "../../shared/trending/feed.ts";
import type { Background } from "../../shared/system-context.ts";
import type { DatedSubject } from "../../shared/reminder-service.ts";
import type { KnownDatesStore, SeenSubject } from "../engine/known-dates.ts";
import type { DatesSource } from "../engine/ports.ts";
import { isOverdue } from "./description.ts";

/** The result of reading the platform once. */
export interface PlatformReading {
  readonly subjects: readonly SeenSubject[];
  /** Why something is missing. */
  readonly failure?: MilepostError;
}

/** Which of the platform's lists to read. */
export interface WantedLists {
  readonly milestones: boolean;
  readonly trending: boolean;
  /** Older answers about milestones are read again. */
  readonly maxAgeMs?: number;
}

/** Returns the lists that contain these keys. */
export function listsOf(keys: readonly string[]): WantedLists {
  const events = keys.filter((key) => key.startsWith("ritual:"));
  return { milestones: events.length < keys.length, trending: events.length > 0 };
}

const FETCHED_WITHIN_MS = 5_000;
const NOTHING: PlatformReading = { subjects: [] };

/**
 * Returns everything the platform dates now: milestones, their resets and trending events. Never throws for a failing
 * platform.
 */
export async function readDatedSubjects(context: Background, wanted: WantedLists): Promise<PlatformReading> {
  const parts = await Promise.all([
    wanted.milestones && hasCapability(context, capabilities.milestones)
      ? orFailure(readMilestones(context, wanted))
      : NOTHING,
    wanted.trending && hasCapability(context, capabilities.trending)
      ? orFailure(readEvents(context))
      : NOTHING,
  ]);
  const failure = parts.find((part) => part.failure !== undefined)?.failure;
  return {
    subjects: parts.flatMap(({ subjects }) => subjects),
    ...(failure !== undefined && { failure }),
  };
}

async function orFailure(reading: Promise<PlatformReading>): Promise<PlatformReading> {
  try {
    return await reading;
  } catch (error) {
    if (isMilepostError(error)) return { ...NOTHING, failure: error };
    if (!isOverdue(error)) throw error;
    return { ...NOTHING, failure: new MilepostError("platform-timeout", {}, { cause: error }) };
  }
}

async function readMilestones(context: Background, { maxAgeMs }: WantedLists): Promise<PlatformReading> {
  const { platform, locale, signal, now } = context;
  const asked = { locale, signal, ...(maxAgeMs !== undefined && { maxAgeMs }) };
  const dated = await platform.milestonesPublic(asked);
  const all = Object.values(dated.data).map(toMilestone);
  const known = all.filter(({ starts, ends }) => starts !== undefined || ends !== undefined);
  const names = await lookUpNames(context, { milestone: known.map(({ hash }) => hash) });
  const texts = context.messages(locale);
  const milestones = known.map((milestone) => ({
    subject: { kind: "milestone", hash: milestone.hash } as const,
    label: milestoneLabel(milestone.hash, names, texts),
    ...datesOf(milestone),
  }));
  const nextResets = resets(resetsFrom(all, now), texts);
  const { at: seenAt, isStale } = dated;
  return { subjects: [...nextResets, ...milestones].map((one) => ({ ...one, seenAt, isStale })) };
}

function milestoneLabel(hash: number, names: Names, { shared }: Messages): string {
  const name = names.of("milestone", hash)?.name.trim() ?? "";
  return name === "" ? shared.unnamed.milestone(String(hash)) : name;
}

function resets({ weekly, daily }: Resets, { remind }: Messages) {
  const reset = (every: "day" | "week", next: number | undefined, everyMs: number) => {
    const subject = { kind: "reset", every } as const;
    return next === undefined ? [] : [{ subject, label: remind.what.resets[every], startAt: next, everyMs }];
  };
  return [...reset("week", weekly?.next, 7 * DAY_MS), ...reset("day", daily?.next, DAY_MS)];
}

async function readEvents(context: Background): Promise<PlatformReading> {
  const feed = await readTopOfFeed(context);
  const seenAt = Math.min(...feed.parts.map(({ at }) => at));
  const isStale = feed.parts.some((part) => part.isStale);
  const subjects = feed.listed.flatMap(({ trend }): readonly SeenSubject[] => {
    const { kind, key, starts, ends, title, audience } = trend;
    if (kind !== "event" || key.type === "article" || audience === "age-gated") return [];
    if (starts === undefined && ends === undefined) return [];
    const subject: Subject = { kind: "ritual", type: String(key.type), id: key.id };
    const texts = context.messages(context.locale).trending;
    const label = toLine(title ?? "") || texts.kinds.event;
    return [{ subject, label, ...datesOf(trend), seenAt, isStale }];
  });
  return { subjects };
}

function datesOf({ starts, ends }: Term): Pick<DatedSubject, "startAt" | "endAt"> {
  return { ...(starts !== undefined && { startAt: starts }), ...(ends !== undefined && { endAt: ends }) };
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
      const seen = await readDatedSubjects(ask(AbortSignal.timeout(FETCHED_WITHIN_MS)), listsOf([key]));
      await known.learn(seen.subjects);
      return known.datesOf(key);
    },
  };
}

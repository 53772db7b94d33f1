import { inBatches } from "../../../base/async/map-in-batches.ts";
import { DAY_MS } from "../../../base/duration.ts";
import { toLine } from "../../../game/readable.ts";
import type { AgendaEntry, AgendaList } from "../view/post-parts.ts";
import { type SeenSubject, sourceOf } from "./dated-sources.ts";
import { lookUpNames } from "../../kit/look-up-names.ts";
import { datingOf, isTimed, type Subject } from "../../../schedule/subject.ts";
import { distinct } from "../read/suggest-reminders.ts";
import type { Background } from "../engine/system-context.ts";
import { orTrouble } from "./description.ts";
import { readDatedSubjects } from "./read-dated-subjects.ts";

export const SPAN_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;
const MOST_SHOWN = 10;
const READ_AT_ONCE = 5;

export interface AgendaSpan {
  readonly from: number;
  readonly until: number;
  /** Only what ends within the span. */
  readonly isEnding?: boolean;
  /** Of what is on, only what starts or ends from then on. */
  readonly turnsFrom?: number | undefined;
  /** Older answers about milestones are read again. */
  readonly maxAgeMs?: number | undefined;
}

/**
 * Returns everything that is on in a span as `seen`, and what is shown of it, soonest end first and with rewards, as
 * `list`; `failure` says why something is missing. Never throws for a failing platform.
 */
export async function readAgenda(context: Background, span: AgendaSpan) {
  const { maxAgeMs } = span;
  const { subjects, failure } = await readDatedSubjects(context, { maxAgeMs });
  const seen = distinct(subjects.filter((one) => isWithin(one, span)));
  const listed = seen.filter((one) => isTurning(one, span));
  const all = listed.toSorted((a, b) => nextOf(a, context.now) - nextOf(b, context.now));
  const shown = all.slice(0, MOST_SHOWN);
  const at = Math.min(...seen.map(({ seenAt }) => seenAt));
  const isStale = failure !== undefined || seen.some((one) => one.isStale);
  const list: AgendaList = { entries: await entriesOf(context, shown), more: all.length - shown.length };
  return { seen, failure, list: seen.length === 0 ? list : { ...list, age: { at, isStale } } };
}

async function entriesOf(
  context: Background,
  shown: readonly SeenSubject[],
): Promise<readonly AgendaEntry[]> {
  const more = await inBatches(shown, READ_AT_ONCE, (one) => detailsOf(context, one.subject));
  const item = more.flatMap(({ rewards }) => rewards);
  const names = await lookUpNames(context, { item });
  return shown.map(({ label, startAt, endAt }, index) => {
    const { rewards = [], picture } = more[index] ?? {};
    return {
      title: label,
      starts: startAt,
      ends: endAt,
      // A number means nothing to readers.
      rewards: rewards.flatMap((hash) => toLine(names.of("item", hash)?.name ?? "") || []),
      picture,
    };
  });
}

function isWithin(
  { subject, startAt = 0, endAt }: SeenSubject,
  { from, until, isEnding = false }: AgendaSpan,
): boolean {
  if (isEnding && (endAt === undefined || endAt > until)) return false;
  const isOver = endAt === undefined ? startAt < from : endAt <= from;
  return datingOf(subject) !== "recurring" && !isOver && startAt < until;
}

function isTurning({ startAt = 0, endAt }: SeenSubject, { turnsFrom, until }: AgendaSpan): boolean {
  if (turnsFrom === undefined || startAt >= turnsFrom) return true;
  return endAt !== undefined && endAt <= until;
}

/** Sorts what is on by its end and what is to come by its start; no end comes last. */
function nextOf({ startAt = 0, endAt = Number.MAX_SAFE_INTEGER }: SeenSubject, now: number): number {
  return startAt > now ? startAt : endAt;
}

/** Returns nothing where the platform has none or fails: the rest is posted all the same. */
async function detailsOf(context: Background, subject: Subject) {
  const read = isTimed(subject) && (await orTrouble(sourceOf(subject).rewards(context, subject)));
  return typeof read === "object" ? read : { rewards: [], picture: undefined };
}

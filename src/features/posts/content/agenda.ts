import { z } from "zod";

import {
  readContent,
  type ReminderContent,
  type Subject,
  datingOf,
  isTimed,
  type SubjectOf,
  subjectKey,
} from "../../../schedule/subject.ts";
import type { PostedItem, ReminderStore } from "../engine/ports.ts";
import { inBatches } from "../../../base/async/map-in-batches.ts";
import { DAY_MS, MINUTE_MS, HOUR_MS } from "../../../base/duration.ts";
import { toLine } from "../../../game/readable.ts";
import type { AgendaEntry, AgendaList } from "../view/post-parts.ts";
import { type SeenSubject, sourceOf } from "./dated-sources.ts";
import { lookUpNames } from "../../kit/read/look-up-names.ts";
import { distinct } from "../read/suggest-reminders.ts";
import type { Background } from "../engine/system-context.ts";
import { orTrouble, type Description, type DescribeInput, suspendUntil, troubleOf } from "./description.ts";
import { readDatedSubjects } from "./read-dated-subjects.ts";
import { edgeAt } from "./describe-dated.ts";

/** What a post listed, stored with its occurrence, since the platform drops what has ended. */
type ListedAgenda = z.output<typeof listedSchema>;
const listedSchema = z.object({
  title: z.string(),
  /** Only for a reset. */
  at: z.number().optional(),
  entries: z
    .object({
      title: z.string(),
      starts: z.number().optional(),
      ends: z.number().optional(),
      rewards: z.string().array().readonly(),
      picture: z.string().optional(),
    })
    .array()
    .readonly(),
  more: z.number(),
});

function noteOf(listed: ListedAgenda): string {
  return JSON.stringify(listed);
}

/** Returns when the next entry ends; undefined where none will. */
function nextEnd({ entries }: Pick<ListedAgenda, "entries">, now: number): number | undefined {
  const ends = entries.flatMap(({ ends: at = 0 }) => (at > now ? [at] : []));
  return ends.length === 0 ? undefined : Math.min(...ends);
}

/** Returns a posted list as it reads now; undefined where its content is not known. */
export function agendaNow(
  { subject }: ReminderContent,
  note: string | undefined,
  now: number,
):
  | { readonly described: Extract<Description, { kind: "described" }>; readonly isChanged: boolean }
  | undefined {
  if (!isList(subject) || note === undefined) return undefined;
  const { title, at, more, entries: listed } = listedSchema.parse(JSON.parse(note));
  const entries = listed.map((entry) => ({ ...entry, isOver: (entry.ends ?? Infinity) <= now }));
  const endAt = nextEnd({ entries }, now);
  return {
    described: { kind: "described", title, subject: { kind: subject.kind, at, entries, more }, endAt },
    // Posts about one reset share a note, and some may have been sent before there was a list.
    isChanged: subject.kind === "reset" || entries.some(({ isOver }) => isOver),
  };
}

export function isList(subject: Subject): subject is ListSubject {
  return subject.kind === "agenda" || subject.kind === "reset";
}

type ListSubject = Extract<Subject, { kind: "agenda" | "reset" }>;

/** Of two lists due together, the week's wins over the day's, and an agenda over a reset. */
function isListedBy(subject: ListSubject, other: Subject): boolean {
  if (!isList(other)) return false;
  if (subject.kind !== other.kind) return subject.kind === "reset";
  const isOther = other.every !== subject.every;
  return isOther && (subject.kind === "agenda" || subject.every === "day");
}

/** Returns whether another list with the same content is due there at the same time. */
export async function isOtherListDue(
  { reminders, occurrences }: ReminderStore,
  { reminder, slot }: Pick<PostedItem, "reminder" | "slot">,
  target: string,
): Promise<boolean> {
  const { subject } = readContent(reminder);
  if (!isList(subject)) return false;
  const { guild_id: guildId, owner_id: ownerId, purpose } = reminder;
  for (const row of await reminders.list(guildId === null ? { ownerId } : { guildId })) {
    if (row.purpose !== purpose || row.id === reminder.id) continue;
    if (row.state === "paused" || row.state === "disabled") continue;
    if (!isListedBy(subject, readContent(row).subject)) continue;
    const isDue = row.next_slot === slot || (await occurrences.last(row.id))?.at === slot;
    if (!isDue) continue;
    const places = await reminders.destinations(row.id);
    if (places.some((place) => place.target === target && place.state === "open")) return true;
  }
  return false;
}

const SPAN_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;
const MOST_SHOWN = 10;
const READ_AT_ONCE = 5;

interface AgendaSpan {
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
async function readAgenda(context: Background, span: AgendaSpan) {
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

/** How often, and for how long, a list that may be incomplete is read again. */
const LOOK_EVERY_MS = 2 * MINUTE_MS;
const LOOK_FOR_MS = HOUR_MS;
/** An answer at the reset need not be younger than this. */
const YOUNGEST_MS = 1_000;

/** Describes what is on in the day or week that begins now. */
export async function describeAgenda(
  describing: DescribeInput,
  { every }: SubjectOf<"agenda">,
): Promise<Description> {
  const { context, content, isListedElsewhere: isBoth, isSample } = describing;
  if (isBoth && every === "day" && !isSample) return { kind: "skip", reason: "in-weekly" };
  const { now } = context;
  const { seen, failure, list } = await readAgenda(context, { from: now, until: now + SPAN_MS[every] });
  // A missing list may be half of the content.
  const waits = failure && suspendUntil(describing, troubleOf(failure));
  if (waits !== undefined) return waits;
  if (seen.length === 0)
    return { kind: "skip", reason: failure === undefined ? "nothing" : troubleOf(failure) };
  const title = isBoth ? context.messages(context.locale).remind.what.agenda.both : content.title;
  const listed = { title, entries: list.entries, more: list.more };
  return {
    kind: "described",
    title,
    subject: { kind: "agenda", ...list },
    endAt: nextEnd(listed, now),
    note: noteOf(listed),
  };
}

/**
 * Describes a reset with what is on in the week that begins, or what starts or ends that day; a reminder ahead of it
 * lists what ends. It is posted on time; a list the platform can't give yet is added by an edit.
 */
export async function describeReset(
  { item, rule, known, context, isListedElsewhere, isSample }: DescribeInput,
  subject: SubjectOf<"reset">,
): Promise<Description> {
  const { now } = context;
  const { every } = subject;
  const row = await known.find(subjectKey(subject) ?? "");
  const at = rule.kind === "dated" ? edgeAt(rule, item.slot, row) : undefined;
  const title = context.messages(context.locale).remind.what.resets[every];
  if (isListedElsewhere) {
    return { kind: "described", title, subject: { kind: "reset", at, entries: [], more: 0 } };
  }
  const isAhead = at !== undefined && at > now;
  const { seen, list, failure } = await readAgenda(context, {
    from: now,
    until: isAhead ? at : (at ?? now) + SPAN_MS[every],
    isEnding: isAhead,
    ...(every === "day" && { turnsFrom: (at ?? now) - HOUR_MS }),
    ...(at !== undefined && !isAhead && !isSample && { maxAgeMs: Math.max(YOUNGEST_MS, now - at) }),
  });
  const isTold = failure === undefined && seen.every(({ isStale }) => !isStale);
  const mayCome = at !== undefined && !isAhead && now < at + LOOK_FOR_MS;
  const isSure = isTold && (!mayCome || seen.some((one) => beginsWith(one, at)));
  const listed = { title, at, entries: list.entries, more: list.more };
  const endAt = isSure ? nextEnd(listed, now) : mayCome ? now + LOOK_EVERY_MS : undefined;
  return {
    kind: "described",
    title,
    subject: { kind: "reset", at, ...list },
    endAt,
    ...(isSure && { note: noteOf(listed) }),
  };
}

/** Returns whether a listed milestone begins with the reset: until one does, the platform still shows the old list. */
function beginsWith({ subject, startAt }: SeenSubject, at: number): boolean {
  return subject.kind === "milestone" && startAt !== undefined && Math.abs(startAt - at) <= HOUR_MS;
}

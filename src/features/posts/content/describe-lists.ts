import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import { subjectKey, type SubjectOf } from "../../../schedule/subject.ts";
import type { SeenSubject } from "./dated-sources.ts";
import { edgeAt } from "./describe-dated.ts";
import { type Description, type DescribeInput, suspendUntil, troubleOf } from "./description.ts";
import { nextEnd, noteOf } from "./posted-list.ts";
import { readAgenda, SPAN_MS } from "./read-agenda.ts";

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

import { inBatches } from "../../../base/async/map-in-batches.ts";
import { DAY_MS } from "../../../base/duration.ts";
import { toLine } from "../../../game/readable.ts";
import { toTrendDetails } from "../../../game/trend-details.ts";
import type { AgendaEntry } from "../../shared/view/post-parts.ts";
import { lookUpNames } from "../../shared/look-up-names.ts";
import { readMilestoneContent } from "../../shared/read-milestone-content.ts";
import type { Subject } from "../../shared/schedule/subject.ts";
import { distinct } from "../../shared/suggest-reminders.ts";
import type { Background } from "../../shared/system-context.ts";
import { rulesOf } from "../../shared/trending/feed.ts";
import type { SeenSubject } from "../engine/known-dates.ts";
import { type Description, type DescribeInput, orTrouble, suspendUntil, troubleOf } from "./description.ts";
import { nextEnd, noteOf } from "./listed-agenda.ts";
import { readDatedSubjects } from "./read-dated-subjects.ts";

const SPAN_MS = { day: DAY_MS, week: 7 * DAY_MS } as const;
const MOST_SHOWN = 10;
const READ_AT_ONCE = 5;

/** What is on in the day or week that begins now, what ends soonest first, each with its rewards. */
export async function describeAgenda(
  describing: DescribeInput,
  { every }: Extract<Subject, { kind: "agenda" }>,
): Promise<Description> {
  const { context, content, isBoth = false } = describing;
  const { subjects, failure } = await readDatedSubjects(context, { milestones: true, trending: true });
  // What one list lacks may be the half of it.
  const waits = failure && suspendUntil(describing, troubleOf(failure));
  if (waits !== undefined) return waits;
  const seen = subjects.filter((one) => isWithin(one, context.now, context.now + SPAN_MS[every]));
  const all = distinct(seen).toSorted((a, b) => nextOf(a, context.now) - nextOf(b, context.now));
  if (all.length === 0)
    return { kind: "skip", reason: failure === undefined ? "nothing" : troubleOf(failure) };
  const shown = all.slice(0, MOST_SHOWN);
  const more = await inBatches(shown, READ_AT_ONCE, (one) => detailsOf(context, one.subject));
  const item = more.flatMap(({ rewards }) => rewards);
  const milestone = shown.flatMap(({ subject }) => (subject.kind === "milestone" ? [subject.hash] : []));
  const names = await lookUpNames(context, { item, milestone });
  const entries = shown.map(({ label, subject, startAt, endAt }, index): AgendaEntry => {
    const { rewards = [], picture } = more[index] ?? {};
    const icon = subject.kind === "milestone" ? names.of("milestone", subject.hash)?.iconUrl : undefined;
    return {
      title: label,
      starts: startAt,
      ends: endAt,
      // A number says nothing to anybody.
      rewards: rewards.flatMap((hash) => toLine(names.of("item", hash)?.name ?? "") || []),
      picture: picture ?? icon,
    };
  });
  const age = {
    at: Math.min(...seen.map(({ seenAt }) => seenAt)),
    isStale: failure !== undefined || seen.some(({ isStale }) => isStale),
  };
  const others = all.length - shown.length;
  const title = isBoth ? context.messages(context.locale).remind.what.agenda.both : content.title;
  const listed = { title, entries, more: others };
  return {
    kind: "described",
    title,
    subject: { kind: "agenda", every, entries, more: others, age },
    endAt: nextEnd(listed, context.now),
    note: noteOf(listed),
  };
}

function isWithin({ subject, startAt = 0, endAt }: SeenSubject, from: number, until: number): boolean {
  const isOver = endAt === undefined ? startAt < from : endAt <= from;
  return subject.kind !== "reset" && !isOver && startAt < until;
}

/** What is on by its end, what is to come by its start, and what has no end last. */
function nextOf({ startAt = 0, endAt = Number.MAX_SAFE_INTEGER }: SeenSubject, now: number): number {
  return startAt > now ? startAt : endAt;
}

interface EntryDetails {
  /** Hashes of items. */
  readonly rewards: readonly number[];
  readonly picture?: string | undefined;
}

/** None where the platform gives none, or does not answer: the rest is posted all the same. */
async function detailsOf(context: Background, subject: Subject): Promise<EntryDetails> {
  const read = await orTrouble(readDetails(context, subject));
  return typeof read === "string" ? { rewards: [] } : read;
}

async function readDetails(context: Background, subject: Subject): Promise<EntryDetails> {
  const event = await readEvent(context, subject);
  const content =
    subject.kind === "milestone" ? await readMilestoneContent(context, subject.hash) : event?.content;
  return {
    rewards: [...new Set((content?.rewards ?? []).flatMap(({ items }) => items))],
    picture: context.platform.imageUrl(event?.picture),
  };
}

async function readEvent(context: Background, subject: Subject) {
  const { platform, locale, signal } = context;
  if (subject.kind !== "ritual" || !platform.offers("trending.entry")) return undefined;
  const { type, id: identifier } = subject;
  const { data } = await platform.trendingEntry({ type: Number(type), identifier, locale, signal });
  const details = toTrendDetails(data, rulesOf(context));
  return details.type === "ritual" ? details : undefined;
}

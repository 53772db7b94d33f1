import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import { clip } from "../../../base/text.ts";
import { inPlain } from "../../kit/view/view-context.ts";
import type { DatedSubject } from "../../kit/read-subject.ts";
import { datingOf, subjectKey } from "../../../schedule/subject.ts";
import type { CalendarRow } from "../store/guild-rows.ts";

/** Discord's limit for an event's name. */
const NAME_LENGTH = 100;
/** Discord requires a future start: what is already on starts this soon. */
const SOON_MS = MINUTE_MS;
/** A closer start is left alone: Discord starts the event by itself. */
const STARTS_AHEAD_MS = 2 * MINUTE_MS;
const MISSED_FOR_MS = HOUR_MS;

/** A dated subject as it should be in a calendar. */
export interface WantedEntry {
  readonly thing: string;
  /** The trending entry about the same thing, which has more to show. */
  readonly trendingAs?: string | undefined;
  readonly title: string;
  /** 0: the platform doesn't say. */
  readonly startAt: number;
  readonly endAt: number;
}

/** Returns what has a future end, soonest first. A milestone and a trending entry about the same thing become one. */
export function wantedEntries(subjects: readonly DatedSubject[], now: number): readonly WantedEntry[] {
  const entries = subjects
    .flatMap(({ subject, label, startAt = 0, endAt = 0 }): readonly WantedEntry[] => {
      const thing = subjectKey(subject);
      const isDated = thing !== undefined && datingOf(subject) !== "recurring";
      const title = clip(inPlain(label, NAME_LENGTH), NAME_LENGTH);
      return isDated && title !== "" && endAt > now + STARTS_AHEAD_MS && endAt > startAt
        ? [{ thing, title, startAt, endAt }]
        : [];
    })
    .toSorted((a, b) => Math.max(a.startAt, now) - Math.max(b.startAt, now) || a.endAt - b.endAt);
  // Milestones last, so that they win: they are listed for as long as they are on.
  const byKind = entries.toSorted((a, b) => Number(isMilestone(a)) - Number(isMilestone(b)));
  const once = new Map<string, WantedEntry>();
  for (const entry of byKind) {
    const same = once.get(keyOf(entry));
    once.set(keyOf(entry), same === undefined ? entry : { ...entry, trendingAs: same.thing });
  }
  return entries.flatMap((entry) => {
    const kept = once.get(keyOf(entry));
    return kept?.thing === entry.thing ? [kept] : [];
  });
}

const keyOf = ({ endAt, title }: WantedEntry) => `${endAt} ${title}`;
const isMilestone = ({ thing }: WantedEntry) => kindOf(thing) === "milestone";

/** Returns when a new event starts. */
export function firstStart({ startAt }: WantedEntry, now: number): number {
  return Math.max(startAt, now + SOON_MS);
}

/** Returns an event's new start; undefined where it can't be changed any more. */
export function movedStart({ startAt }: WantedEntry, before: CalendarRow, now: number): number | undefined {
  const hasBegun = before.start_at <= now;
  return hasBegun || startAt === before.start_at ? undefined : firstStart({ startAt } as WantedEntry, now);
}

/** A different title is no change: an old answer may be in another language. */
export function isSameEntry(row: CalendarRow, { startAt, endAt }: WantedEntry): boolean {
  return row.start_at === startAt && row.end_at === endAt;
}

/** Returns what becomes of an entry that is no longer listed while others of its kind are. */
export function whenMissing(row: CalendarRow, now: number): "kept" | "noted" | "over" {
  if (row.missing_since === null || row.missing_since > now) return "noted";
  return now - row.missing_since >= MISSED_FOR_MS ? "over" : "kept";
}

/** Returns which of the platform's lists contains it. */
export function kindOf(thing: string): string {
  return thing.split(":")[0] ?? "";
}

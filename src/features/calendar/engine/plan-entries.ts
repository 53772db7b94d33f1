import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import { clip } from "../../../base/text.ts";
import { inPlain } from "../../shared/view/view-context.ts";
import type { DatedSubject } from "../../shared/reminder-service.ts";
import { datingOf, subjectKey } from "../../shared/schedule/subject.ts";
import type { CalendarRow } from "../store/calendar-rows.ts";

/** Discord's bound on an event's name. */
const NAME_LENGTH = 100;
/** Discord takes no start that has passed: what is on already begins so soon. */
const SOON_MS = MINUTE_MS;
/** A start that is nearer was passed over once: Discord begins the entry by itself. */
const STARTS_AHEAD_MS = 2 * MINUTE_MS;
const MISSED_FOR_MS = HOUR_MS;

/** A dated thing as it should stand in a calendar. */
export interface WantedEntry {
  readonly thing: string;
  /** The entry that trends and says the same: it has more to show. */
  readonly trendingAs?: string | undefined;
  readonly title: string;
  /** 0: the platform does not say. */
  readonly startAt: number;
  readonly endAt: number;
}

/** What has an end ahead, what ends soonest first. What a milestone and an entry that trends both say stands once. */
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
  // Milestones last: they are listed for as long as they are on, and so stay in the map.
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

/** When an entry that is made now begins. */
export function firstStart({ startAt }: WantedEntry, now: number): number {
  return Math.max(startAt, now + SOON_MS);
}

/** When an entry begins from now on; undefined: that can't be changed any more. */
export function movedStart({ startAt }: WantedEntry, before: CalendarRow, now: number): number | undefined {
  const hasBegun = before.start_at <= now;
  return hasBegun || startAt === before.start_at ? undefined : firstStart({ startAt } as WantedEntry, now);
}

/** A title alone is no change: while the platform is away, those that are known may be in another language. */
export function isSameEntry(row: CalendarRow, { startAt, endAt }: WantedEntry): boolean {
  return row.start_at === startAt && row.end_at === endAt;
}

/** What becomes of an entry whose thing is not listed, while others of its kind are. */
export function whenMissing(row: CalendarRow, now: number): "kept" | "noted" | "over" {
  if (row.missing_since === null || row.missing_since > now) return "noted";
  return now - row.missing_since >= MISSED_FOR_MS ? "over" : "kept";
}

/** Of which list of the platform a thing is. */
export function kindOf(thing: string): string {
  return thing.split(":")[0] ?? "";
}

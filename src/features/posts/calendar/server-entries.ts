import type { Clock } from "../../../base/clock.ts";
import type { Refusal, RefusalName } from "../../../discord/rest/refusal.ts";
import {
  type CalendarEvent,
  type LiveEvent,
  MOST_LIVE_EVENTS,
  type ScheduledEvents,
} from "../../../discord/rest/scheduled-events.ts";
import type { CalendarRow, CalendarRows } from "../store/guild-rows.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import { clip } from "../../../base/text.ts";
import { inPlain } from "../../kit/view/view-context.ts";
import type { DatedSubject } from "../read/read-subject.ts";
import { datingOf, subjectKey, subjectOfKey } from "../../../schedule/subject.ts";

export interface ServerEntriesDeps {
  readonly rows: CalendarRows;
  readonly events: ScheduledEvents;
  readonly clock: Clock;
  readonly guildId: string;
  /** Returns an entry's texts; with its cover where `isNew`. */
  readonly look: (wanted: WantedEntry, isNew: boolean) => Promise<EntryLook>;
  /** Returns whether the same dates were seen before. */
  readonly isSure: (wanted: WantedEntry) => boolean;
  readonly onTrouble: (name: RefusalName) => void;
  readonly signal: AbortSignal;
}

export type EntryLook = Pick<CalendarEvent, "description" | "location" | "image">;

/** Refusals that concern one entry only. */
const OF_ONE: ReadonlySet<RefusalName> = new Set(["message-invalid", "blocked-by-automod", "refused"]);

/** The entries in one server's Events. Each step returns false where Discord refuses further changes for now. */
export class ServerEntries {
  readonly #parts: ServerEntriesDeps;

  constructor(parts: ServerEntriesDeps) {
    this.#parts = parts;
  }

  /** Updates existing entries and creates missing ones. */
  async follow(wanted: readonly WantedEntry[]): Promise<void> {
    if (await this.#tidy(wanted)) await this.#add(wanted);
  }

  async clear(): Promise<void> {
    for (const row of await this.#kept()) if (!(await this.#remove(row))) return;
  }

  #kept(): Promise<readonly CalendarRow[]> {
    return this.#parts.rows.ofGuild(this.#parts.guildId);
  }

  async #tidy(all: readonly WantedEntry[]): Promise<boolean> {
    for (const kept of await this.#kept()) {
      const row = await this.#ofNow(kept);
      if (row === undefined) continue;
      const wanted = all.find(({ thing }) => thing === row.thing);
      const isListed = all.some(({ thing }) => kindOf(thing) === kindOf(row.thing));
      if (wanted !== undefined && !(await this.#keep(row, wanted))) return false;
      if (wanted === undefined && isListed && !(await this.#miss(row))) return false;
    }
    return true;
  }

  /** Discord ends entries by itself: the next period is a new one, or the next occurrence of a recurring one. */
  async #ofNow(row: CalendarRow): Promise<CalendarRow | undefined> {
    const { rows, clock } = this.#parts;
    const everyMs = rhythmOf(row.thing);
    const over = clock.now() - row.end_at;
    if (over < 0) return row;
    if (everyMs === undefined || row.event_id === null) {
      await rows.remove(row);
      return undefined;
    }
    const later = (Math.floor(over / everyMs) + 1) * everyMs;
    const next = { ...row, start_at: row.start_at + later, end_at: row.end_at + later };
    await rows.put(next);
    return next;
  }

  async #keep(row: CalendarRow, wanted: WantedEntry): Promise<boolean> {
    const { rows, events, clock, guildId, isSure, signal } = this.#parts;
    const { event_id: eventId } = row;
    if (row.missing_since !== null) await rows.put({ ...row, missing_since: null });
    if (eventId === null || row.state === "dismissed" || isSameEntry(row, wanted) || !isSure(wanted))
      return true;
    // Discord takes no new start of an occurrence that is on.
    if (wanted.every !== undefined && row.start_at <= clock.now()) return true;
    const startsAt = movedStart(wanted, row, clock.now());
    const look = await this.#parts.look(wanted, false);
    const event = { ...look, name: wanted.title, startsAt, endsAt: wanted.endAt, every: wanted.every };
    const changed = await events.change({ guildId, eventId }, event, signal);
    if (changed.kind === "refused" && !isGone(changed)) return this.#refused(changed);
    const state = changed.kind === "refused" ? "dismissed" : "made";
    await rows.put({ ...this.#rowOf(wanted), event_id: eventId, state });
    return true;
  }

  async #miss(row: CalendarRow): Promise<boolean> {
    const { rows, clock } = this.#parts;
    const now = clock.now();
    const what = whenMissing(row, now);
    if (what === "noted") await rows.put({ ...row, missing_since: now });
    return what !== "over" || this.#remove(row);
  }

  async #remove(row: CalendarRow): Promise<boolean> {
    const { rows, events, clock, guildId, signal } = this.#parts;
    const { event_id: eventId, state } = row;
    const isAhead = rhythmOf(row.thing) !== undefined || row.end_at > clock.now();
    const isThere = eventId !== null && state !== "dismissed" && isAhead;
    const removed = isThere ? await events.remove({ guildId, eventId }, signal) : undefined;
    if (removed?.kind === "refused" && !isGone(removed)) return this.#refused(removed);
    await rows.remove(row);
    return true;
  }

  /** At most Discord's limit. */
  async #add(all: readonly WantedEntry[]): Promise<void> {
    const { rows, events, guildId, signal, onTrouble } = this.#parts;
    const kept = await this.#kept();
    const trying = new Map(kept.flatMap((row) => (row.state === "trying" ? [[row.thing, row]] : [])));
    const known = new Set(kept.flatMap(({ thing }) => (trying.has(thing) ? [] : thing)));
    const lacking = all.filter(({ thing }) => !known.has(thing));
    if (lacking.length === 0) return;
    const listed = await events.live(guildId, signal);
    if (listed.kind === "refused") return void this.#refused(listed);
    const ids = new Set(kept.map(({ event_id: id }) => id));
    const free = listed.events.filter(({ id, isOwn }) => isOwn && !ids.has(id));
    let room = MOST_LIVE_EVENTS - listed.events.length;
    for (const wanted of lacking) {
      // Also for one without a row: an older backup may have been restored.
      const tried = trying.get(wanted.thing) ?? this.#rowOf(wanted);
      const found = free.find((event) => isEntry(event, tried));
      if (found !== undefined) await rows.put({ ...tried, event_id: found.id, state: "made" });
      else if (room <= 0) return onTrouble("calendar-full");
      else if (!(await this.#create(wanted))) return;
      else room -= 1;
    }
  }

  /** Stores the row first, so that an event whose answer is lost is found again. */
  async #create(wanted: WantedEntry): Promise<boolean> {
    const { rows, events, clock, guildId, signal } = this.#parts;
    const row = this.#rowOf(wanted);
    await rows.put(row);
    const look = await this.#parts.look(wanted, true);
    const startsAt = firstStart(wanted, clock.now());
    const event = { ...look, name: wanted.title, startsAt, endsAt: wanted.endAt, every: wanted.every };
    let created = await events.create(guildId, event, signal);
    // Tries again without the picture, which Discord may not accept.
    if (look.image !== undefined && created.kind === "refused" && created.name === "message-invalid")
      created = await events.create(guildId, { ...event, image: undefined }, signal);
    if (created.kind === "created") {
      await rows.put({ ...row, event_id: created.id, state: "made" });
      return true;
    }
    if (created.isCertain) await rows.remove(row);
    return this.#refused(created);
  }

  #rowOf({ thing, title, startAt, endAt }: WantedEntry): CalendarRow {
    return {
      guild_id: this.#parts.guildId,
      thing,
      event_id: null,
      title,
      start_at: startAt,
      end_at: endAt,
      state: "trying",
      missing_since: null,
    };
  }

  /** Returns whether other entries may succeed. */
  #refused({ name }: Refusal): boolean {
    this.#parts.onTrouble(name);
    return OF_ONE.has(name);
  }
}

/** Someone deleted or ended it. */
function isGone({ name }: Refusal): boolean {
  return name === "event-gone" || name === "event-over";
}

/** Returns whether this is the event whose answer was lost. */
function isEntry({ name, endsAt = 0, isRecurring }: LiveEvent, row: CalendarRow): boolean {
  const everyMs = rhythmOf(row.thing);
  if (name !== row.title || isRecurring !== (everyMs !== undefined)) return false;
  return everyMs === undefined ? endsAt === row.end_at : (endsAt - row.end_at) % everyMs === 0;
}

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
  /** It comes again; these are its next start and end. */
  readonly every?: "day" | "week";
}

/** A moment is shown this long. */
export const MOMENT_MS = 15 * MINUTE_MS;

/** Returns what comes again and again, for as long as anybody knows: each is one entry, with its next time. */
export function recurringEntries(subjects: readonly DatedSubject[], now: number): readonly WantedEntry[] {
  return subjects.flatMap(({ subject, label, startAt }) => {
    const thing = subjectKey(subject);
    if (subject.kind !== "reset" || thing === undefined || startAt === undefined) return [];
    const everyMs = EVERY_MS[subject.every];
    const past = Math.max(0, Math.ceil((now + STARTS_AHEAD_MS - startAt) / everyMs));
    const next = startAt + past * everyMs;
    const title = clip(inPlain(label, NAME_LENGTH), NAME_LENGTH);
    return [{ thing, title, startAt: next, endAt: next + MOMENT_MS, every: subject.every }];
  });
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
function firstStart({ startAt }: WantedEntry, now: number): number {
  return Math.max(startAt, now + SOON_MS);
}

/** Returns an event's new start; undefined where it can't be changed any more. */
function movedStart({ startAt }: WantedEntry, before: CalendarRow, now: number): number | undefined {
  const hasBegun = before.start_at <= now;
  return hasBegun || startAt === before.start_at ? undefined : firstStart({ startAt } as WantedEntry, now);
}

const EVERY_MS = { day: DAY_MS, week: 7 * DAY_MS };

/** Returns after how long a thing's entry comes again by itself; undefined where each time is an entry. */
function rhythmOf(thing: string): number | undefined {
  const subject = subjectOfKey(thing);
  return subject?.kind === "reset" ? EVERY_MS[subject.every] : undefined;
}

/** A different title is no change: an old answer may be in another language. */
function isSameEntry(row: CalendarRow, { startAt, endAt, every }: WantedEntry): boolean {
  if (every !== undefined) return (startAt - row.start_at) % EVERY_MS[every] === 0;
  return row.start_at === startAt && row.end_at === endAt;
}

/** Returns what becomes of an entry that is no longer listed while others of its kind are. */
function whenMissing(row: CalendarRow, now: number): "kept" | "noted" | "over" {
  if (row.missing_since === null || row.missing_since > now) return "noted";
  return now - row.missing_since >= MISSED_FOR_MS ? "over" : "kept";
}

/** Returns which of the platform's lists contains it. */
function kindOf(thing: string): string {
  return thing.split(":")[0] ?? "";
}

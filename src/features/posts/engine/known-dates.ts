import type { Clock } from "../../../base/clock.ts";
import { HOUR_MS, MINUTE_MS } from "../../../base/duration.ts";
import { clip } from "../../../base/text.ts";
import type { DatesSource } from "./ports.ts";
import type { Dates } from "../../../schedule/next-slot.ts";
import { subjectKey } from "../../../schedule/subject.ts";
import type { SeenSubject } from "../content/dated-sources.ts";
import type { KnownDateRows, KnownDatesRow } from "../store/platform-rows.ts";

/** A moved date counts once an answer this much younger has it, too. */
const CONFIRMED_AFTER_MS = MINUTE_MS;
/** How often "seen again" is written. */
const WRITE_SEEN_EVERY_MS = 10 * MINUTE_MS;
const TITLE_LENGTH = 200;
const MAX_UNCONFIRMED = 1_000;

/**
 * The dates the platform last gave. What an answer leaves out stays; a moved date counts once two answers agree; a next
 * period, which begins after the known one, counts at once.
 */
export class KnownDatesStore implements DatesSource {
  readonly #rows: KnownDateRows;
  readonly #clock: Clock;
  readonly #unsure = new Map<string, { readonly dates: string; readonly since: number }>();

  constructor(rows: KnownDateRows, clock: Clock) {
    this.#rows = rows;
    this.#clock = clock;
  }

  async datesOf(key: string): Promise<Dates | undefined> {
    const row = await this.#rows.get(key);
    return row === undefined ? undefined : toDates(row);
  }

  find(key: string): Promise<KnownDatesRow | undefined> {
    return this.#rows.get(key);
  }

  /** Plans reminders whose dates changed. What a crash interrupted, or did not hold for all, is done again. */
  async planChanged(plan: (key: string, dates: Dates) => Promise<boolean>): Promise<void> {
    for (const row of await this.#rows.changed()) {
      if (await plan(row.thing, toDates(row))) await this.#rows.markPlanned(row);
    }
  }

  /** Returns the next instant at which something known starts or ends. */
  async nextEdge(keys: readonly string[], after: number): Promise<number | undefined> {
    const rows = await Promise.all(keys.map((key) => this.#rows.get(key)));
    const edges = rows.flatMap((row) => [row?.start_at ?? after, row?.end_at ?? after]);
    const ahead = edges.filter((at) => at > after);
    return ahead.length === 0 ? undefined : Math.min(...ahead);
  }

  /** Stores the dates seen. Returns whether one is believed only once it is seen again. */
  async learn(seen: readonly SeenSubject[]): Promise<boolean> {
    const written: KnownDatesRow[] = [];
    let isUnsure = false;
    for (const one of seen) {
      const key = subjectKey(one.subject);
      if (key === undefined) continue;
      const before = await this.#rows.get(key);
      const found = this.#weigh(key, one, before);
      isUnsure ||= found === "unsure";
      if (found === "unsure") continue;
      const isChanged = before === undefined || !isSame(before, found);
      const isOld =
        isChanged || found.seen_at - before.seen_at >= WRITE_SEEN_EVERY_MS || found.title !== before.title;
      if (isOld) written.push({ ...found, is_followed: isChanged ? 0 : before.is_followed });
    }
    await this.#rows.put(written);
    return isUnsure;
  }

  #weigh(key: string, seen: SeenSubject, before: KnownDatesRow | undefined): KnownDatesRow | "unsure" {
    // A cache on the way may have an older answer. What was seen in the future was before the clock was set back.
    const isOlder =
      before !== undefined && seen.seenAt < before.seen_at && before.seen_at <= this.#clock.now();
    if (isOlder) return before;
    const found = rowOf(key, seen);
    if (before === undefined || isNextPeriod(before, found, this.#clock.now())) {
      this.#unsure.delete(key);
      return found;
    }
    // A date missing from the answer keeps its known value.
    const { start_at, end_at } = before;
    const whole = { ...found, start_at: found.start_at ?? start_at, end_at: found.end_at ?? end_at };
    if (isSame(before, whole)) {
      this.#unsure.delete(key);
      return { ...whole, start_at, end_at };
    }
    const dates = `${whole.start_at} ${whole.end_at}`;
    return this.#isSeenTwice(key, dates, seen.seenAt) ? whole : "unsure";
  }

  #isSeenTwice(key: string, dates: string, at: number): boolean {
    const first = this.#unsure.get(key);
    if (first?.dates === dates && at >= first.since) {
      if (at - first.since < CONFIRMED_AFTER_MS) return false;
      this.#unsure.delete(key);
      return true;
    }
    if (this.#unsure.size >= MAX_UNCONFIRMED) this.#unsure.clear();
    this.#unsure.set(key, { dates, since: at });
    return false;
  }
}

function rowOf(key: string, { label, startAt, endAt, everyMs, seenAt }: SeenSubject): KnownDatesRow {
  return {
    thing: key,
    start_at: startAt ?? null,
    end_at: endAt ?? null,
    every_ms: everyMs ?? null,
    title: clip(label, TITLE_LENGTH),
    seen_at: seenAt,
    is_followed: 0,
  };
}

function toDates({ start_at: startAt, end_at: endAt, every_ms: everyMs }: KnownDatesRow): Dates {
  return {
    ...(startAt !== null && { startAt }),
    ...(endAt !== null && { endAt }),
    ...(everyMs !== null && { everyMs }),
  };
}

/** A recurring date is unchanged while it keeps its rhythm. */
function isSame(a: KnownDatesRow, b: KnownDatesRow): boolean {
  if (a.every_ms !== b.every_ms) return false;
  if (a.every_ms !== null) return ((a.start_at ?? 0) - (b.start_at ?? 0)) % a.every_ms === 0;
  return a.start_at === b.start_at && a.end_at === b.end_at;
}

function isNextPeriod(before: KnownDatesRow, found: KnownDatesRow, now: number): boolean {
  if (before.every_ms !== null) return false;
  const { end_at: end } = before;
  if (end === null) return before.start_at === null;
  if (found.start_at !== null) return found.start_at >= end - HOUR_MS;
  return end <= now && found.end_at !== null && found.end_at > end;
}

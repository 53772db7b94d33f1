import { MINUTE_MS } from "../../../base/duration.ts";
import { isMilepostError } from "../../../base/errors.ts";
import { PollingWorker } from "../../../base/async/poller.ts";
import { replanForDates } from "./plan-occurrences.ts";
import type { Dates, Slot } from "../../../schedule/next-slot.ts";
import type { WorkerDeps } from "./ports.ts";
import type { OccurrencePlan } from "../store/write-occurrences.ts";
import { allWaiting, type ReminderRow } from "../store/reminder-rows.ts";
import type { Background } from "./system-context.ts";
import type { KnownDatesStore } from "./known-dates.ts";
import { readDatedSubjects } from "../content/read-dated-subjects.ts";

export interface PlatformWatchDeps extends WorkerDeps {
  readonly known: KnownDatesStore;
  /** Called when a key's dates changed: posts about it may end at another time. */
  readonly recheckPosts: (key: string) => Promise<void>;
  /** Looks for new entries for these watches. */
  readonly findNew: (context: Background, watches: readonly string[]) => Promise<void>;
  readonly background: (signal: AbortSignal) => Background;
  /** Wakes the engine after something was planned. */
  readonly wake: () => void;
}

const POLL_EVERY_MS = 5 * MINUTE_MS;
/** When a moved date is confirmed: the platform's answers are cached for a minute. */
const CONFIRM_AFTER_MS = 70_000;
const READ_WITHIN_MS = 30_000;

/**
 * Polls the platform for the dates and entries that reminders wait for: one poll for all, about every five minutes, and
 * none while nothing waits.
 */
export class PlatformWatch extends PollingWorker {
  readonly #parts: PlatformWatchDeps;

  constructor(parts: PlatformWatchDeps) {
    super(parts.clock);
    this.#parts = parts;
  }

  /** Polls once. Returns whether a moved date waits for a second answer to confirm it. */
  async poll(): Promise<boolean> {
    const { store, known, background: ask, log, recheckPosts, findNew } = this.#parts;
    const { keys, watches } = await store.reminders.awaited();
    const context = ask(this.within(READ_WITHIN_MS));
    const seen = await readDatedSubjects(context, { keys });
    if (seen.failure !== undefined) {
      log.debug("the platform does not say what reminders wait for", { code: seen.failure.code });
    }
    // Nothing is learned from a stale answer.
    const isUnconfirmed = await known.learn(seen.subjects.filter(({ isStale }) => !isStale));
    await known.planChanged(async (key, dates) => {
      const isPlanned = await this.#replan(key, dates, true);
      await recheckPosts(key);
      return isPlanned;
    });
    for (const key of keys) {
      const dates = await known.datesOf(key);
      if (dates !== undefined) await this.#replan(key, dates, false);
    }
    await findNew(context, watches);
    return isUnconfirmed;
  }

  protected override failed(error: unknown): number {
    const { log } = this.#parts;
    log.warn("what reminders wait for could not be looked at; it is tried again", {}, error);
    return this.#wait(POLL_EVERY_MS);
  }

  protected override async next(): Promise<number> {
    const isUnconfirmed = await this.poll().catch((error: unknown) => {
      if (this.isStopped || isMilepostError(error)) return false;
      throw error;
    });
    if (isUnconfirmed) return CONFIRM_AFTER_MS;
    return Math.min(this.#wait(POLL_EVERY_MS), await this.#untilEdge());
  }

  /** Polls shortly after something ends, to learn what comes next. */
  async #untilEdge(): Promise<number> {
    const { store, known, clock } = this.#parts;
    const { keys } = await store.reminders.awaited();
    const edge = await known.nextEdge(keys, clock.now());
    return edge === undefined ? Number.POSITIVE_INFINITY : edge - clock.now() + CONFIRM_AFTER_MS;
  }

  /** Adds jitter, so that not all bots poll at the same moment. */
  #wait(ms: number): number {
    return Math.round(ms * (0.8 + this.#parts.random() * 0.4));
  }

  /**
   * Plans the reminders of a key again; unless the dates are new, only those without a slot. Returns false where some
   * were changed meanwhile and have to be read again.
   */
  async #replan(key: string, dates: Dates, areFresh: boolean): Promise<boolean> {
    const { store, clock, wake } = this.#parts;
    let isPlanned = true;
    for await (const rows of allWaiting(store.reminders, { thing: key, isUnplanned: !areFresh })) {
      const lasts = areFresh ? await this.#lastOccurrences(rows) : undefined;
      const now = clock.now();
      const plans = rows.flatMap((row) => {
        return this.#planOf(row, { now, dates, areFresh, last: lasts?.get(row.id) }) ?? [];
      });
      if (plans.length === 0) continue;
      const held = await store.occurrences.plan(plans, now);
      wake();
      isPlanned &&= held === plans.length;
    }
    return isPlanned;
  }

  /** Returns the last slots of reminders that have no next one. */
  async #lastOccurrences(rows: readonly ReminderRow[]): Promise<ReadonlyMap<string, Slot | undefined>> {
    const { occurrences } = this.#parts.store;
    const idle = rows.filter(({ next_slot: slot }) => slot === null);
    return new Map(await Promise.all(idle.map(async ({ id }) => [id, await occurrences.last(id)] as const)));
  }

  #planOf(row: ReminderRow, known: Parameters<typeof replanForDates>[1]): OccurrencePlan | undefined {
    try {
      return replanForDates(row, known);
    } catch (error) {
      this.#parts.log.warn("a reminder could not be planned anew", { reference: row.id }, error);
      return undefined;
    }
  }
}

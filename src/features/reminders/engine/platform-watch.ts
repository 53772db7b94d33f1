import type { Clock } from "../../../base/clock.ts";
import { MINUTE_MS } from "../../../base/duration.ts";
import { isMilepostError } from "../../../base/errors.ts";
import type { Log } from "../../../base/log.ts";
import { PollingWorker } from "../../../base/async/poller.ts";
import { followDates } from "./plan-occurrences.ts";
import type { Dates, Slot } from "../../shared/schedule/next-slot.ts";
import type { ReminderStore } from "./ports.ts";
import type { Plan } from "../store/write-plan.ts";
import { allWaiting, type ReminderRow } from "../store/reminder-rows.ts";
import type { Background } from "../../shared/system-context.ts";
import type { KnownDatesStore } from "./known-things.ts";
import { readThings } from "../content/read-things.ts";

export interface PlatformWatchOptions {
  readonly store: ReminderStore;
  readonly known: KnownDatesStore;
  /** A thing's dates changed: what was posted about it may end at another time. */
  readonly lookAgain: (thing: string) => Promise<void>;
  /** Looks for what is new, for these watches. */
  readonly lookForNews: (context: Background, watches: readonly string[]) => Promise<void>;
  readonly ask: (signal: AbortSignal) => Background;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Something was planned: the engine looks. */
  readonly wake: () => void;
}

const LOOK_EVERY_MS = 5 * MINUTE_MS;
/** After a date seems to have moved: the platform's answers are fresh for a minute. */
const LOOK_AGAIN_MS = 70_000;
const LOOK_WITHIN_MS = 30_000;

/**
 * Keeps an eye on what reminders wait for: one look at the platform for all of them, about every five minutes, and
 * none while nobody waits.
 */
export class PlatformWatch extends PollingWorker {
  readonly #parts: PlatformWatchOptions;

  constructor(parts: PlatformWatchOptions) {
    super(parts.clock);
    this.#parts = parts;
  }

  /** One look. Gives whether something was seen that is only believed when it is seen again. */
  async poll(): Promise<boolean> {
    const { store, known, ask, log, lookAgain } = this.#parts;
    const { things, watches } = await store.reminders.awaited();
    if (things.length === 0 && watches.length === 0) return false;
    const context = ask(this.within(LOOK_WITHIN_MS));
    const seen = await readThings(context, {
      milestones: things.some((thing) => !thing.startsWith("ritual:")),
      trending: things.some((thing) => thing.startsWith("ritual:")),
    });
    if (seen.failure !== undefined) {
      log.debug("the platform does not say what reminders wait for", { code: seen.failure.code });
    }
    // An old answer teaches nothing new.
    const learnt = await known.learn(seen.things.filter(({ isStale }) => !isStale));
    await known.follow(async (thing, dates) => {
      await this.#follow(thing, { dates, areFresh: true });
      await lookAgain(thing);
    });
    for (const thing of things) {
      const dates = await known.datesOf(thing);
      if (dates !== undefined) await this.#follow(thing, { dates, areFresh: false });
    }
    if (watches.length > 0) await this.#parts.lookForNews(context, watches);
    return learnt.isUnsure;
  }

  protected override failed(error: unknown): number {
    const { log } = this.#parts;
    log.warn("what reminders wait for could not be looked at; it is tried again", {}, error);
    return this.#wait(LOOK_EVERY_MS);
  }

  protected override async next(): Promise<number> {
    if (await this.#looked()) return LOOK_AGAIN_MS;
    return Math.min(this.#wait(LOOK_EVERY_MS), await this.#untilEdge());
  }

  /** What comes after something that ends is learnt soon: the platform's answers are fresh for a minute. */
  async #untilEdge(): Promise<number> {
    const { store, known, clock } = this.#parts;
    const { things } = await store.reminders.awaited();
    const edge = await known.nextEdge(things, clock.now());
    return edge === undefined ? Number.POSITIVE_INFINITY : edge - clock.now() + LOOK_AGAIN_MS;
  }

  async #looked(): Promise<boolean> {
    try {
      return await this.poll();
    } catch (error) {
      if (this.isStopped || isMilepostError(error)) return false;
      throw error;
    }
  }

  /** Not all bots at the same moment. */
  #wait(ms: number): number {
    return Math.round(ms * (0.8 + this.#parts.random() * 0.4));
  }

  /** Plans anew the reminders of a thing; where its dates are known for longer only those that have no time yet. */
  async #follow(
    thing: string,
    { dates, areFresh }: { readonly dates: Dates; readonly areFresh: boolean },
  ): Promise<void> {
    const { store } = this.#parts;
    for await (const rows of allWaiting(store.reminders, { thing, isUnplanned: !areFresh })) {
      const told = areFresh ? await this.#toldOf(rows) : undefined;
      await this.#plan(rows, (row, now) =>
        followDates(row, { now, dates, areFresh, told: told?.get(row.id) }),
      );
    }
  }

  /** What those that have no time yet told of last. */
  async #toldOf(rows: readonly ReminderRow[]): Promise<ReadonlyMap<string, Slot | undefined>> {
    const { occurrences } = this.#parts.store;
    const idle = rows.filter(({ next_slot: slot }) => slot === null);
    return new Map(await Promise.all(idle.map(async ({ id }) => [id, await occurrences.last(id)] as const)));
  }

  async #plan(
    rows: readonly ReminderRow[],
    planOf: (row: ReminderRow, now: number) => Plan | undefined,
  ): Promise<void> {
    const { store, clock, wake, log } = this.#parts;
    const now = clock.now();
    const plans = rows.flatMap((row) => {
      try {
        return planOf(row, now) ?? [];
      } catch (error) {
        log.warn("a reminder could not be planned anew", { reference: row.id }, error);
        return [];
      }
    });
    if (plans.length === 0) return;
    await store.occurrences.plan(plans, now);
    wake();
  }
}

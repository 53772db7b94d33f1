import { setImmediate } from "node:timers/promises";

import { Cooldown, restMs } from "../base/limit.ts";
import { SerialQueue } from "../base/async/serial-queue.ts";
import { within } from "../base/async/within.ts";
import { DAY_MS, HOUR_MS } from "../base/duration.ts";
import { chunks, type DefinitionSet, editionOf, keyOf } from "./definition-rows.ts";
import { type DefinitionsDeps, rowsOf, compact } from "./record.ts";
import { Semaphore } from "../base/async/semaphore.ts";
import { SingleFlight } from "../base/async/single-flight.ts";
import { isMilepostError } from "../base/errors.ts";

/** A request per definition is a burden for the platform: few at once, and few per lookup. */
const AT_ONCE = 4;
const MOST_AT_A_TIME = 12;

/** Fetches definitions one by one, for what no file has brought yet. One request per hash at a time. */
export class SingleDefinitions {
  readonly #deps: DefinitionsDeps;
  readonly #flights = new SingleFlight<void>();
  readonly #calls = new Semaphore({ running: AT_ONCE, waiting: Number.POSITIVE_INFINITY });
  #failures = 0;
  readonly #rest: Cooldown;

  constructor(deps: DefinitionsDeps) {
    this.#deps = deps;
    this.#rest = new Cooldown(deps.clock);
  }

  /** Starts what can be started now. Returns the work under way, which never rejects. */
  fetch(set: DefinitionSet, hashes: readonly number[]): readonly Promise<void>[] {
    const { client, signal } = this.#deps;
    if (!client.offers("definitions.one") || signal.aborted || !this.#rest.isOver()) return [];
    return hashes
      .slice(0, MOST_AT_A_TIME)
      .map((hash) => this.#flights.keep(`${keyOf(set)}/${hash}`, () => this.#fetchInTurn(set, hash)));
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#flights.settled();
  }

  async #fetchInTurn(table: DefinitionSet, hash: number): Promise<void> {
    const slot = this.#calls.reserve();
    await slot?.started;
    try {
      await this.#fetchOne(table, hash);
    } finally {
      slot?.end();
    }
  }

  async #fetchOne(set: DefinitionSet, hash: number): Promise<void> {
    const { client, store, profile, clock, log, signal } = this.#deps;
    if (signal.aborted || !this.#rest.isOver()) return;
    try {
      const record = await client
        .definitionsOne({ ...set, hash, signal })
        .then(({ data }) => compact(profile, data), nullWhenUnknown);
      this.#failures = 0;
      await store.put(set, [{ hash, record, fetchedAt: clock.now() }]);
    } catch (error) {
      if (signal.aborted) return;
      this.#failures += 1;
      const waitMs = restMs(error, this.#failures);
      this.#rest.begin(waitMs);
      log.debug("A definition could not be read", { ...set, waitMs }, error);
    }
  }
}

function nullWhenUnknown(error: unknown): null {
  if (isMilepostError(error, "not-found")) return null;
  throw error;
}

/** How often a new edition is looked for. */
const CHECK_EVERY_MS = 6 * HOUR_MS;
/** Platforms alternate between old and new for hours: an edition that was left isn't taken again so soon. */
const LEFT_FOR_MS = DAY_MS;
/** A statement of this size lasts about a millisecond. */
const ROWS_A_BATCH = 300;

/** A file that arrives within this time saves a request per name. */
const HEAD_START_MS = 400;

/** A table being read. Neither promise rejects. */
export interface Filling {
  readonly done: Promise<void>;
  /** Resolves when it is done, or a moment after it was asked for: then names are fetched one by one. */
  readonly soon: Promise<void>;
}

interface SetState {
  readonly set: DefinitionSet;
  running?: Filling;
  /** Pauses work after failures. */
  readonly rest: Cooldown;
  failures: number;
  /** The edition of which everything is stored. */
  complete?: string;
  /** The one before it, and how long it is not taken again. */
  left?: string;
  readonly leaving: Cooldown;
}

/** Reads whole tables from the manifest's files: each on first use, one file at a time, with retries. */
export class DefinitionFiles {
  readonly #deps: DefinitionsDeps;
  readonly #onFilled: () => void;
  readonly #states = new Map<string, SetState>();
  /** Files are large: two at once would double the memory. */
  readonly #queue = new SerialQueue();

  constructor(deps: DefinitionsDeps, onFilled: () => void) {
    this.#deps = deps;
    this.#onFilled = onFilled;
  }

  /** Starts reading a table when that is due. Returns the work under way. */
  fill(set: DefinitionSet): Filling | undefined {
    const { client, signal } = this.#deps;
    if (!client.offers("definitions.manifest") || signal.aborted) return undefined;
    const state = this.#stateOf(set);
    if (state.running !== undefined || !state.rest.isOver()) return state.running;
    const done = this.#queue.take(() => this.#attempt(state));
    state.running = { done, soon: within(done, HEAD_START_MS, signal) };
    return state.running;
  }

  /** Returns whether the platform's file lacks a hash that is not stored. */
  isComplete(set: DefinitionSet): boolean {
    return this.#states.get(keyOf(set))?.complete !== undefined;
  }

  /** Retries failures after their pause, and looks for new versions. */
  tick(): void {
    for (const { set } of this.#states.values()) void this.fill(set);
  }

  /** Resolves when nothing is under way. */
  settled(): Promise<void> {
    return this.#queue.take(async () => {});
  }

  #stateOf(set: DefinitionSet): SetState {
    const key = keyOf(set);
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const { clock } = this.#deps;
    const state = { set, rest: new Cooldown(clock), leaving: new Cooldown(clock), failures: 0 };
    this.#states.set(key, state);
    return state;
  }

  async #attempt(state: SetState): Promise<void> {
    const { log, metrics, signal } = this.#deps;
    const { table, locale } = state.set;
    try {
      if (signal.aborted) return;
      await this.#bringUpToDate(state);
      state.failures = 0;
      state.rest.begin(CHECK_EVERY_MS);
      metrics.count("definitions_files_total", { table, outcome: "ok" });
    } catch (error) {
      if (signal.aborted) return;
      state.failures += 1;
      const waitMs = restMs(error, state.failures);
      state.rest.begin(waitMs);
      metrics.count("definitions_files_total", { table, outcome: "failed" });
      log.warn("Definitions could not be read; trying again later", { table, locale, waitMs }, error);
    } finally {
      delete state.running;
    }
  }

  async #bringUpToDate(state: SetState): Promise<void> {
    const { client, signal, alone } = this.#deps;
    const { set } = state;
    const manifest = await client.definitionsManifest({ locale: set.locale, signal });
    const { version, files } = manifest.data;
    const address = files[set.locale]?.[set.table];
    if (address === undefined) return;
    const edition = editionOf(version, address);
    const stored = await alone(`definitions:${keyOf(set)}`, () => this.#read(state, { address, edition }));
    if (state.complete === stored) return;
    if (state.complete !== undefined) {
      state.left = state.complete;
      state.leaving.begin(LEFT_FOR_MS);
    }
    state.complete = stored;
    this.#onFilled();
  }

  /** Unless this or another node has read it, or gone on from it. Returns the edition that is stored. */
  async #read(
    state: SetState,
    { address, edition }: { readonly address: string; readonly edition: string },
  ): Promise<string> {
    const { store, log, clock } = this.#deps;
    const { set } = state;
    const stored = await store.fileEdition(set);
    const isLeft = edition === state.complete || (edition === state.left && !state.leaving.isOver());
    if (stored !== undefined && (stored === edition || isLeft)) return stored;
    const startedAt = clock.now();
    const count = await this.#store(set, address, startedAt);
    await store.finishFile(set, { edition, startedAt, now: clock.now() });
    log.info("Definitions are up to date", { ...set, count, version: edition.slice(0, 60) });
    return edition;
  }

  async #store(set: DefinitionSet, address: string, fetchedAt: number): Promise<number> {
    const { client, store, profile, signal } = this.#deps;
    const file = await client.definitionsFile({ address, signal });
    let count = 0;
    for (const keys of chunks(Object.keys(file), ROWS_A_BATCH)) {
      const rows = rowsOf(profile, file, { keys, fetchedAt });
      await store.put(set, rows);
      count += rows.length;
      signal.throwIfAborted();
      await setImmediate();
    }
    return count;
  }
}

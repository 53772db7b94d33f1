import { setImmediate } from "node:timers/promises";

import { HOUR_MS } from "../base/duration.ts";
import type { StoredDefinition } from "./definition-rows.ts";
import { Cooldown, restMs } from "../base/async/cooldown.ts";
import { type DefinitionParts, type Shelf, shelfKey } from "./parts.ts";
import { rowsOf } from "./record.ts";

/** A new version is looked for this often. */
const CHECK_EVERY_MS = 6 * HOUR_MS;
/** A transaction this small lasts about a millisecond. */
const ROWS_A_BATCH = 100;

interface ShelfState {
  readonly shelf: Shelf;
  running?: Promise<void>;
  /** No work before it is over. */
  readonly rest: Cooldown;
  failures: number;
  /** Everything the platform has is stored. */
  isComplete: boolean;
}

/** Fills shelves from the manifest's files: each on its first use, one file at a time, until it succeeds. */
export class DefinitionFiles {
  readonly #parts: DefinitionParts;
  readonly #onFilled: () => void;
  readonly #states = new Map<string, ShelfState>();
  /** The end of the queue: files are large, so that two at once would double the memory. */
  #last: Promise<void> = Promise.resolve();

  constructor(parts: DefinitionParts, onFilled: () => void) {
    this.#parts = parts;
    this.#onFilled = onFilled;
  }

  /** Starts filling the shelf when that is due. Gives the work under way; it never rejects. */
  fill(shelf: Shelf): Promise<void> | undefined {
    const { client, signal } = this.#parts;
    if (!client.offers("definitions.manifest") || signal.aborted) return undefined;
    const state = this.#stateOf(shelf);
    if (state.running !== undefined || !state.rest.isOver()) return state.running;
    const running = this.#last.then(() => this.#attempt(state));
    state.running = running;
    this.#last = running;
    return running;
  }

  /** Whether a hash that is not stored is unknown to the platform's file too. */
  isComplete(shelf: Shelf): boolean {
    return this.#states.get(shelfKey(shelf))?.isComplete === true;
  }

  /** Takes up what is due again: failures that rested long enough, and looks for new versions. */
  tick(): void {
    for (const { shelf } of this.#states.values()) void this.fill(shelf);
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await this.#last;
  }

  #stateOf(shelf: Shelf): ShelfState {
    const key = shelfKey(shelf);
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = { shelf, rest: new Cooldown(this.#parts.clock), failures: 0, isComplete: false };
    this.#states.set(key, state);
    return state;
  }

  async #attempt(state: ShelfState): Promise<void> {
    const { log, metrics, signal } = this.#parts;
    const { table, locale } = state.shelf;
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

  async #bringUpToDate(state: ShelfState): Promise<void> {
    const { client, store, signal, log, clock } = this.#parts;
    const { shelf } = state;
    const manifest = await client.definitionsManifest({ locale: shelf.locale, signal });
    const { version, files } = manifest.data;
    const address = files[shelf.locale]?.[shelf.table];
    if (address === undefined) return;
    if ((await store.fileVersion(shelf)) !== version) {
      const startedAt = clock.now();
      const count = await this.#store(shelf, address, startedAt);
      await store.finishFile(shelf, { version, startedAt, now: clock.now() });
      this.#onFilled();
      log.info("Definitions are up to date", { ...shelf, count, version: version.slice(0, 60) });
    }
    state.isComplete = true;
  }

  async #store(shelf: Shelf, address: string, fetchedAt: number): Promise<number> {
    const { client, store, profile, signal } = this.#parts;
    const file = await client.definitionsFile({ address, signal });
    let count = 0;
    let batch: StoredDefinition[] = [];
    const flush = async () => {
      await store.put(shelf, batch);
      count += batch.length;
      batch = [];
      signal.throwIfAborted();
      await setImmediate();
    };
    for (const row of rowsOf(profile, file, fetchedAt)) {
      batch.push(row);
      if (batch.length === ROWS_A_BATCH) await flush();
    }
    await flush();
    return count;
  }
}

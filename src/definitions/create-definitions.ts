import { LRUCache } from "lru-cache";

import { DAY_MS } from "../base/duration.ts";
import { platformLocale } from "../platform/locale.ts";
import type { DefinitionTable } from "../platform/resources/definitions.ts";
import type { DefinitionName, Definitions } from "./definitions.ts";
import { DefinitionFiles } from "./files.ts";
import { type DefinitionParts, type Shelf, shelfKey } from "./parts.ts";
import { expand, isHash } from "./record.ts";
import { SingleDefinitions } from "./singles.ts";

export interface RunningDefinitions extends Definitions {
  /** Keeps versions fresh and takes up failed work again, until `close`. */
  start(): void;
  /** Ends the work in the background; what was stored stays. */
  close(): Promise<void>;
}

export type DefinitionsOptions = Omit<DefinitionParts, "signal"> & {
  /** Which platform the stored names belong to; of another one, they are forgotten. By default the profile's. */
  readonly source?: string;
  /** How long a look-up waits for what is missing. */
  readonly waitMs?: number;
};

const WAIT_MS = 700;
const KEPT_IN_MEMORY = 3_000;
const MOST_HASHES = 500;
const TICK_MS = 15_000;
/** A hash the platform did not know is asked for again after this. */
const UNKNOWN_FOR_MS = DAY_MS;
/** Without a manifest, a definition is read again after this. */
const FRESH_FOR_MS = 7 * DAY_MS;
const SOURCE = "definitions-source";

/** Names from memory, then from the database, then from the platform. */
export function createDefinitions(options: DefinitionsOptions): RunningDefinitions {
  return new DefinitionStore(options);
}

/** null: nobody knows the hash. */
type Found = Map<number, DefinitionName | null>;

class DefinitionStore implements RunningDefinitions {
  readonly #parts: DefinitionParts;
  readonly #source: string;
  readonly #waitMs: number;
  readonly #stop = new AbortController();
  readonly #memory = new LRUCache<string, DefinitionName>({ max: KEPT_IN_MEMORY });
  readonly #files: DefinitionFiles;
  readonly #singles: SingleDefinitions;
  #prepared: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ source, waitMs = WAIT_MS, ...parts }: DefinitionsOptions) {
    const { id, hosts } = parts.profile;
    this.#source = source ?? [id, hosts.portal, hosts.content].join(" ");
    this.#parts = { ...parts, signal: this.#stop.signal };
    this.#waitMs = waitMs;
    this.#files = new DefinitionFiles(this.#parts, () => this.#memory.clear());
    this.#singles = new SingleDefinitions(this.#parts);
  }

  async lookUp(
    table: DefinitionTable,
    hashes: readonly number[],
    { locale, signal }: { readonly locale: string; readonly signal?: AbortSignal },
  ): Promise<ReadonlyMap<number, DefinitionName>> {
    const { profile, log } = this.#parts;
    const wanted = this.#wanted(table, hashes);
    if (wanted.length === 0) return new Map();
    try {
      await this.#ready();
      const shelf = { table, locale: platformLocale(profile, locale) };
      const found = await this.#find(shelf, wanted);
      await this.#fetchMissing(shelf, wanted, { found, signal });
      await this.#fallBack(shelf, wanted, found);
      return this.#known(found);
    } catch (error) {
      log.warn("Names could not be looked up", { table }, error);
      return new Map();
    }
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#files.tick(), TICK_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await Promise.all([this.#files.settled(), this.#singles.settled()]);
  }

  #wanted(table: DefinitionTable, hashes: readonly number[]): readonly number[] {
    const { definitions, wire } = this.#parts.profile;
    if (definitions?.tables[table] === undefined) return [];
    const real = hashes.filter((hash) => isHash(hash) && !wire.noHashes.includes(hash));
    return [...new Set(real)].slice(0, MOST_HASHES);
  }

  /** Prepares once; after a failure, the next who asks tries again. */
  async #ready(): Promise<void> {
    this.#prepared ??= this.#prepare();
    try {
      await this.#prepared;
    } catch (error) {
      this.#prepared = undefined;
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    const { facts, store } = this.#parts;
    if ((await facts.get(SOURCE)) === this.#source) return;
    await store.clear();
    await facts.set(SOURCE, this.#source);
  }

  /** What is at hand. Unknown hashes are in it as null while that is believed. */
  async #find(shelf: Shelf, hashes: readonly number[]): Promise<Found> {
    const { metrics } = this.#parts;
    const found: Found = new Map();
    for (const hash of hashes) {
      const name = this.#memory.get(`${shelfKey(shelf)}/${hash}`);
      if (name !== undefined) found.set(hash, name);
    }
    if (found.size > 0) metrics.count("definitions_lookups_total", { source: "memory" }, found.size);
    const rest = hashes.filter((hash) => !found.has(hash));
    if (rest.length > 0) await this.#findStored(shelf, rest, found);
    return found;
  }

  async #findStored(shelf: Shelf, hashes: readonly number[], found: Found): Promise<void> {
    const { store, clock, client, metrics } = this.#parts;
    const now = clock.now();
    const old: number[] = [];
    const stored = await store.find(shelf, hashes);
    for (const { hash, record, fetchedAt } of stored) {
      const name = record === null ? undefined : expand(record, (path) => client.imageUrl(path));
      if (name !== undefined) {
        found.set(hash, name);
        this.#memory.set(`${shelfKey(shelf)}/${hash}`, name);
        if (now - fetchedAt > FRESH_FOR_MS) old.push(hash);
      } else if (now - fetchedAt < UNKNOWN_FOR_MS) found.set(hash, null);
    }
    metrics.count("definitions_lookups_total", { source: "store" }, stored.length);
    if (!client.offers("definitions.manifest")) void Promise.all(this.#singles.fetch(shelf, old));
  }

  /** Asks the platform for what is missing, and waits briefly. */
  async #fetchMissing(
    shelf: Shelf,
    hashes: readonly number[],
    { found, signal }: { readonly found: Found; readonly signal: AbortSignal | undefined },
  ): Promise<void> {
    const filling = this.#files.fill(shelf);
    const missing = hashes.filter((hash) => !found.has(hash));
    if (missing.length === 0 || (filling === undefined && this.#files.isComplete(shelf))) return;
    const work = [Promise.all(this.#singles.fetch(shelf, missing)), ...(filling ? [filling] : [])];
    const over = this.#overSoon(signal);
    for (const done of [Promise.race(work), Promise.all(work)]) {
      await Promise.race([over, done]);
      const late = await this.#find(
        shelf,
        missing.filter((hash) => !found.has(hash)),
      );
      for (const [hash, name] of late) found.set(hash, name);
      if (missing.every((hash) => found.has(hash))) return;
    }
  }

  /** Resolves when the wait is over, or nobody wants the answer any more. */
  async #overSoon(signal: AbortSignal | undefined): Promise<void> {
    const waited = AbortSignal.timeout(this.#waitMs);
    const over = AbortSignal.any([waited, this.#stop.signal, ...(signal ? [signal] : [])]);
    if (over.aborted) return;
    await new Promise<void>((resolve) => {
      over.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  /** What a language lacks is shown in the profile's own. */
  async #fallBack(shelf: Shelf, hashes: readonly number[], found: Found): Promise<void> {
    const { default: fallback } = this.#parts.profile.locale;
    const missing = hashes.filter((hash) => (found.get(hash) ?? null) === null);
    if (missing.length === 0 || shelf.locale === fallback) return;
    const own = { table: shelf.table, locale: fallback };
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it is no array that is filled
    void this.#files.fill(own);
    for (const [hash, name] of await this.#find(own, missing)) found.set(hash, name);
  }

  #known(found: Found): ReadonlyMap<number, DefinitionName> {
    const known = new Map<number, DefinitionName>();
    for (const [hash, name] of found) if (name !== null) known.set(hash, name);
    return known;
  }
}

import { LRUCache } from "lru-cache";

import { Poller } from "../base/async/poller.ts";
import { unlessAborted } from "../base/async/unless-aborted.ts";
import { DAY_MS, WEEK_MS } from "../base/duration.ts";
import { platformLocale } from "../platform/locale.ts";
import type { Profile } from "../platform/profile/schema.ts";
import type { DefinitionName, DefinitionTable } from "../platform/resources/definitions.ts";
import { isHash } from "../platform/resources/wire.ts";
import type { Nodes } from "../storage/nodes.ts";
import { type DefinitionSet, keyOf } from "./definition-rows.ts";
import type { Definitions } from "./definitions.ts";
import { type DefinitionsDeps, expand } from "./record.ts";
import { DefinitionFiles, SingleDefinitions } from "./files.ts";

export type DefinitionsOptions = Omit<DefinitionsDeps, "signal"> & {
  /** The platform of the stored names, the profile's by default; those of another are deleted. */
  readonly source?: string;
  readonly nodes?: Pick<Nodes, "hint" | "onChange">;
  /** How long a lookup waits for missing names. */
  readonly waitMs?: number;
};

const WAIT_MS = 2_000;
const KEPT_IN_MEMORY = 3_000;
const MOST_HASHES = 500;
/** Some have the word in their description alone. */
const MOST_SEARCHED = 100;
const TICK_MS = 15_000;
/** When a hash that the platform did not know is asked for again. */
const UNKNOWN_FOR_MS = DAY_MS;
/** When a definition is read again, without a manifest. */
const FRESH_FOR_MS = WEEK_MS;
const SOURCE = "definitions-source";

/** The hint sent after one process has read the platform's files. */
const NEW_FILES = "definitions";

/** Returns names from memory, then the database, then the platform. */
export function createDefinitions(options: DefinitionsOptions): DefinitionStore {
  return new DefinitionStore(options);
}

/** null: an unknown hash. */
type Found = Map<number, DefinitionName | null>;

class DefinitionStore implements Definitions {
  readonly #deps: DefinitionsDeps;
  readonly #source: string;
  readonly #waitMs: number;
  readonly #stop = new AbortController();
  readonly #memory = new LRUCache<string, DefinitionName>({ max: KEPT_IN_MEMORY });
  readonly #files: DefinitionFiles;
  readonly #stopListening: (() => void) | undefined;
  readonly #singles: SingleDefinitions;
  readonly #ticks: Poller;
  #prepared: Promise<void> | undefined;

  constructor({ source, waitMs = WAIT_MS, nodes, ...deps }: DefinitionsOptions) {
    const { id, hosts } = deps.profile;
    this.#source = source ?? [id, hosts.portal, hosts.content].join(" ");
    this.#deps = { ...deps, signal: this.#stop.signal };
    this.#waitMs = waitMs;
    this.#files = new DefinitionFiles(this.#deps, () => {
      this.#memory.clear();
      nodes?.hint(NEW_FILES);
    });
    this.#stopListening = nodes?.onChange(NEW_FILES, () => this.#memory.clear());
    this.#singles = new SingleDefinitions(this.#deps);
    const poll = async () => {
      this.#files.tick();
      return TICK_MS;
    };
    this.#ticks = new Poller({ clock: deps.clock, poll, onFailure: () => TICK_MS, isUnref: true });
  }

  async lookUp(
    asked: DefinitionTable,
    hashes: readonly number[],
    { locale, signal }: { readonly locale: string; readonly signal?: AbortSignal },
  ): Promise<ReadonlyMap<number, DefinitionName>> {
    const { profile, log } = this.#deps;
    const table = tableFor(asked, profile.definitions);
    const wanted = this.#wanted(table, hashes);
    if (wanted.length === 0) return new Map();
    try {
      await this.#ready();
      const set = { table, locale: platformLocale(profile, locale) };
      const found = await this.#find(set, wanted);
      await this.#fetchMissing(set, wanted, { found, signal });
      await this.#fallBack(set, wanted, found);
      return this.#known(found);
    } catch (error) {
      log.warn("Names could not be looked up", { table }, error);
      return new Map();
    }
  }

  async search(asked: DefinitionTable, text: string, locale: string): Promise<readonly string[]> {
    const { profile, store, client, log } = this.#deps;
    const table = tableFor(asked, profile.definitions);
    const set = { table, locale: platformLocale(profile, locale) };
    const capital = text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
    try {
      await this.#ready();
      const records = await store.search(set, [...new Set([text, capital])], MOST_SEARCHED);
      return records.flatMap((record) => expand(record, (path) => client.imageUrl(path))?.name ?? []);
    } catch (error) {
      log.warn("Names could not be searched", { table }, error);
      return [];
    }
  }

  /** Keeps versions fresh and retries failed work until `close`. */
  start(): void {
    this.#ticks.start();
  }

  /** Stops background work; stored names stay. */
  async close(): Promise<void> {
    this.#stopListening?.();
    this.#stop.abort();
    await Promise.all([this.#ticks.stop(), this.#files.settled(), this.#singles.settled()]);
  }

  #wanted(table: DefinitionTable, hashes: readonly number[]): readonly number[] {
    const { definitions, wire } = this.#deps.profile;
    if (definitions?.tables[table] === undefined) return [];
    const real = hashes.filter((hash) => isHash(hash) && !wire.noHashes.includes(hash));
    return [...new Set(real)].slice(0, MOST_HASHES);
  }

  /** Prepares once; after a failure, the next caller tries again. */
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
    const { facts, store } = this.#deps;
    if ((await facts.get(SOURCE)) === this.#source) return;
    await store.clear();
    await facts.set(SOURCE, this.#source);
  }

  /** Returns what is stored. Recently unknown hashes are null. */
  async #find(set: DefinitionSet, hashes: readonly number[]): Promise<Found> {
    const { metrics } = this.#deps;
    const found: Found = new Map();
    for (const hash of hashes) {
      const name = this.#memory.get(`${keyOf(set)}/${hash}`);
      if (name !== undefined) found.set(hash, name);
    }
    if (found.size > 0) metrics.count("definitions_lookups_total", { source: "memory" }, found.size);
    const rest = hashes.filter((hash) => !found.has(hash));
    if (rest.length > 0) await this.#findStored(set, rest, found);
    return found;
  }

  async #findStored(set: DefinitionSet, hashes: readonly number[], found: Found): Promise<void> {
    const { store, clock, client, metrics } = this.#deps;
    // A row from the future was written before the clock was set back, and counts as old.
    const now = clock.now();
    const old: number[] = [];
    const stored = await store.find(set, hashes);
    for (const { hash, record, fetchedAt } of stored) {
      const name = record === null ? undefined : expand(record, (path) => client.imageUrl(path));
      if (name !== undefined) {
        found.set(hash, name);
        this.#memory.set(`${keyOf(set)}/${hash}`, name);
        if (Math.abs(now - fetchedAt) > FRESH_FOR_MS) old.push(hash);
      } else if (Math.abs(now - fetchedAt) < UNKNOWN_FOR_MS) found.set(hash, null);
    }
    metrics.count("definitions_lookups_total", { source: "store" }, stored.length);
    if (!client.offers("definitions.manifest")) void Promise.all(this.#singles.fetch(set, old));
  }

  /**
   * Asks the platform for missing names and waits briefly: first for its file, which has all of them, then one by one.
   */
  async #fetchMissing(
    set: DefinitionSet,
    hashes: readonly number[],
    { found, signal }: { readonly found: Found; readonly signal: AbortSignal | undefined },
  ): Promise<void> {
    const filling = this.#files.fill(set);
    const missing = () => hashes.filter((hash) => !found.has(hash));
    if (missing().length === 0 || this.#isKnownInFull(set)) return;
    const over = AbortSignal.any([
      AbortSignal.timeout(this.#waitMs),
      this.#stop.signal,
      ...(signal ? [signal] : []),
    ]);
    const isAllThere = async (work: Promise<unknown>): Promise<boolean> => {
      await unlessAborted(work, over).catch(() => {});
      for (const [hash, name] of await this.#find(set, missing())) found.set(hash, name);
      return over.aborted || missing().length === 0;
    };
    if (filling !== undefined && ((await isAllThere(filling.soon)) || this.#isKnownInFull(set))) return;
    const work: Promise<unknown>[] = [Promise.all(this.#singles.fetch(set, missing()))];
    if (filling !== undefined) work.push(filling.done);
    if (!(await isAllThere(Promise.race(work)))) await isAllThere(Promise.all(work));
  }

  /** Returns whether the platform doesn't know what is not stored. */
  #isKnownInFull(set: DefinitionSet): boolean {
    return this.#files.fill(set) === undefined && this.#files.isComplete(set);
  }

  /** Fills gaps of a language with the profile's own. */
  async #fallBack(set: DefinitionSet, hashes: readonly number[], found: Found): Promise<void> {
    const { default: fallback } = this.#deps.profile.locale;
    const missing = hashes.filter((hash) => (found.get(hash) ?? null) === null);
    if (missing.length === 0 || set.locale === fallback) return;
    const own = { table: set.table, locale: fallback };
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- not an array's `fill`
    void this.#files.fill(own);
    for (const [hash, name] of await this.#find(own, missing)) found.set(hash, name);
  }

  #known(found: Found): ReadonlyMap<number, DefinitionName> {
    const known = new Map<number, DefinitionName>();
    for (const [hash, name] of found) if (name !== null) known.set(hash, name);
    return known;
  }
}

/** Quests are items, unless the service has a table of them. */
function tableFor(asked: DefinitionTable, definitions: Profile["definitions"]): DefinitionTable {
  return asked === "quest" && definitions?.tables.quest === undefined ? "item" : asked;
}

import { LRUCache } from "lru-cache";

import type { MonotonicClock } from "../base/clock.ts";
import { isMilepostError, MilepostError } from "../base/errors.ts";
import { within } from "../base/async/within.ts";
import type { CallOptions, Dated } from "./client.ts";
import type { OnWait } from "./http/request.ts";
import type { OwnNames } from "./resources/wire.ts";
import { SingleFlight } from "../base/async/single-flight.ts";

/** A cached answer, and its size on the wire. */
export interface Fetched<T> {
  readonly data: T;
  readonly at: number;
  readonly bytes: number;
  readonly unread?: number;
  readonly names?: OwnNames;
  /** RFC 9110, 8.8.3. */
  readonly entityTag?: string | undefined;
}

/** `before`: the copy at hand, which may turn out to be still right. */
type Load<T> = (signal: AbortSignal, onWait: OnWait, before?: Fetched<T>) => Promise<Fetched<T>>;

export interface CacheLimits {
  readonly freshMs: number;
  readonly staleMs: number;
  /** How long a caller waits for a refresh of a stale answer before the stale one is returned. */
  readonly patienceMs: number;
}

interface CacheOptions extends CallOptions {
  /** How long a caller waits where nothing is cached; a later answer is cached for the next. */
  readonly firstWithinMs?: number | undefined;
}

/** Sizes are those on the wire; parsed data takes a few times as much. */
const MAX_BYTES = 24 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
/** The least wait after a failed refresh. */
const REST_MS = 5_000;

interface Kept {
  readonly fetched: Fetched<unknown>;
  readonly keptAt: number;
  /** When the last refresh failed. */
  failedAt?: number;
  isMaintenance?: boolean;
}

/**
 * A cache of public data, shared by everyone: fresh for a while; then returned as it is while it is refreshed; after
 * that the caller waits briefly for the refresh and gets the old data marked as stale if there is none. One request per
 * key at a time.
 */
export class PublicCache {
  readonly #limits: CacheLimits;
  readonly #clock: MonotonicClock;
  readonly #kept = new LRUCache<string, Kept>({ max: MAX_ENTRIES, maxSize: MAX_BYTES });
  readonly #flights = new SingleFlight<Fetched<unknown>>();
  /** Why requests under way wait, and until when. */
  readonly #waits = new Map<string, { readonly error: MilepostError; readonly until: number }>();
  #isClosed = false;

  constructor(limits: CacheLimits, clock: MonotonicClock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Each key must always be used with the same `load`. */
  async get<T>(key: string, load: Load<T>, options: CacheOptions = {}): Promise<Dated<T>> {
    const { signal, maxAgeMs } = options;
    signal?.throwIfAborted();
    if (this.#isClosed) throw new MilepostError("busy", { reason: "the client is closed" });
    const kept = this.#usable(key);
    if (kept === undefined) return dated<T>({ fetched: await this.#first(key, load, options) }, false);
    const age = this.#age(kept);
    const freshMs = Math.min(this.#limits.freshMs, maxAgeMs ?? Number.POSITIVE_INFINITY);
    if (age < freshMs) return dated<T>(kept, false);
    const refresh = this.#refreshed(key, kept, load);
    if (maxAgeMs === undefined && age < this.#limits.freshMs * 2 && kept.failedAt === undefined)
      return dated<T>(kept, false);
    return this.#newsOrOld<T>(kept, refresh, signal);
  }

  /** Aborts requests under way and drops everything. */
  close(): void {
    this.#isClosed = true;
    this.#flights.abortAll(new MilepostError("busy", { reason: "the client is closed" }));
    this.#kept.clear();
  }

  async #first<T>(
    key: string,
    load: Load<T>,
    { signal, background = false, firstWithinMs }: CacheOptions,
  ): Promise<Fetched<unknown>> {
    const start = this.#refresh(key, load);
    // A background request may wait for hours, so nobody else joins it.
    if (background) return this.#flights.join(`${key} in the background`, start, signal);
    const joined = this.#flights.join(key, start, signal);
    if (firstWithinMs === undefined) return joined;
    const fetched = await within(joined, firstWithinMs, signal);
    signal?.throwIfAborted();
    if (fetched !== undefined) return fetched;
    // The next caller finds a later answer in the cache.
    this.#flights.keep(key, start).catch(() => {});
    throw (
      this.#waitOf(key) ??
      new MilepostError("platform-timeout", { reason: "nothing came while the member waits" })
    );
  }

  /** Returns the failure after which a request still waits to try again. */
  #waitOf(key: string): MilepostError | undefined {
    const { error, until = -Infinity } = this.#waits.get(key) ?? {};
    const retryAfterMs = until - this.#clock.monotonic();
    if (error === undefined || retryAfterMs <= 0) return undefined;
    return new MilepostError(error.code, { ...error.details, retryAfterMs }, error);
  }

  #usable(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined || this.#age(kept) < this.#limits.staleMs) return kept;
    this.#kept.delete(key);
    return undefined;
  }

  #age({ keptAt }: Kept): number {
    return this.#clock.monotonic() - keptAt;
  }

  /** Returns the refresh under way; undefined shortly after a failure. Never rejects. */
  #refreshed<T>(key: string, kept: Kept, load: Load<T>): Promise<Fetched<unknown> | undefined> | undefined {
    const since = this.#clock.monotonic() - (kept.failedAt ?? -Infinity);
    if (since < REST_MS && !this.#flights.has(key)) return undefined;
    return this.#flights.keep(key, this.#refresh(key, load)).catch((error: unknown) => {
      kept.failedAt = this.#clock.monotonic();
      kept.isMaintenance = isMilepostError(error, "platform-maintenance");
      // What was deleted or became private must not be shown any more.
      if (isMilepostError(error, "not-found") || isMilepostError(error, "private")) this.#kept.delete(key);
      return undefined;
    });
  }

  async #newsOrOld<T>(
    kept: Kept,
    refresh: Promise<Fetched<unknown> | undefined> | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Dated<T>> {
    if (refresh === undefined) return dated<T>(kept, true);
    const fetched = await within(refresh, this.#limits.patienceMs, signal);
    signal?.throwIfAborted();
    return fetched === undefined ? dated<T>(kept, true) : dated<T>({ fetched }, false);
  }

  #refresh<T>(key: string, load: Load<T>) {
    return async (signal: AbortSignal) => {
      const onWait: OnWait = (error, ms) =>
        void this.#waits.set(key, { error, until: this.#clock.monotonic() + ms });
      // A key belongs to one `load`, so its copy has that type.
      const before = this.#kept.get(key)?.fetched as Fetched<T> | undefined;
      const fetched = await load(signal, onWait, before).finally(() => this.#waits.delete(key));
      if (!this.#isClosed)
        this.#kept.set(
          key,
          { fetched, keptAt: this.#clock.monotonic() },
          { size: Math.max(1, fetched.bytes) },
        );
      return fetched;
    };
  }
}

function dated<T>(kept: Omit<Kept, "keptAt">, isStale: boolean): Dated<T> {
  const { fetched, isMaintenance = false } = kept;
  // A key belongs to one `load`, so its data has that type.
  const data = fetched.data as T;
  const { at, unread = 0, names } = fetched;
  return {
    data,
    at,
    isStale,
    ...(isStale && isMaintenance && { isMaintenance }),
    ...(unread > 0 && { unread }),
    ...(names !== undefined && { names }),
  };
}

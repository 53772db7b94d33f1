import type { REST } from "@discordjs/rest";
import { LRUCache } from "lru-cache";

import { unlessAborted } from "../../base/async/unless-aborted.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";

interface CachedLookupOptions {
  readonly rest: REST;
  readonly clock: MonotonicClock;
  readonly keptMs?: number;
  /** Returns the part of an answer to keep; all of it by default. */
  readonly keep?: (answer: unknown) => unknown;
}

interface Kept {
  readonly at: number;
  readonly value: Promise<unknown>;
}

const MOST_KEPT = 5_000;
const ASKED_WITHIN_MS = 10_000;

/**
 * Cached GET requests: one request for all who ask, remembered for a minute by default. Failures are not remembered.
 */
export class CachedLookup {
  readonly #options: CachedLookupOptions;
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_KEPT });

  constructor(options: CachedLookupOptions) {
    this.#options = options;
  }

  /** Aborting one caller's wait leaves the others waiting. */
  async get<T>(route: `/${string}`, guildId: string, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    // Each route is kept under its own key, so the type is the caller's.
    return unlessAborted(this.#shared(`${guildId} ${route}`, route) as Promise<T>, signal);
  }

  forget(guildId: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(`${guildId} `)) this.#kept.delete(key);
  }

  #shared(key: string, route: `/${string}`): Promise<unknown> {
    const { rest, clock, keptMs = MINUTE_MS, keep } = this.#options;
    const at = clock.monotonic();
    const known = this.#kept.get(key);
    if (known !== undefined && at - known.at < keptMs) return known.value;
    const value = rest.get(route, { signal: AbortSignal.timeout(ASKED_WITHIN_MS) }).then(keep);
    const asked = { at, value };
    this.#kept.set(key, asked);
    // The caller handles the failure; this only forgets it.
    value.catch(() => {
      if (this.#kept.get(key) === asked) this.#kept.delete(key);
    });
    return value;
  }
}

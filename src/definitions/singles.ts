import { Cooldown, restMs } from "../base/async/cooldown.ts";
import { Semaphore } from "../base/async/semaphore.ts";
import { SingleFlight } from "../base/async/single-flight.ts";
import { isMilepostError } from "../base/errors.ts";
import { type DefinitionSet, keyOf } from "./definition-rows.ts";
import type { DefinitionsDeps } from "./definitions.ts";
import { compact } from "./record.ts";

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

import { isMilepostError } from "../base/errors.ts";
import { Cooldown, restMs } from "../base/async/cooldown.ts";
import { type DefinitionParts, type Shelf, shelfKey } from "./parts.ts";
import { compact } from "./record.ts";

/** One call a definition is unkind: few at once, and few for one question. */
const AT_ONCE = 4;
const MOST_AT_A_TIME = 12;

/** Fetches definitions one by one, for what no file has brought yet. One flight a hash. */
export class SingleDefinitions {
  readonly #parts: DefinitionParts;
  readonly #flights = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #active = 0;
  #failures = 0;
  readonly #rest: Cooldown;

  constructor(parts: DefinitionParts) {
    this.#parts = parts;
    this.#rest = new Cooldown(parts.clock);
  }

  /** Starts what can be started now. Gives the work under way; it never rejects. */
  fetch(shelf: Shelf, hashes: readonly number[]): readonly Promise<void>[] {
    const { client, signal } = this.#parts;
    if (!client.offers("definitions.one") || signal.aborted || !this.#rest.isOver()) return [];
    return hashes.slice(0, MOST_AT_A_TIME).map((hash) => this.#flight(shelf, hash));
  }

  async settled(): Promise<void> {
    await Promise.all(this.#flights.values());
  }

  #flight(shelf: Shelf, hash: number): Promise<void> {
    const key = `${shelfKey(shelf)}/${hash}`;
    const known = this.#flights.get(key);
    if (known !== undefined) return known;
    const flight = this.#inTurn(() => this.#fetchOne(shelf, hash)).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#active >= AT_ONCE) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    else this.#active += 1;
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#active -= 1;
      else next();
    }
  }

  async #fetchOne(shelf: Shelf, hash: number): Promise<void> {
    const { client, store, profile, clock, log, signal } = this.#parts;
    if (signal.aborted || !this.#rest.isOver()) return;
    try {
      const record = await client
        .definitionsOne({ ...shelf, hash, signal })
        .then(({ data }) => compact(profile, data), nullWhenUnknown);
      this.#failures = 0;
      await store.put(shelf, [{ hash, record, fetchedAt: clock.now() }]);
    } catch (error) {
      if (signal.aborted) return;
      this.#failures += 1;
      const waitMs = restMs(error, this.#failures);
      this.#rest.begin(waitMs);
      log.debug(
        "A definition could not be read",
        { table: shelf.table, locale: shelf.locale, waitMs },
        error,
      );
    }
  }
}

function nullWhenUnknown(error: unknown): null {
  if (isMilepostError(error, "not-found")) return null;
  throw error;
}

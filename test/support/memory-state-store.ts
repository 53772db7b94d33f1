import type { Clock } from "../../src/base/clock.ts";
import type { StateStore } from "../../src/discord/interaction/custom-id.ts";

/** The StateStore of tests: forgets with the process. */
export class MemoryStateStore implements StateStore {
  readonly #clock: Clock;
  readonly #states = new Map<string, { readonly state: string; readonly expiresAt: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#states.size;
  }

  async put(state: string, expiresAt: number): Promise<string> {
    const key = `k${this.#states.size}`;
    this.#states.set(key, { state, expiresAt });
    return key;
  }

  async get(key: string): Promise<string | undefined> {
    const found = this.#states.get(key);
    return found === undefined || found.expiresAt <= this.#clock.now() ? undefined : found.state;
  }
}

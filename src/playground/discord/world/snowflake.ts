import type { Clock } from "../../../base/clock.ts";

const EPOCH_MS = 1_420_070_400_000;
const COUNTER_BITS = 22n;
const COUNTER_MASK = 0x3fffff;

/** Makes Discord ids: time, then a counter. They always grow, however the clock is moved. */
export class Snowflakes {
  readonly #clock: Clock;
  #counter = 0;
  #latest = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  next(): string {
    this.#counter = (this.#counter + 1) & COUNTER_MASK;
    // The counter starts over, so the ids need another millisecond.
    this.#latest = Math.max(this.#latest + Number(this.#counter === 0), this.#clock.now());
    return snowflake(this.#latest, this.#counter);
  }
}

export function snowflake(atMs: number, counter: number): string {
  const ms = Math.max(0, Math.floor(atMs) - EPOCH_MS);
  return ((BigInt(ms) << COUNTER_BITS) | BigInt(counter)).toString();
}

/** Returns the guild's shard. */
export function shardOf(guildId: string, count: number): number {
  return Number((BigInt(guildId) >> COUNTER_BITS) % BigInt(count));
}

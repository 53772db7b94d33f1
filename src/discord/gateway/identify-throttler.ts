import type { IIdentifyThrottler } from "@discordjs/ws";

import { Pacer } from "../rest/pacer.ts";

/** Discord takes one IDENTIFY in 5 s of each bucket; its clock and the way there are allowed for. */
const IDENTIFY_EVERY_MS = 5_500;

/**
 * Lets shards identify at the pace Discord allows: `max_concurrency` buckets, by the shard's id. Outlives attempts
 * to connect, which Discord counts together. Other processes of the same bot are not known here: one whose turn comes
 * too early is told so by an INVALID_SESSION, and tries again.
 * https://discord.com/developers/docs/events/gateway#sharding-max-concurrency
 */
export class IdentifyThrottler {
  readonly #everyMs: number;
  readonly #buckets = new Map<number, Pacer>();

  constructor(everyMs = IDENTIFY_EVERY_MS) {
    this.#everyMs = everyMs;
  }

  of(maxConcurrency: number): IIdentifyThrottler {
    return {
      waitForIdentify: (shardId, signal) => this.#bucket(shardId % maxConcurrency).turn(signal),
    };
  }

  #bucket(key: number): Pacer {
    const bucket = this.#buckets.get(key) ?? new Pacer(1_000 / this.#everyMs);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}

/** Returns for how long the last of these shards waits until it may identify. */
export function identifyWaitMs(shards: readonly number[], maxConcurrency: number): number {
  const buckets = Object.values(Object.groupBy(shards, (id) => id % maxConcurrency));
  const longest = Math.max(1, ...buckets.map((bucket) => bucket?.length ?? 0));
  return (longest - 1) * IDENTIFY_EVERY_MS;
}

import type { IIdentifyThrottler } from "@discordjs/ws";

import { Pacer } from "../rest/pacer.ts";
import type { IdentifyTurns, Turns } from "./shared-gateway.ts";

/** Discord accepts one IDENTIFY per bucket in 5 s; the rest allows for latency and clocks. */
const IDENTIFY_EVERY_MS = 5_500;

/**
 * Paces IDENTIFYs as Discord demands: `max_concurrency` buckets, by shard id. It outlives attempts to connect, since
 * Discord counts them together. Processes that share a gateway reserve their turns in the database; anyone too early
 * gets an INVALID_SESSION and tries again.
 * https://discord.com/developers/docs/events/gateway#sharding-max-concurrency
 */
export class IdentifyThrottler {
  readonly #everyMs: number;
  readonly #turnsOf: IdentifyTurns;
  readonly #buckets = new Map<number, Turns>();

  constructor(turnsOf: IdentifyTurns = ownTurns, everyMs = IDENTIFY_EVERY_MS) {
    this.#everyMs = everyMs;
    this.#turnsOf = turnsOf;
  }

  of(maxConcurrency: number): IIdentifyThrottler {
    return {
      waitForIdentify: (shardId, signal) => this.#bucket(shardId % maxConcurrency)(signal),
    };
  }

  #bucket(key: number): Turns {
    const bucket = this.#buckets.get(key) ?? this.#turnsOf(key, this.#everyMs);
    this.#buckets.set(key, bucket);
    return bucket;
  }
}

function ownTurns(_bucket: number, everyMs: number): Turns {
  const pacer = new Pacer(1_000 / everyMs);
  return (signal) => pacer.turn(signal);
}

/** Returns how long the last of this many shards waits until it may identify. */
export function identifyWaitMs(shards: number, maxConcurrency: number): number {
  return (Math.ceil(shards / maxConcurrency) - 1) * IDENTIFY_EVERY_MS;
}

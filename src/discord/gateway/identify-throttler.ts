import type { IIdentifyThrottler } from "@discordjs/ws";

import { backoffMs } from "../../base/async/backoff.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import { sleep } from "../../base/async/sleep.ts";
import type { Log } from "../../base/log.ts";
import { Pacer } from "../rest/pacer.ts";
import type { ReserveIdentify } from "./shared-gateway.ts";

/** Discord accepts one IDENTIFY per bucket in 5 s; the rest allows for latency and clocks. */
const IDENTIFY_EVERY_MS = 5_500;

/** Resolves when it is the caller's turn; rejects only when the signal aborts. */
type Turns = (signal: AbortSignal) => Promise<void>;

/**
 * Paces IDENTIFYs as Discord demands: `max_concurrency` buckets, by shard id. It outlives attempts to connect, since
 * Discord counts them together. Processes that share a gateway reserve their turns in the database; anyone too early
 * gets an INVALID_SESSION and tries again.
 * https://discord.com/developers/docs/events/gateway#sharding-max-concurrency
 */
export class IdentifyThrottler {
  readonly #log: Log;
  readonly #everyMs: number;
  readonly #reserve: ReserveIdentify | undefined;
  readonly #buckets = new Map<number, Turns>();

  constructor(log: Log, reserve?: ReserveIdentify, everyMs = IDENTIFY_EVERY_MS) {
    this.#log = log;
    this.#everyMs = everyMs;
    this.#reserve = reserve;
  }

  of(maxConcurrency: number): IIdentifyThrottler {
    return {
      waitForIdentify: (shardId, signal) => this.#bucket(shardId % maxConcurrency)(signal),
    };
  }

  #bucket(key: number): Turns {
    const bucket = this.#buckets.get(key) ?? this.#turnsOf(key);
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #turnsOf(bucket: number): Turns {
    const reserve = this.#reserve;
    if (reserve === undefined) {
      const pacer = new Pacer(1_000 / this.#everyMs);
      return (signal) => pacer.turn(signal);
    }
    // One turn is reserved at a time, so that a process that ends wastes at most one.
    const queue = new SerialQueue();
    return (signal) => queue.take(() => this.#reservedTurn(() => reserve(bucket, this.#everyMs), signal));
  }

  /** Retries a failed reservation: the library would take its failure for one of the connection. */
  async #reservedTurn(reserve: () => Promise<number>, signal: AbortSignal): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      signal.throwIfAborted();
      const waitMs = await reserve().catch((error: unknown) => {
        if (failures === 0) this.#log.warn("A turn to log in could not be reserved; trying again", {}, error);
        return undefined;
      });
      await sleep(waitMs ?? backoffMs(failures, { firstMs: 250, longestMs: 5_000 }), signal);
      if (waitMs !== undefined) return;
    }
  }
}

/** Returns how long the last of this many shards waits until it may identify. */
export function identifyWaitMs(shards: number, maxConcurrency: number): number {
  return (Math.ceil(shards / maxConcurrency) - 1) * IDENTIFY_EVERY_MS;
}

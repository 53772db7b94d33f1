import type { IIdentifyThrottler } from "@discordjs/ws";

import { backoffMs } from "../../base/async/backoff.ts";
import { SerialQueue } from "../../base/async/serial-queue.ts";
import { sleep } from "../../base/async/sleep.ts";
import type { Log } from "../../base/log.ts";
import { Pacer } from "../rest/pacer.ts";
import type { ReserveIdentify } from "./shared-gateway.ts";

/** Discord takes one IDENTIFY in 5 s of each bucket; its clock and the way there are allowed for. */
const IDENTIFY_EVERY_MS = 5_500;

/** Resolves when it is one's turn; rejects when the signal ends the waiting, and never else. */
type Turns = (signal: AbortSignal) => Promise<void>;

/**
 * Lets shards identify at the pace Discord allows: `max_concurrency` buckets, by the shard's id. Outlives attempts
 * to connect, which Discord counts together. Processes that share a gateway reserve their turns where all of them do;
 * of others nothing is known: one whose turn comes too early is told so by an INVALID_SESSION, and tries again.
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
    // One turn at a time is reserved: a process that ends lets no more than that one go by.
    const queue = new SerialQueue();
    return (signal) => queue.take(() => this.#reservedTurn(() => reserve(bucket, this.#everyMs), signal));
  }

  /** To the library a failure here would be one of the connection: what can't be reserved is tried again. */
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

/** Returns for how long the last of so many shards waits until it may identify. */
export function identifyWaitMs(shards: number, maxConcurrency: number): number {
  return (Math.ceil(shards / maxConcurrency) - 1) * IDENTIFY_EVERY_MS;
}

import type { IIdentifyThrottler } from "@discordjs/ws";

import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { Log } from "../../base/log.ts";
import { Pacer } from "../rest/pacer.ts";

interface LoginQuotaParts {
  /** How many logins Discord said are left. */
  readonly left: number;
  /** Asks Discord again. */
  readonly ask: () => Promise<number>;
  readonly clock: MonotonicClock;
  readonly log: Log;
}

/** How many logins Discord still accepts today. */
export class LoginQuota {
  readonly #parts: LoginQuotaParts;
  #left: number;
  #askAgainAt = Number.NEGATIVE_INFINITY;

  constructor(parts: LoginQuotaParts) {
    this.#parts = parts;
    this.#left = parts.left;
  }

  get left(): number {
    return this.#left;
  }

  /**
   * Counts one login; returns false where none is left. Then asks Discord again, at most once a minute. Never rejects.
   */
  async take(): Promise<boolean> {
    const { ask, clock, log } = this.#parts;
    if (this.#left <= 0 && clock.monotonic() >= this.#askAgainAt) {
      this.#askAgainAt = clock.monotonic() + MINUTE_MS;
      this.#left = await ask().catch((error: unknown) => {
        log.warn("Discord did not say how many logins are left; asking again in a minute", {}, error);
        return 0;
      });
    }
    if (this.#left <= 0) return false;
    this.#left -= 1;
    return true;
  }
}

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

/** Returns the turns of a bucket, which has one each so many milliseconds. */
export type IdentifyTurns = (bucket: number, everyMs: number) => Turns;

/** Resolves when it is the caller's turn; rejects only when the signal aborts. */
export type Turns = (signal: AbortSignal) => Promise<void>;

import { CloseCodes, WebSocketShardEvents } from "@discordjs/ws";

import { within } from "../../base/async/within.ts";
import type { MonotonicClock } from "../../base/clock.ts";
import { MINUTE_MS } from "../../base/duration.ts";
import type { Shard } from "./shard.ts";
import type { ShardLease } from "./shared-gateway.ts";

/** A shard that this process runs. */
export interface HeldShard {
  readonly lease: ShardLease;
  readonly shard: Shard;
  /** Settles once it was ready for the first time; rejects where it could not connect. */
  readonly ready: Promise<unknown>;
  /** Whether it went on with its session less than a minute ago. */
  readonly wasJustResumed: () => boolean;
  readonly leave: () => void;
}

/** Returns whether the shard went on with its session less than a minute ago. */
export function watchResumes(shard: Shard, clock: MonotonicClock): () => boolean {
  let resumedAt = Number.NEGATIVE_INFINITY;
  shard.on(WebSocketShardEvents.Resumed, () => void (resumedAt = clock.monotonic()));
  return () => clock.monotonic() - resumedAt < MINUTE_MS;
}

/** With this code the library closes a shard itself, to resume. */
export const RESUMING: number = CloseCodes.Resuming;

/** Discord answers a RESUME at once, and the library waits for that for ever. */
const RESUMED_WITHIN_MS = 15_000;

/** A RESUME that gets no answer at all is given up, and the shard logs in anew. */
export async function resumeInTime({ shard, ready }: HeldShard): Promise<void> {
  const isReady = within(
    ready.then(() => true),
    RESUMED_WITHIN_MS,
  );
  if (await isReady.catch(() => true)) return;
  await shard.logInAnew();
}

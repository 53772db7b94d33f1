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
  /** Whether it resumed its session less than a minute ago. */
  readonly wasJustResumed: () => boolean;
  readonly leave: () => void;
}

/** Returns a function that tells whether the shard resumed its session less than a minute ago. */
export function watchResumes(shard: Shard, clock: MonotonicClock): () => boolean {
  let resumedAt = Number.NEGATIVE_INFINITY;
  shard.on(WebSocketShardEvents.Resumed, () => void (resumedAt = clock.monotonic()));
  return () => clock.monotonic() - resumedAt < MINUTE_MS;
}

/** The code the library closes a connection with before it resumes. */
export const RESUMING: number = CloseCodes.Resuming;

/** Discord answers a RESUME at once, but the library would wait for ever. */
const RESUMED_WITHIN_MS = 15_000;

/** Logs the shard in anew where a RESUME is not answered in time. */
export async function resumeInTime({ shard, ready }: HeldShard): Promise<void> {
  const isReady = within(
    ready.then(() => true),
    RESUMED_WITHIN_MS,
  );
  if (await isReady.catch(() => true)) return;
  await shard.logInAnew();
}

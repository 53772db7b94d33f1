import { within } from "../../base/async/within.ts";
import type { Shard } from "./shard.ts";
import type { ShardLease } from "./shared-gateway.ts";

/** A shard that this process runs. */
export interface HeldShard {
  readonly lease: ShardLease;
  readonly shard: Shard;
  /** Settles once it was ready for the first time; rejects where it could not connect. */
  readonly ready: Promise<unknown>;
  readonly leave: () => void;
}

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

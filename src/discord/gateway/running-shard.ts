import { within } from "../../base/async/within.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import type { Shard } from "./shard.ts";
import type { ShardSetParts } from "./shard-set.ts";
import type { GatewaySession } from "./gateway-session.ts";

/** A shard that this process runs. */
export interface RunningShard {
  readonly shard: Shard;
  /** Settles once it was ready for the first time; rejects where it could not connect. */
  readonly ready: Promise<unknown>;
  readonly leave: () => void;
}

/** Nobody serves the shard meanwhile, and the successor can resume from an earlier save. */
const KEPT_WITHIN_MS = 1_000;
/** Discord answers a RESUME at once, but the library would wait for ever. */
const RESUMED_WITHIN_MS = 15_000;

/** Connects a shard. A failure after the set's start is logged. */
export function runShard(
  { create, log }: Pick<ShardSetParts, "create" | "log">,
  { id, session }: { readonly id: number; readonly session: GatewaySession | undefined },
  isOpen: () => boolean,
): RunningShard {
  const shard = create(id, session);
  const left = Promise.withResolvers<void>();
  const ready = Promise.race([shard.connect(), left.promise]);
  ready.catch((error: unknown) => {
    // Before that, `open` throws.
    if (isOpen()) log.warn("A shard could not connect", { shard: id }, error);
  });
  const running = { shard, ready, leave: left.resolve };
  if (session !== undefined) void resumeInTime(running);
  return running;
}

/** Logs the shard in anew where a RESUME is not answered in time. */
async function resumeInTime({ shard, ready }: RunningShard): Promise<void> {
  const isReady = within(
    ready.then(() => true),
    RESUMED_WITHIN_MS,
  );
  if (await isReady.catch(() => true)) return;
  await shard.logInAnew();
}

/**
 * Closes a shard. Returns promises for its session, saved for whoever resumes it, and for the closed connection.
 * `isOver`: nobody does.
 */
export function leaveShard(
  { shard, leave }: RunningShard,
  sessions: SessionKeeper,
  isOver: boolean,
): { readonly saved: Promise<unknown>; readonly closed: Promise<void> } {
  leave();
  const { session, closed } = shard.leave({ isOver: isOver || !sessions.keeps });
  if (session !== null && !isOver) return { saved: within(sessions.keep(session), KEPT_WITHIN_MS), closed };
  sessions.drop(shard.id);
  return { saved: Promise.resolve(), closed };
}

import type { Clock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { LoginQuota } from "./login-quota.ts";
import type { GatewaySession, SessionKeeper } from "./session-keeper.ts";
import type { Shard } from "./shard.ts";
import { within } from "../../base/async/within.ts";

/** The shards of one login that this process runs. */
export interface ShardSet {
  /** By id. */
  readonly shards: readonly Shard[];
  /** Whether all shards it took at first were ready once. */
  readonly isOpen: boolean;
  /**
   * Resolves once its shards are ready. Throws "busy" where Discord accepts no more logins today, or where the set is
   * closed meanwhile.
   */
  open(): Promise<void>;
  /** Called where Discord demands more shards than `count`. Returns whether more are on their way. */
  grow(count: number): Promise<boolean>;
  /** Closes all, so that the next holder can resume. Never rejects. */
  close(): Promise<void>;
}

export interface ShardSetParts {
  /** How many shards all processes run together. */
  readonly shardCount: number;
  /** The shards the operator has this process run. */
  readonly ids: readonly number[] | undefined;
  readonly sessions: SessionKeeper;
  /** Returns a shard that is not connected yet. */
  readonly create: (id: number, session: GatewaySession | undefined) => Shard;
  readonly logins: LoginQuota;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns the shards this process may run. */
export function idsOf({ ids, shardCount }: Pick<ShardSetParts, "ids" | "shardCount">): readonly number[] {
  return ids ?? Array.from({ length: shardCount }, (_, id) => id);
}

/** Throws "busy" where Discord allows fewer logins today than this many shards without a session need. */
export async function refuseWithoutLogins(
  { ids, shardCount, sessions, logins }: ShardSetParts,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const known = await sessions.load(shardCount);
  const wanted = idsOf({ ids, shardCount })
    .filter((id) => known?.has(id) !== true)
    .slice(0, most);
  if (logins.left < wanted.length) throw noLogins();
}

/** Returns the error for a day whose logins are used up. */
function noLogins(): MilepostError {
  return new MilepostError("busy", { reason: "Discord allows no more logins today" });
}

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

/** All shards in one process. */
export class OwnShards implements ShardSet {
  readonly #parts: ShardSetParts;
  #running: RunningShard[] = [];
  #isOpen = false;
  #isEnded = false;

  constructor(parts: ShardSetParts) {
    this.#parts = parts;
  }

  get shards(): readonly Shard[] {
    return this.#running.map(({ shard }) => shard);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async open(): Promise<void> {
    const { sessions, shardCount, logins } = this.#parts;
    await refuseWithoutLogins(this.#parts);
    for (const id of idsOf(this.#parts)) {
      const session = await sessions.find(id, shardCount);
      if (session === undefined && !(await logins.take())) throw noLogins();
      if (this.#isEnded) break;
      this.#running.push(runShard(this.#parts, { id, session }, () => this.#isOpen));
    }
    await Promise.all(this.#running.map(({ ready }) => ready));
    if (this.#isEnded) throw new MilepostError("busy", { reason: "The connection was closed" });
    this.#isOpen = true;
  }

  async grow(): Promise<boolean> {
    return false;
  }

  async close(): Promise<void> {
    this.#isEnded = true;
    this.#isOpen = false;
    const { sessions } = this.#parts;
    const left = this.#running.map((running) => leaveShard(running, sessions, false));
    this.#running = [];
    await Promise.all(left.flatMap(({ saved, closed }) => [saved, closed]));
    sessions.close();
  }
}

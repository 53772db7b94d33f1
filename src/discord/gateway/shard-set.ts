import type { Clock } from "../../base/clock.ts";
import { MilepostError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { LoginQuota } from "./login-quota.ts";
import type { SessionKeeper } from "./session-keeper.ts";
import type { Shard } from "./shard.ts";
import type { GatewaySession } from "./gateway-session.ts";

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
export function noLogins(): MilepostError {
  return new MilepostError("busy", { reason: "Discord allows no more logins today" });
}

import type { SessionStore } from "./session-keeper.ts";
import type { IdentifyTurns } from "./login-quota.ts";
import type { ShardSet, ShardSetParts } from "./shard-set.ts";

/** What outlives a connection to the gateway, and what several processes share of it. */
export interface SharedGateway {
  readonly sessions: SessionStore;
  /** Absent where only one process can run. */
  readonly cluster?: GatewayCluster;
}

/** The other processes of a bot. */
export interface GatewayCluster {
  readonly hasOthers: boolean;
  /**
   * Returns the number of shards in all: the most that any process needs, or fewer where `mayFall` and this process is
   * alone.
   */
  agreeOnCount(need: number, mayFall: boolean): Promise<number>;
  /** Returns the turns to identify that all processes share, of one bucket. */
  readonly identifyTurns?: IdentifyTurns;
  /** Returns this process's share of the shards. */
  createShards(first: ShardSetParts, recounting: Recounting): ShardSet;
}

/** How a running process gets another number of shards. */
export interface Recounting {
  /** Asks Discord how many shards it recommends. */
  readonly recommended: () => Promise<number>;
  readonly partsFor: (count: number) => Promise<ShardSetParts>;
}

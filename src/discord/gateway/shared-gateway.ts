/** What the processes of one bot share of its gateway, and keep for the next start. */
export interface SharedGateway {
  readonly nodes: GatewayNodes;
  readonly sessions: SessionStore;
  /**
   * Returns the number of shards in all: the most that any process needs, or fewer where `mayFall` and this process is
   * alone. Without it each process decides by itself.
   */
  readonly agreeOnCount?: (need: number, mayFall?: boolean) => Promise<number>;
  /** Returns in how many milliseconds it is this process's turn to identify in this bucket. */
  readonly reserveIdentify?: ReserveIdentify;
}

export type ReserveIdentify = (bucket: number, everyMs: number) => Promise<number>;

/** The processes on one database; see `storage/nodes.ts`. Releasing a lease is announced under its name. */
export interface GatewayNodes {
  readonly count: number;
  onCount(listener: () => void): () => void;
  take(name: string): Promise<ShardLease | { readonly freeInMs: number }>;
  onChange(what: string, listener: () => void): () => void;
  hint(what: string): void;
}

/** The right to run a shard. */
export interface ShardLease {
  readonly signal: AbortSignal;
  release(): Promise<void>;
}

/** A gateway session and how far it was read: enough to resume it. */
export interface GatewaySession {
  readonly shardId: number;
  readonly shardCount: number;
  readonly sessionId: string;
  readonly sequence: number;
  readonly resumeURL: string;
}

export interface SessionStore {
  /** Returns the sessions saved within this time, for this number of shards. */
  load(shardCount: number, withinMs: number): Promise<readonly GatewaySession[]>;
  save(sessions: readonly GatewaySession[]): Promise<void>;
}

/** The hint sent when the number of shards has changed. */
export const COUNT_CHANGE = "shard-count";

/** For a process that shares nothing. */
export const ONLY_NODE: GatewayNodes = {
  count: 1,
  onCount: () => () => {},
  take: async () => ({ signal: new AbortController().signal, release: async () => {} }),
  onChange: () => () => {},
  hint: () => {},
};

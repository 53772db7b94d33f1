/** What the processes of one bot share of its gateway, and what each keeps for the next. */
export interface SharedGateway {
  readonly nodes: GatewayNodes;
  readonly sessions: SessionStore;
  /**
   * Returns how many shards there are in all: the most that any process needed, or fewer where `mayFall` and this one is
   * alone. Without it each process goes by its own need.
   */
  readonly agreeOnCount?: (need: number, mayFall?: boolean) => Promise<number>;
  /** Returns in how many milliseconds it is this process's turn to identify in this bucket. */
  readonly reserveIdentify?: ReserveIdentify;
}

export type ReserveIdentify = (bucket: number, everyMs: number) => Promise<number>;

/** The processes on one database: `storage/nodes` says what each of these promises. A lease that is let go is told by its name. */
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

/** A session at Discord and how far it was read: who knows it can go on with it. */
export interface GatewaySession {
  readonly shardId: number;
  readonly shardCount: number;
  readonly sessionId: string;
  readonly sequence: number;
  readonly resumeURL: string;
}

export interface SessionStore {
  /** Returns the sessions of the shards of so many that were saved within this time. */
  load(shardCount: number, withinMs: number): Promise<readonly GatewaySession[]>;
  save(sessions: readonly GatewaySession[]): Promise<void>;
}

/** Told when the number of shards was agreed on anew. */
export const COUNT_CHANGE = "shard-count";

/** Of a process that shares nothing. */
export const ONLY_NODE: GatewayNodes = {
  count: 1,
  onCount: () => () => {},
  take: async () => ({ signal: new AbortController().signal, release: async () => {} }),
  onChange: () => () => {},
  hint: () => {},
};

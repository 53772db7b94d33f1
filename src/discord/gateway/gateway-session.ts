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

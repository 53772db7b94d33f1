import type { Application } from "./command/describe-application.ts";

export interface SourceHealth {
  readonly isReady: boolean;
  /** Those of this process. */
  readonly shards: readonly { readonly id: number; readonly isReady: boolean; readonly pingMs: number }[];
  /** Why nothing comes, in plain clauses. */
  readonly reasons: readonly string[];
}

/**
 * Where interactions come from: Discord's gateway, or what Discord posts to an endpoint of ours. One or the other.
 * Nothing else comes over the gateway, which is asked for no intents: which servers the bot has left is found out by
 * `forget-guilds` either way. Without it the bot is shown as offline.
 */
export interface InteractionSource {
  /** One attempt. Throws a MilepostError: "bad-settings" where trying again can't help, else "busy". */
  open(application: Application, signal: AbortSignal): Promise<void>;
  /** What would come goes to another node; else nobody would answer it, and it is told to try again. */
  readonly hasOthers: boolean;
  /** For good, after whoever leads here has had so long to notice that it ends. Never rejects. */
  close(noticeMs?: number): Promise<void>;
  health(): SourceHealth;
}

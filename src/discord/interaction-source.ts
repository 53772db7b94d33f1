import type { Application } from "./command/describe-application.ts";

export interface SourceHealth {
  readonly isReady: boolean;
  /** The shards of this process. */
  readonly shards: readonly { readonly id: number; readonly isReady: boolean; readonly pingMs: number }[];
  /** Why no interactions arrive, in plain clauses. */
  readonly reasons: readonly string[];
}

/**
 * Where interactions come from: Discord's gateway, or the requests Discord posts to our endpoint. Without intents the
 * gateway brings nothing else; `forget-guilds` finds out which servers the bot has left. Without the gateway the bot is
 * shown as offline.
 */
export interface InteractionSource {
  /** Tries once. Throws "bad-settings" where trying again can't help, else "busy". */
  open(application: Promise<Application>, signal: AbortSignal): Promise<void>;
  /** Whether another node answers interactions once this one stops; if not, members are told to try again. */
  readonly hasOthers: boolean;
  /** Stops for good, after load balancers had `noticeMs` to notice. Never rejects. */
  close(noticeMs?: number): Promise<void>;
  health(): SourceHealth;
}

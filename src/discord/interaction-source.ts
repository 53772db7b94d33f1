import type { Application } from "./command/describe-application.ts";
import { InteractionsEndpoint } from "./endpoint/endpoint.ts";
import { refuseBesideEndpoint } from "./endpoint/endpoint-url.ts";
import { Gateway, type GatewayHealth } from "./gateway/gateway.ts";

export interface SourceHealth extends GatewayHealth {
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

export function gatewaySource(options: ConstructorParameters<typeof Gateway>[0]): InteractionSource {
  const gateway = new Gateway(options);
  return {
    async open(application, signal) {
      refuseBesideEndpoint(application);
      await gateway.connect(application.approximate_guild_count, signal);
    },
    get hasOthers() {
      return gateway.hasOthers;
    },
    close: () => gateway.close(),
    health() {
      const state = gateway.health();
      return { ...state, reasons: state.isReady ? [] : ["not connected to Discord"] };
    },
  };
}

export function endpointSource(
  options: ConstructorParameters<typeof InteractionsEndpoint>[0],
): InteractionSource {
  const endpoint = new InteractionsEndpoint(options);
  return {
    open: ({ verify_key }) => endpoint.open(verify_key),
    hasOthers: true,
    close: (noticeMs) => endpoint.close(noticeMs),
    health() {
      const { isOpen } = endpoint;
      return { isReady: isOpen, shards: [], reasons: isOpen ? [] : ["not listening for interactions"] };
    },
  };
}

import type { REST } from "@discordjs/rest";

import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { Metrics } from "../../base/metrics.ts";
import type { Secret } from "../../base/secret.ts";
import { type BotRestParts, createBotRest } from "./bot-rest.ts";
import { RefusalBreaker } from "./refusal-breaker.ts";

export interface RestConnectionOptions extends Pick<BotRestParts, "share"> {
  readonly token: Secret;
  /** The REST address of another Discord than the real one: `https://.../api`. */
  readonly apiUrl?: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * The bot's connection to Discord's REST API, shared by everything that uses it, so that rate limits and refusals are
 * counted once.
 */
export interface RestConnection {
  readonly rest: REST;
  readonly breaker: RefusalBreaker;
}

export function createRestConnection({
  token,
  apiUrl,
  clock,
  log,
  metrics,
  share,
}: RestConnectionOptions): RestConnection {
  const breaker = new RefusalBreaker({
    clock,
    onChange(isOpen) {
      metrics.gauge("discord_paused", isOpen ? 1 : 0);
      if (isOpen)
        log.error(
          "Discord refused 500 requests in 10 minutes; sending is paused before it bans this address",
        );
      else log.info("Discord's refusals are past; sending goes on");
    },
  });
  return { rest: createBotRest({ apiUrl, breaker, log, share }).setToken(token.reveal()), breaker };
}

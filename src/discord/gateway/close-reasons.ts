import { GatewayCloseCodes } from "discord-api-types/v10";

import { TOKEN_REFUSED } from "./login-failure.ts";

/** Close codes for too many servers on a shard, or an invalid shard number. */
export const SHARDING_REFUSED: ReadonlySet<number> = new Set([
  GatewayCloseCodes.InvalidShard,
  GatewayCloseCodes.ShardingRequired,
]);

export const SHARDS_REFUSED =
  "Discord refused SHARDS and SHARD_COUNT: it takes at most 2,500 servers on a shard, so raise SHARD_COUNT";

/** Close codes after which Discord accepts no reconnect. */
export const FINAL: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: TOKEN_REFUSED,
  [GatewayCloseCodes.InvalidShard]: "Discord refused the shard",
  [GatewayCloseCodes.ShardingRequired]: "the bot is in too many servers for one shard",
  [GatewayCloseCodes.InvalidAPIVersion]: "Discord no longer speaks this gateway version",
  [GatewayCloseCodes.InvalidIntents]: "Discord refused the intents",
  [GatewayCloseCodes.DisallowedIntents]: "Discord refused the intents as not allowed for this application",
};

import { createHash } from "node:crypto";

import type { Log } from "../base/log.ts";
import type { Secret } from "../base/secret.ts";
import { gatewayCluster } from "../cluster/gateway/gateway-cluster.ts";
import type { SharedGateway } from "../discord/gateway/shared-gateway.ts";
import { shardSessions } from "../storage/shard-sessions.ts";

import type { Backends } from "./context.ts";

/** Gateway sessions are stored for the next start on either database; the rest is for several nodes. */
export function sharedGateway(
  { database: { engine, queries, nodes }, discord: { token }, clock }: Backends,
  log: Log,
): SharedGateway {
  const bot = markOf(token);
  const sessions = shardSessions({ queries, clock, bot });
  if (engine === "sqlite") return { sessions };
  return { sessions, cluster: gatewayCluster({ nodes, queries, bot, log }) };
}

/** Returns an identifier of a token that doesn't reveal it. */
function markOf(token: Secret): string {
  return createHash("sha256").update(`gateway\0${token.reveal()}`).digest("base64url").slice(0, 16);
}

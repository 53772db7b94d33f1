import type { Log } from "../../base/log.ts";
import type { GatewayCluster } from "../../discord/gateway/shared-gateway.ts";
import type { Nodes } from "../../storage/nodes.ts";
import type { Queries } from "../../storage/schema.ts";
import { agreeOnShardCount } from "./agree-on-shard-count.ts";
import { identifyTurns, reservedTurns } from "./identify-turns.ts";
import { RecountingShards } from "./recounting-shards.ts";

interface GatewayClusterParts {
  readonly nodes: Nodes;
  readonly queries: Queries;
  /** Identifies the token: another one has other shards. */
  readonly bot: string;
  readonly log: Log;
}

/** Returns what the processes on one database share of the gateway. */
export function gatewayCluster({ nodes, queries, bot, log }: GatewayClusterParts): GatewayCluster {
  const agreeOnCount = agreeOnShardCount({ queries, bot }, nodes);
  return {
    get hasOthers() {
      return nodes.count > 1;
    },
    agreeOnCount,
    identifyTurns: reservedTurns(identifyTurns(queries), log),
    createShards: (first, recounting) => new RecountingShards({ first, nodes, agreeOnCount, ...recounting }),
  };
}

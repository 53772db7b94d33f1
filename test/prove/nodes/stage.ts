import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Client } from "pg";

import { openDatabase } from "../../../src/cluster/open-database.ts";
import type { Database } from "../../../src/storage/database.ts";
import {
  type DiscordStage,
  type PlatformStage,
  stageDiscord,
  stagePlatform,
} from "../../support/bot-harness.ts";
import { type LoadBalancer, startLoadBalancer } from "../../support/load-balancer.ts";
import { connectSoon, freshSchema } from "../../support/postgres-schema.ts";
import { type PostgresServer, startPostgres } from "../../support/postgres.ts";
import { Random } from "../random.ts";
import { keepLeaseHistory } from "./lease-history.ts";
import { Node, type SeenPost } from "./node.ts";

/** Within what an endpoint takes for Discord's time, and nine minutes from the first node's to the last one's. */
const AHEAD_MINUTES = [-4.5, 4.5, -1.5, 1.5];
/** A member waits three seconds at most: another node has to have time left. */
const PATIENCE_MS = 1_000;
const DOUBLED_IN_A_HUNDRED = 20;

/** Nodes on one database, between a local Discord behind which people are, and a PostgreSQL that can be restarted. */
export interface NodesStage {
  readonly postgres: PostgresServer;
  /** Beside the nodes, for who looks on. */
  readonly database: Database;
  readonly discord: DiscordStage;
  readonly platform: PlatformStage;
  readonly balancer: LoadBalancer;
  readonly nodes: readonly Node[];
  readonly databaseUrl: string;
  readonly random: Random;
  readonly posts: readonly SeenPost[];
  /** On a connection to the database that ends with it. */
  readonly withClient: <T>(work: (client: Client) => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

export async function openNodesStage(size: {
  readonly nodes: number;
  readonly people: number;
}): Promise<NodesStage> {
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-nodes-"));
  const random = new Random(77);
  const postgres = startPostgres();
  const [databaseUrl, platform, discord, balancer] = await Promise.all([
    freshSchema(postgres.url),
    stagePlatform(),
    stageDiscord(size.people),
    startLoadBalancer(),
  ]);
  const database = await openDatabase({ url: databaseUrl, isOwner: false });
  const withClient = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = await connectSoon(databaseUrl);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  await withClient(keepLeaseHistory);
  const posts: SeenPost[] = [];
  const { DISCORD_API_URL: discordUrl = "", ...discordEnv } = discord.env;
  const env = {
    ...discordEnv,
    ...platform.env,
    INTERACTIONS_PORT: "0",
    INTERACTIONS_URL: balancer.url,
    PICTURES: "off",
    LOG_LEVEL: "info",
  };
  const nodes: Node[] = [];
  const onPost = (post: SeenPost) => void posts.push(post);
  const onMoved = () => {
    balancer.targets = nodes.flatMap(({ address }) => (address === undefined ? [] : [address]));
  };
  const common = { folder, databaseUrl, discordUrl, env, random, onPost, onMoved };
  for (let index = 0; index < size.nodes; index += 1) {
    const aheadMs = (AHEAD_MINUTES[index % AHEAD_MINUTES.length] ?? 0) * 60_000;
    nodes.push(await Node.open({ ...common, name: `node-${index + 1}`, aheadMs }));
  }
  balancer.patienceMs = PATIENCE_MS;
  balancer.isDoubled = () => random.below(100) < DOUBLED_IN_A_HUNDRED;
  return {
    postgres,
    database,
    discord,
    platform,
    balancer,
    nodes,
    databaseUrl,
    random,
    posts,
    withClient,
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      await database.close();
      await balancer.close();
      await discord.close();
      await platform.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

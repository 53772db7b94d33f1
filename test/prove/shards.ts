import { setTimeout as wait } from "node:timers/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { shardOf } from "../../src/playground/discord/world/snowflake.ts";
import { median, residentMiBOf } from "../bench/measure.ts";
import { type DiscordStage, stageDiscord, stagePlatform, startArguments } from "../support/bot-harness.ts";
import { connectSoon, freshSchema } from "../support/postgres-schema.ts";
import { hasPostgres, NO_POSTGRES, startPostgres } from "../support/postgres.ts";
import { type Program, startProgram } from "../support/program.ts";
import type { Proof } from "./run.ts";
import { type Asked, Askers, type Server } from "./load/askers.ts";
import { until } from "./load/until.ts";

interface Size {
  readonly servers: number;
  readonly nodes: number;
  readonly kills: number;
  /** People in one server of each shard: the bot takes so many commands from one of them. */
  readonly people: number;
  readonly askEveryMs: number;
}

const WHOLE: Size = { servers: 39_999, nodes: 4, kills: 8, people: 60, askEveryMs: 50 };
const QUICK: Size = { servers: 4_999, nodes: 2, kills: 1, people: 40, askEveryMs: 100 };

/** What Discord recommends. */
const SERVERS_A_SHARD = 2_500;
const CONNECTED_WITHIN_MS = 180_000;
const TAKEN_OVER_WITHIN_MS = 60_000;
/** What may be due to a node that has just come back: it takes over shards of the others. */
const SPREAD_WITHIN_MS = 30_000;
/** Discord waits this long for a first answer. */
const ANSWER_WITHIN_MS = 3_000;
const QUIET_MS = 2_000;

/** A bot in many servers: its shards are spread over several processes that are started anew in turn, then killed. */
export async function shards({ isQuick }: { readonly isQuick: boolean }): Promise<Proof> {
  const isNeeded = process.env["MILEPOST_REQUIRE_POSTGRES"] === "1";
  if (!hasPostgres() && !isNeeded) return { sentence: `skipped: ${NO_POSTGRES}`, failed: 0 };
  const size = isQuick ? QUICK : WHOLE;
  const stage = await openStage(size);
  try {
    return await prove(stage, size);
  } catch (error) {
    throw new Error(`what the nodes printed:\n${stage.output()}`, { cause: error });
  } finally {
    await stage.close();
  }
}

async function prove(stage: Stage, size: Size): Promise<Proof> {
  const startedAt = performance.now();
  for (let at = 0; at < size.nodes; at += 1) stage.start(at);
  await stage.untilConnected(CONNECTED_WITHIN_MS);
  const connectedMs = performance.now() - startedAt;
  const spread = await stage.untilSpread(size.nodes);

  const restarted = await asking(stage, size, async () => {
    for (let at = 0; at < size.nodes; at += 1) {
      if ((await stage.end(at, "SIGTERM")) !== 0) stage.unclean += 1;
      stage.start(at);
      await stage.untilConnected(TAKEN_OVER_WITHIN_MS);
      await stage.untilSpread(size.nodes);
    }
  });

  const away: (readonly [from: number, until: number])[] = [];
  const killed = await asking(stage, size, async () => {
    for (let kill = 0; kill < size.kills; kill += 1) {
      const from = performance.now();
      await stage.end(kill % size.nodes, "SIGKILL");
      await stage.untilMissed(TAKEN_OVER_WITHIN_MS);
      await stage.untilConnected(TAKEN_OVER_WITHIN_MS);
      away.push([from - ANSWER_WITHIN_MS, performance.now()]);
      stage.start(kill % size.nodes);
      await stage.untilSpread(size.nodes);
    }
  });
  const isMeanwhile = ({ at }: Asked) => away.some(([from, until]) => at >= from && at <= until);
  const unanswered = killed.filter(({ isAnswered }) => !isAnswered);
  const unexpected = unanswered.filter((one) => !isMeanwhile(one));
  const lost = restarted.filter(({ isAnswered }) => !isAnswered);
  const takeOvers = away.map(([from, until]) => until - from - ANSWER_WITHIN_MS);
  const { identifies } = await stage.discord.local.state();
  const sizes = stage.programs().map(({ pid }) => Math.round(residentMiBOf(pid)));
  const failed =
    lost.length + unexpected.length + stage.unclean + (identifies - stage.shardCount) + Number(spread > 1);
  return {
    failed,
    sentence:
      `${size.servers + 1} servers on ${stage.shardCount} shards over ${size.nodes} processes, all connected after ` +
      `${Math.round(connectedMs / 1000)} s, ${spread} shards more at one than at another; ` +
      `${lost.length} of ${restarted.length} commands lost while they were started anew in turn; ` +
      `${size.kills} kill -9: back after p50 ${seconds(median(takeOvers))}, at most ${seconds(Math.max(...takeOvers))}, ` +
      `${unanswered.length} of ${killed.length} commands unanswered, ${unexpected.length} of them later; ` +
      `${stage.unclean} ended badly; ${identifies} logins; ${sizes.join(", ")} MiB`,
  };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Has people of every shard ask while `work` goes on, and a little longer. */
async function asking(stage: Stage, size: Size, work: () => Promise<void>): Promise<readonly Asked[]> {
  const stop = stage.askers.begin(size.askEveryMs);
  try {
    await work();
    await wait(QUIET_MS);
  } finally {
    await stop();
  }
  return stage.askers.taken();
}

interface Stage {
  readonly discord: DiscordStage;
  readonly askers: Askers;
  readonly shardCount: number;
  unclean: number;
  programs(): readonly Program[];
  output(): string;
  start(at: number): void;
  end(at: number, signal: NodeJS.Signals): Promise<number | null>;
  /** Resolves once every shard has a connection. */
  untilConnected(withinMs: number): Promise<void>;
  /** Resolves once Discord knows that one has none: a busy machine tells it late that a process was killed. */
  untilMissed(withinMs: number): Promise<void>;
  /** Resolves once no node has two shards more than another; gives how many more one has. */
  untilSpread(nodes: number): Promise<number>;
  close(): Promise<void>;
}

async function openStage(size: Size): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), "milepost-shards-"));
  const postgres = startPostgres();
  const [databaseUrl, discord, platform] = await Promise.all([
    freshSchema(postgres.url),
    stageDiscord(1),
    stagePlatform(),
  ]);
  const { local } = discord;
  const { servers } = await local.addServers({ count: size.servers, channels: 1, roles: 2 });
  const shardCount = Math.ceil((size.servers + 1) / SERVERS_A_SHARD);
  const asking = { servers: serversByShard(servers, shardCount), each: size.people, commands: ["help"] };
  const askers = await Askers.open(local, asking);
  const programs = new Map<number, Program>();
  const all: Program[] = [];
  const env = {
    ...discord.env,
    ...platform.env,
    DATABASE_URL: databaseUrl,
    MILEPOST_KEYRING_FILE: path.join(folder, "keyring"),
    PICTURES: "off",
    LOG_LEVEL: "info",
  };
  const client = await connectSoon(databaseUrl);
  const connected = async () =>
    (await local.state()).sessions.filter(({ isConnected }) => isConnected).length;
  return {
    discord,
    askers,
    shardCount,
    unclean: 0,
    programs: () => [...programs.values()],
    output: () => all.map((one) => one.output()).join("\n"),
    start(at) {
      const program = startProgram(startArguments(), env);
      programs.set(at, program);
      all.push(program);
    },
    async end(at, signal) {
      return (await programs.get(at)?.end(signal)) ?? null;
    },
    untilConnected: (withinMs) =>
      until(withinMs, "every shard is connected", async () => (await connected()) === shardCount),
    untilMissed: (withinMs) =>
      until(withinMs, "a shard is missed", async () => (await connected()) < shardCount),
    async untilSpread(nodes) {
      let spread = shardCount;
      const look = async () => {
        const { rows } = await client.query<{ count: string }>(
          "select count(*) from leases where name like 'shard:%' and until > clock_timestamp() group by holder",
        );
        const counts = rows.map(({ count }) => Number(count));
        if (counts.length === nodes) spread = Math.max(...counts) - Math.min(...counts);
        return spread <= 1;
      };
      await until(SPREAD_WITHIN_MS, "the shards are spread", look);
      return spread;
    },
    async close() {
      await Promise.all([...programs.values()].map((program) => program.end("SIGKILL")));
      await client.end();
      await discord.close();
      await platform.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server of each shard. */
function serversByShard(servers: readonly Server[], count: number): readonly Server[] {
  const found = new Map<number, Server>();
  for (const server of servers) found.set(shardOf(server.id, count), server);
  return [...found.values()];
}

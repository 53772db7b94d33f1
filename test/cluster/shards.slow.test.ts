import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { Secret } from "../../src/base/secret.ts";
import { Gateway, type ShardPlan } from "../../src/discord/gateway/gateway.ts";
import type { SessionStore } from "../../src/discord/gateway/session-keeper.ts";
import { createRestConnection } from "../../src/discord/rest/rest-connection.ts";
import { type DiscordOptions, type LocalDiscord, startDiscord } from "../../src/playground/discord/start.ts";
import { Ids } from "../../src/playground/discord/world/default-world.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { onlyNode } from "../../src/storage/only-node.ts";
import type { Nodes } from "../../src/storage/nodes.ts";
import { agreeOnShardCount } from "../../src/cluster/gateway/agree-on-shard-count.ts";
import { RecountingShards } from "../../src/cluster/gateway/recounting-shards.ts";
import { shardSessions } from "../../src/storage/shard-sessions.ts";
import { openCutter } from "../support/cut-connections.ts";
import { describeOnPostgres } from "../support/databases.ts";
import { MemoryCluster } from "../support/memory-nodes.ts";
import { type LogLine, recordingLog } from "../discord/support.ts";

const APPLICATION = { id: "1", name: "Milepost" };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A bot of four shards at the local Discord, and what its nodes share. */
async function stage(options: Partial<DiscordOptions> = {}) {
  const log = recordingLog();
  const pace = { rateLimits: "off", maxConcurrency: 16, ...options } as const;
  const discord = await startDiscord({ port: 0, clock: systemClock, log, ...pace });
  closing.push(() => discord.close());
  const database = await openDatabase({ url: ":memory:" });
  closing.push(() => database.close());
  return { discord, database };
}

interface Running {
  readonly gateway: Gateway;
  /** Ids of interactions it was given. */
  readonly seen: string[];
  /** Of those, what another one may have been given before. */
  readonly repeated: string[];
  readonly log: ReturnType<typeof recordingLog>;
  readonly shards: () => readonly number[];
}

interface NodeOptions {
  readonly node: Nodes;
  readonly plan?: ShardPlan;
  readonly store?: SessionStore;
}

function nodeOf(
  { discord, database }: { readonly discord: LocalDiscord; readonly database: Database },
  { node, plan, store }: NodeOptions,
): Running {
  const log = recordingLog();
  const line = { token: new Secret(discord.token), apiUrl: discord.url, clock: systemClock, log };
  const { rest } = createRestConnection({ ...line, metrics: noMetrics });
  const seen: string[] = [];
  const repeated: string[] = [];
  const rows = { queries: database.queries, clock: systemClock, bot: "bot" };
  const sessions = store ?? shardSessions(rows);
  const agreeOnCount = agreeOnShardCount(rows, node);
  const gateway = new Gateway({
    rest,
    ...line,
    shards: plan,
    shared: {
      sessions,
      cluster: {
        get hasOthers() {
          return node.count > 1;
        },
        agreeOnCount,
        createShards: (first, recounting) =>
          new RecountingShards({ first, nodes: node, agreeOnCount, ...recounting }),
      },
    },
    onInteraction: ({ id, isRepeated }) => {
      seen.push(id);
      if (isRepeated === true) repeated.push(id);
    },
    onLost: (error) => log.error("lost", {}, error),
  });
  closing.push(() => gateway.close());
  const shards = () => gateway.health().shards.map(({ id }) => id);
  return { gateway, seen, repeated, log, shards };
}

/** So many servers that Discord wants four shards. */
const GUILDS = 10_000;

const ask = async ({ local }: LocalDiscord) => {
  const by = { as: Ids.player, channel: Ids.general, command: "ping", options: {} };
  return (await local.runCommand(by)).interaction;
};

async function withCommand(discord: LocalDiscord): Promise<void> {
  const { rest } = createRestConnection({
    token: new Secret(discord.token),
    apiUrl: discord.url,
    clock: systemClock,
    log: recordingLog(),
    metrics: noMetrics,
  });
  const { applicationId } = await discord.local.state();
  const body = [{ name: "ping", description: "Ping" }];
  await rest.put(`/applications/${applicationId}/commands`, { body });
}

const ascending = (a: number, b: number) => a - b;
const says = (words: string) => (line: LogLine) => line.message === words;
const isReady = ({ gateway }: Running) => gateway.health().isReady;

describe("shards of several nodes", () => {
  it("are handed to a node that joins, and back when it stops, without a login", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const first = nodeOf(place, { node: cluster.join() });
    await first.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: GUILDS }));
    expect(first.shards()).toEqual([0, 1, 2, 3]);

    const second = nodeOf(place, { node: cluster.join() });
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: GUILDS }));
    expect(isReady(second)).toBe(true);
    await expect.poll(() => [first, second].map((one) => one.shards().length)).toEqual([2, 2]);
    await expect.poll(() => [first, second].every(isReady)).toBe(true);
    expect(await place.discord.local.state()).toMatchObject({ identifies: 4, resumes: 2 });

    await first.gateway.close();
    await expect.poll(() => second.shards()).toEqual([0, 1, 2, 3]);
    await expect.poll(() => isReady(second)).toBe(true);
    expect(await place.discord.local.state()).toMatchObject({ identifies: 4, resumes: 4 });
  });

  it("are shared fairly by nodes that start at the same time, each with one", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const all = Array.from({ length: 3 }, () => nodeOf(place, { node: cluster.join() }));
    await Promise.all(
      all.map(({ gateway }) =>
        gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: GUILDS })),
      ),
    );
    const shared = () => all.map((one) => one.shards().length).toSorted(ascending);
    await expect.poll(() => shared()).toEqual([1, 1, 2]);
    expect((await place.discord.local.state()).identifies).toBe(4);
  });

  it("leave a node over that is healthy without one", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const all = [cluster.join(), cluster.join()].map((node) => nodeOf(place, { node }));
    for (const { gateway } of all)
      await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    expect(all.map((one) => [one.gateway.health().isReady, one.shards()])).toEqual([
      [true, [0]],
      [true, []],
    ]);
  });

  it("are closed where another node has the lease, and gone on with there", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const [lost, other] = [cluster.join(), cluster.join()];
    const first = nodeOf(place, { node: lost });
    await first.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    const second = nodeOf(place, { node: other });
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await expect.poll(() => sessionsOf(place.database)).toHaveLength(1);
    lost.leave();
    await expect.poll(() => first.shards()).toEqual([]);
    await expect.poll(() => second.shards()).toEqual([0]);
    await expect.poll(() => isReady(second)).toBe(true);
    expect(await place.discord.local.state()).toMatchObject({ identifies: 1, resumes: 1 });
    const said = first.log.lines.map(({ message }) => message);
    expect(said).toContain("Lost a shard: this process could not say in time that it runs");
    expect(said).not.toContain("Reconnecting to Discord");
  });

  it("are kept by each node while the database is away, though none can say that it runs", async () => {
    const place = await stage();
    await withCommand(place.discord);
    const cluster = new MemoryCluster();
    const nodes = [cluster.join(), cluster.join()];
    const all = nodes.map((node) => nodeOf(place, { node }));
    for (const { gateway } of all)
      await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5_000 }));
    await expect.poll(() => all.map((one) => one.shards().length)).toEqual([1, 1]);
    await expect.poll(() => all.every(isReady)).toBe(true);
    const before = await place.discord.local.state();
    for (const node of nodes) {
      node.isCutOff = true;
      node.runOut();
    }
    const asked = await ask(place.discord);
    await expect.poll(() => all.flatMap(({ seen }) => seen)).toEqual([asked]);
    for (const node of nodes) node.isCutOff = false;
    await expect.poll(() => nodes.map(({ held }) => held.length)).toEqual([1, 1]);
    expect(all.map((one) => one.shards().length)).toEqual([1, 1]);
    const { identifies, resumes } = await place.discord.local.state();
    expect([identifies, resumes]).toEqual([before.identifies, before.resumes]);
  });

  it("are left by a node that is cut off alone, once Discord closes them: another one goes on there", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const [cut, other] = [cluster.join(), cluster.join()];
    const first = nodeOf(place, { node: cut });
    await first.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    const second = nodeOf(place, { node: other });
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await expect.poll(() => sessionsOf(place.database)).toHaveLength(1);
    cut.isCutOff = true;
    cut.runOut();
    expect(first.shards()).toEqual([0]);
    await expect.poll(() => second.shards()).toEqual([0]);
    await place.discord.local.addFault({ kind: "drop-gateway" });
    await expect.poll(() => first.shards()).toEqual([]);
    await expect.poll(() => isReady(second)).toBe(true);
    expect(first.log.lines.filter(says("Reconnecting to Discord"))).toEqual([]);
  });

  it("are left by a node that knows of no other one, once Discord closes them soon after it resumed", async () => {
    const place = await stage();
    const node = new MemoryCluster().join();
    const only = nodeOf(place, { node });
    await only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    node.isCutOff = true;
    node.runOut();
    await place.discord.local.addFault({ kind: "drop-gateway" });
    await expect.poll(async () => (await place.discord.local.state()).resumes).toBe(1);
    await expect.poll(() => isReady(only)).toBe(true);
    expect(only.shards()).toEqual([0]);
    await place.discord.local.addFault({ kind: "drop-gateway" });
    await expect.poll(() => only.shards()).toEqual([]);
  });

  it("are kept while the database is away though Discord wants them to reconnect", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const nodes = [cluster.join(), cluster.join()];
    const all = nodes.map((node) => nodeOf(place, { node }));
    for (const { gateway } of all)
      await gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5_000 }));
    await expect.poll(() => all.every((one) => one.shards().length === 1 && isReady(one))).toBe(true);
    const before = (await place.discord.local.state()).resumes;
    for (const node of nodes) {
      node.isCutOff = true;
      node.runOut();
    }
    await place.discord.local.addFault({ kind: "reconnect" });
    await expect.poll(async () => (await place.discord.local.state()).resumes).toBe(before + 2);
    expect(all.map((one) => one.shards().length)).toEqual([1, 1]);
  });

  it("are gone on with though sessions can't be read at first", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const first = nodeOf(place, { node: cluster.join() });
    await first.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await first.gateway.close();
    const rows = shardSessions({ queries: place.database.queries, clock: systemClock, bot: "bot" });
    let failures = 3;
    const load: SessionStore["load"] = (count, withinMs) =>
      (failures -= 1) < 0 ? rows.load(count, withinMs) : Promise.reject(new Error("no database"));
    const second = nodeOf(place, { node: cluster.join(), store: { ...rows, load } });
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await expect.poll(() => second.shards()).toEqual([0]);
    await expect.poll(() => isReady(second)).toBe(true);
    expect(await place.discord.local.state()).toMatchObject({ identifies: 1, resumes: 1 });
  });

  it("are kept by a node alone while the database is away, until another one runs them", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const node = cluster.join();
    const only = nodeOf(place, { node });
    await only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5_000 }));
    node.isCutOff = true;
    node.runOut();
    expect([only.shards(), isReady(only)]).toEqual([[0, 1], true]);
    const other = cluster.join();
    expect(await other.take("shard:2:1")).toHaveProperty("term");
    node.isCutOff = false;
    await expect.poll(() => only.shards()).toEqual([0]);
    await expect.poll(() => node.held).toEqual(["shard:2:0"]);
    expect(await place.discord.local.state()).toMatchObject({ identifies: 2, resumes: 0 });
  });

  it("are let go of by a node alone that stops while the database is away", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const node = cluster.join();
    const only = nodeOf(place, { node });
    await only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    node.isCutOff = true;
    node.runOut();
    await only.gateway.close();
    node.isCutOff = false;
    await only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    expect([only.shards(), node.held]).toEqual([[0], ["shard:1:0"]]);
    expect(await place.discord.local.state()).toMatchObject({ identifies: 1, resumes: 1 });
  });

  it("are handed over though their session can't be saved in time", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const store: SessionStore = { load: async () => [], save: () => new Promise(() => {}) };
    const first = nodeOf(place, { node: cluster.join(), store });
    await first.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5_000 }));
    const second = nodeOf(place, { node: cluster.join() });
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5_000 }));
    await expect.poll(() => [first, second].map((one) => one.shards().length)).toEqual([1, 1]);
  });

  it("log in anew where Discord knows the session no more", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const first = nodeOf(place, { node: cluster.join() });
    await first.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await first.gateway.close();
    await place.discord.local.addFault({ kind: "refuse-resume" });
    const second = nodeOf(place, { node: cluster.join() });
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    expect(isReady(second)).toBe(true);
    expect(await place.discord.local.state()).toMatchObject({ identifies: 2, resumes: 0 });
  });

  it("become more on all nodes when one needs more, and the old ones stay until those are there", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const first = nodeOf(place, { node: cluster.join() });
    await first.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    const second = nodeOf(place, { node: cluster.join() });
    await place.discord.local.addFault({ kind: "slow-gateway", ms: 500 });
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: GUILDS }));
    expect(first.gateway.health().isReady).toBe(true);
    const open = async () =>
      (await place.discord.local.state()).sessions.filter(({ isConnected }) => isConnected);
    const counts = async () => (await open()).map(({ shard }) => shard.join("/")).sort();
    await expect.poll(() => counts()).toEqual(["0/4", "1/4", "2/4", "3/4"]);
    await expect
      .poll(() => [...first.shards(), ...second.shards()].toSorted(ascending))
      .toEqual([0, 1, 2, 3]);
  });

  it("become more where Discord refuses what there are, while the bot runs", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const only = nodeOf(place, { node: cluster.join() });
    await only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await place.discord.local.addServers({ count: 2_500, channels: 0, roles: 0 });
    await place.discord.local.addFault({ kind: "drop-gateway", code: 4011 });
    await expect.poll(() => only.shards()).toEqual([0, 1]);
    await expect.poll(() => isReady(only)).toBe(true);
    expect(only.log.lines.filter(says("lost"))).toEqual([]);
  });

  it("become more though Discord refuses another one of the old ones meanwhile", async () => {
    const place = await stage();
    const node = new MemoryCluster().join();
    const only = nodeOf(place, { node });
    await place.discord.local.addServers({ count: 5_000, channels: 0, roles: 0 });
    await only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5_000 }));
    await place.discord.local.addFault({ kind: "drop-gateway", code: 4011, shard: 0 });
    await expect.poll(() => node.held).toContain("shard:3:2");
    await place.discord.local.addFault({ kind: "drop-gateway", code: 4011, shard: 1 });
    await expect.poll(() => only.shards()).toEqual([0, 1, 2]);
    await expect.poll(() => isReady(only)).toBe(true);
    expect(only.log.lines.filter(says("lost"))).toEqual([]);
  });

  it("are not lost where Discord refuses them as the bot stops", async () => {
    const place = await stage();
    const only = nodeOf(place, { node: new MemoryCluster().join() });
    await only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await place.discord.local.addFault({ kind: "slow", route: "GET /gateway/bot", ms: 500 });
    await place.discord.local.addFault({ kind: "drop-gateway", code: 4011 });
    const refused = () => only.log.lines.filter(says("Discord closed the connection for good"));
    await expect.poll(() => refused()).toHaveLength(1);
    await only.gateway.close();
    const answers = async () =>
      (await place.discord.local.traffic({ limit: 1_000 })).filter(({ what }) =>
        what.includes("/gateway/bot"),
      );
    await expect.poll(() => answers()).toHaveLength(2);
    await place.discord.local.state();
    expect(only.log.lines.filter(says("lost"))).toEqual([]);
  });

  it("stay where the operator said, and are waited for there", async () => {
    const place = await stage();
    const cluster = new MemoryCluster();
    const plan = { ids: [0, 1], count: 4 };
    const before = nodeOf(place, { node: cluster.join(), plan });
    await before.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: GUILDS }));
    const after = nodeOf(place, { node: cluster.join(), plan });
    await after.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: GUILDS }));
    expect([before.shards(), after.shards()]).toEqual([[0, 1], []]);
    expect(before.gateway.hasOthers).toBe(false);
    await before.gateway.close();
    await expect.poll(() => after.shards()).toEqual([0, 1]);
    await expect.poll(() => isReady(after)).toBe(true);
    expect(await place.discord.local.state()).toMatchObject({ identifies: 2, resumes: 2 });
  });
});

describeOnPostgres("shards of nodes on one server", (urls) => {
  it("are handed over, become more on all nodes, and are all with the last one", async () => {
    const { discord } = await stage();
    const url = await urls.fresh();
    const join = async () => {
      const database = await openDatabase({ url, isShared: true });
      closing.push(() => database.close());
      return nodeOf({ discord, database }, { node: database.nodes });
    };
    const first = await join();
    await first.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5_000 }));
    const second = await join();
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 5_000 }));
    await expect.poll(() => [first.shards().length, second.shards().length]).toEqual([1, 1]);
    expect((await discord.local.state()).identifies).toBe(2);

    await second.gateway.close();
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: GUILDS }));
    const all = () => [...first.shards(), ...second.shards()].toSorted(ascending);
    await expect.poll(() => all()).toEqual([0, 1, 2, 3]);
    await expect.poll(() => [first, second].every(isReady)).toBe(true);
    await second.gateway.close();
    await expect.poll(() => first.shards()).toEqual([0, 1, 2, 3]);
    await expect.poll(() => isReady(first)).toBe(true);
    expect((await discord.local.state()).identifies).toBe(6);
  });
});

describeOnPostgres("shards of a node alone", (urls) => {
  it("go on while the server is away for longer than a lease holds", async () => {
    const { discord } = await stage();
    await withCommand(discord);
    const cutter = await openCutter(await urls.fresh());
    closing.push(() => cutter.close());
    const database = await openDatabase({ url: cutter.url, isShared: true });
    closing.push(() => database.close());
    const only = nodeOf({ discord, database }, { node: database.nodes });
    await only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    const leases = async () =>
      (await sql`select 1 from leases where until > clock_timestamp()`.execute(database.queries)).rows.length;
    cutter.silence();
    cutter.cutAll();
    const away = () => only.log.lines.filter(says("Shards could not be shared out; trying again"));
    await expect.poll(() => away()).toHaveLength(1);
    const id = await ask(discord);
    await expect.poll(() => only.seen).toEqual([id]);
    cutter.listen();
    await expect.poll(() => leases()).toBe(1);
    expect(only.shards()).toEqual([0]);
    expect(await discord.local.state()).toMatchObject({ identifies: 1, resumes: 0 });
  });
});

describe("a gateway that is closed while it connects", () => {
  it("is not connected", async () => {
    const place = await stage();
    const only = nodeOf(place, { node: onlyNode() });
    await place.discord.local.addFault({ kind: "slow-gateway", ms: 60_000 });
    const connected = only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    connected.catch(() => {});
    await expect.poll(() => only.shards()).toEqual([0]);
    await only.gateway.close();
    await expect(connected).rejects.toMatchObject({ code: "busy" });
    expect(isReady(only)).toBe(false);
  });
});

describe("what comes while a shard changes hands", () => {
  it("reaches one node, and the next start where there is one alone", async () => {
    const place = await stage();
    await withCommand(place.discord);
    const before = nodeOf(place, { node: onlyNode() });
    await before.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    const asked = [await ask(place.discord)];
    const closed = before.gateway.close();
    asked.push(await ask(place.discord));
    await closed;
    asked.push(await ask(place.discord));
    const after = nodeOf(place, { node: onlyNode() });
    await after.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    asked.push(await ask(place.discord));
    await expect.poll(() => [...before.seen, ...after.seen]).toEqual(asked);
    expect([before.repeated, after.repeated]).toEqual([[], after.seen]);
    expect(await place.discord.local.state()).toMatchObject({ identifies: 1, resumes: 1 });
  });

  it("is not lost though sessions can't be kept", async () => {
    const place = await stage();
    await withCommand(place.discord);
    const store: SessionStore = {
      load: () => Promise.reject(new Error("no database")),
      save: () => Promise.reject(new Error("no database")),
    };
    const only = nodeOf(place, { node: onlyNode(), store });
    await only.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    const id = await ask(place.discord);
    await expect.poll(() => only.seen).toEqual([id]);
    await only.gateway.close();
    expect(only.log.lines.map(({ message }) => message)).toContain(
      "How far the gateway was read could not be saved",
    );
  });

  it("reaches each interaction's one node while nodes come and go", async () => {
    const place = await stage();
    await withCommand(place.discord);
    const cluster = new MemoryCluster();
    const running: (Running & { readonly end: () => void })[] = [];
    const all: Running[] = [];
    const join = async () => {
      const node = cluster.join();
      const joined = { ...nodeOf(place, { node }), end: () => node.leave() };
      running.push(joined);
      all.push(joined);
      await joined.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: GUILDS }));
    };
    const leave = async () => {
      const [oldest] = running.splice(0, 1);
      await oldest?.gateway.close();
      oldest?.end();
    };
    await join();
    const asking: Promise<string>[] = [];
    const traffic = setInterval(() => void asking.push(ask(place.discord)), 5);
    closing.push(() => clearInterval(traffic));
    for (let round = 0; round < 3; round += 1) {
      await join();
      await leave();
    }
    clearInterval(traffic);
    const asked = await Promise.all(asking);
    const seen = () => all.flatMap((one) => one.seen);
    await expect.poll(() => seen().length).toBeGreaterThanOrEqual(asked.length);
    expect(seen().sort()).toEqual(asked.sort());
    expect((await place.discord.local.state()).identifies).toBe(4);
  });
});

describe("a session", () => {
  it("is gone on with at Discord alone, whatever is written down", async () => {
    const place = await stage();
    const first = nodeOf(place, { node: onlyNode() });
    await first.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    await first.gateway.close();
    const rows = shardSessions({ queries: place.database.queries, clock: systemClock, bot: "bot" });
    const [session] = await rows.load(1, 60_000);
    if (session === undefined) throw new Error("it was saved");
    await rows.save([{ ...session, resumeURL: "ws://127.0.0.1:1/" }]);
    const second = nodeOf(place, { node: onlyNode() });
    await second.gateway.open(Promise.resolve({ ...APPLICATION, approximate_guild_count: 1 }));
    expect(await place.discord.local.state()).toMatchObject({ identifies: 1, resumes: 1 });
  });
});

const sessionsOf = ({ queries }: Database) => queries.selectFrom("gateway_sessions").selectAll().execute();

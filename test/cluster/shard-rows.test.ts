import { expect, it } from "vitest";
import { sql } from "kysely";

import { openDatabase } from "../../src/cluster/open-database.ts";
import { agreeOnShardCount } from "../../src/cluster/gateway/agree-on-shard-count.ts";
import { identifyTurns } from "../../src/cluster/gateway/recounting-shards.ts";
import { shardSessions } from "../../src/storage/shard-sessions.ts";
import { describeEachDatabase, describeOnPostgres } from "../support/databases.ts";
import { ManualClock } from "../support/manual-clock.ts";

const session = (shardId: number, sequence: number, sessionId = `s${shardId}`) => ({
  shardId,
  shardCount: 4,
  sessionId,
  sequence,
  resumeURL: "wss://gateway.example",
});

describeEachDatabase("the sessions of shards", (database) => {
  const clock = new ManualClock(1_000_000);
  const rows = (bot = "mine") => shardSessions({ queries: database().queries, clock, bot });

  it("are kept as they were saved last", async () => {
    await rows().save([session(1, 5), session(0, 7)]);
    await rows().save([session(1, 6, "anew")]);
    expect(await rows().load(4, 1_000)).toEqual([session(0, 7), session(1, 6, "anew")]);
  });

  it("are none of another token, of another number of shards, or of too long ago", async () => {
    await rows().save([session(0, 7)]);
    expect(await rows("other").load(4, 1_000)).toEqual([]);
    expect(await rows().load(5, 1_000)).toEqual([]);
    clock.at += 1_000;
    expect(await rows().load(4, 1_000)).toEqual([]);
    expect(await rows().load(4, 1_001)).toHaveLength(1);
  });

  it("give way to those of another token", async () => {
    await rows().save([session(0, 7)]);
    await rows("other").save([session(0, 1)]);
    expect(await rows().load(4, 1_000)).toEqual([]);
    expect(await rows("other").load(4, 1_000)).toEqual([session(0, 1)]);
  });
});

describeEachDatabase("the number of shards", (database) => {
  it("is the most that any node needed, and all are told when it grows", async () => {
    const noted: string[] = [];
    const nodes = { count: 2, noteChange: async (_: unknown, what: string) => void noted.push(what) };
    const agree = (need: number, bot = "mine") =>
      agreeOnShardCount({ queries: database().queries, bot }, nodes)(need);
    expect(await Promise.all([agree(2), agree(2)])).toEqual([2, 2]);
    expect([await agree(1), await agree(0)]).toEqual([2, 2]);
    expect(noted).toEqual(["shard-count"]);
    expect(await agree(3)).toBe(3);
    expect(await agree(2)).toBe(3);
    expect(noted).toHaveLength(2);
  });

  it("falls to half or less where a node may have it so and is alone, not for a few servers that left", async () => {
    const nodes = { count: 1, noteChange: async () => {} };
    const agree = agreeOnShardCount({ queries: database().queries, bot: "mine" }, nodes);
    await agree(8);
    expect([await agree(5, true), await agree(4)]).toEqual([8, 8]);
    nodes.count = 2;
    expect(await agree(4, true)).toBe(8);
    nodes.count = 1;
    expect([await agree(4, true), await agree(1)]).toEqual([4, 4]);
  });

  it("is each token's own, where nodes get another one in turn", async () => {
    const noted: string[] = [];
    const nodes = { count: 2, noteChange: async (_: unknown, what: string) => void noted.push(what) };
    const agree = (need: number, bot: string) =>
      agreeOnShardCount({ queries: database().queries, bot }, nodes)(need);
    for (let round = 0; round < 3; round += 1)
      expect([await agree(3, "old"), await agree(1, "new")]).toEqual([3, 1]);
    expect(noted).toHaveLength(2);
  });
});

describeOnPostgres("turns to log in", (urls) => {
  it("are so far apart in each bucket, whoever reserves them", async () => {
    const url = await urls.shared();
    const nodes = await Promise.all([0, 1].map(() => openDatabase({ url, isOwner: false })));
    const turns = nodes.map(({ queries }) => identifyTurns(queries));
    const waits = await Promise.all(
      [0, 1, 2, 3].map(async (n) => Math.round(((await turns[n % 2]?.(7, 60_000)) ?? -1) / 60_000)),
    );
    expect(waits.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
    expect(await turns[0]?.(8, 60_000)).toBe(0);
    for (const node of nodes) await node.close();
  });

  it("come at once after a pause, and soon where the server's clock was set back", async () => {
    const database = await openDatabase({ url: await urls.shared(), isOwner: false });
    const reserve = identifyTurns(database.queries);
    const nextIn = (time: string) =>
      sql`insert into identify_slots values (1, clock_timestamp() + cast(${time} as interval))
        on conflict (bucket) do update set next_at = excluded.next_at`.execute(database.queries);
    await nextIn("-1 day");
    expect([await reserve(1, 60_000), Math.round((await reserve(1, 60_000)) / 60_000)]).toEqual([0, 1]);
    await nextIn("1 day");
    expect(await reserve(1, 5_000)).toBeLessThanOrEqual(600_000);
    await database.close();
  });
});

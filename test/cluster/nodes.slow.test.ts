import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { silentLog } from "../../src/base/log.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { LeaderElection } from "../../src/cluster/leader-election.ts";
import { writeTransaction } from "../../src/storage/write-transaction.ts";
import { openCutter } from "../support/cut-connections.ts";
import { describeOnPostgres } from "../support/databases.ts";
import { leaseOf } from "../support/lease.ts";
import { channelOf, connectAsStranger } from "../support/stranger.ts";

const EXPIRED = sql`clock_timestamp() - interval '1 second'`;

const changed = (database: Database, what: string) =>
  new Promise<void>((resolve) => void database.nodes.onChange(what, () => resolve()));

describeOnPostgres("nodes on one database", (urls) => {
  const closing: (() => Promise<unknown>)[] = [];
  let url = "";
  beforeEach(async () => {
    url = await urls.fresh();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  const open = async (at = url, isShared = true): Promise<Database> => {
    const database = await openDatabase({ url: at, isShared });
    closing.push(() => database.close());
    return database;
  };

  it("count each other, and those that left no more", async () => {
    const [first, second] = [await open(), await open()];
    const counted = new Promise<void>((resolve) => void first.nodes.onCount(resolve));
    await counted;
    expect([first.nodes.count, second.nodes.count]).toEqual([2, 2]);
    const left = new Promise<void>((resolve) => void first.nodes.onCount(resolve));
    await closing.pop()?.();
    await left;
    expect(first.nodes.count).toBe(1);
  });

  it("are refused where one needs the database for itself alone, and that one beside them", async () => {
    const alone = await open(url, false);
    await expect(open()).rejects.toThrow(/Another Milepost is using the database/);
    await alone.close();
    closing.pop();
    await open();
    await expect(open(url, false)).rejects.toThrow(/Another Milepost is using the database/);
  });

  it("go by the server's time", async () => {
    const { clock, queries } = await open();
    const ask = sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
    const serversTime = async () => (await ask.execute(queries)).rows[0]?.ms ?? 0;
    // However long an answer takes, it lies between two of them.
    const before = await serversTime();
    const ours = clock?.now() ?? 0;
    expect(ours).toBeGreaterThan(before - 1_000);
    expect(ours).toBeLessThan((await serversTime()) + 1_000);
  });

  it("tell each other all there is to tell in one statement where the server is slow", async () => {
    const cutter = await openCutter(url);
    closing.push(() => cutter.close());
    const [slow, other] = [await open(cutter.url), await open()];
    const heard: string[] = [];
    other.nodes.onChange("many", (detail) => void heard.push(detail));
    let statements = 0;
    cutter.onSaid = (said) => void (statements += said.includes("unnest($2::text[])") ? 1 : 0);
    cutter.answersAfterMs = 100;
    const told = Array.from({ length: 50 }, (_, index) => String(index));
    for (const detail of told) slow.nodes.hint("many", detail);
    await expect.poll(() => heard).toEqual(told);
    expect(statements).toBeLessThanOrEqual(2);
  });

  describe("that want one lease", () => {
    it("get it one after the other, each in a term of its own", async () => {
      const [first, second] = [await open(), await open()];
      const lease = await leaseOf(first.nodes);
      expect(await second.nodes.take("poster")).toEqual({ freeInMs: expect.any(Number) });
      const freed = changed(second, "poster");
      await lease.release();
      await freed;
      const next = await leaseOf(second.nodes);
      expect([lease.isHeld(), next.isHeld(), next.term > lease.term]).toEqual([false, true, true]);
    });

    it("don't get it twice in one process either", async () => {
      const database = await open();
      const both = await Promise.all([database.nodes.take("poster"), database.nodes.take("poster")]);
      expect(both.filter((taken) => "term" in taken)).toHaveLength(1);
    });

    it("get that of one that says nothing for six seconds, which does not rely on it by then", async () => {
      const cutter = await openCutter(url);
      closing.push(() => cutter.close());
      const [silent, other] = [await open(cutter.url), await open()];
      const lease = await leaseOf(silent.nodes);
      cutter.silence();
      let taken = await other.nodes.take("poster");
      for (; !("term" in taken); taken = await other.nodes.take("poster")) {
        expect(taken.freeInMs).toBeLessThan(6_000);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect([lease.isHeld(), taken.term > lease.term]).toEqual([false, true]);
      cutter.listen();
    });

    it("lose it with a row that ran out, whatever they believe", async () => {
      const [first, second] = [await open(), await open()];
      const lease = await leaseOf(first.nodes);
      const lost = new Promise((resolve) => lease.signal.addEventListener("abort", resolve));
      await sql`update leases set until = ${EXPIRED}`.execute(first.queries);
      const next = await leaseOf(second.nodes);
      await expect(lease.transact(first.queries, async () => {})).rejects.toMatchObject({ code: "busy" });
      await lost;
      expect(next.isHeld()).toBe(true);
    });

    it("wait for a transaction that began while it was held", async () => {
      const [first, second] = [await open(), await open()];
      const lease = await leaseOf(first.nodes);
      const guarded = Promise.withResolvers<void>();
      const ending = Promise.withResolvers<void>();
      const done: string[] = [];
      const work = lease.transact(first.queries, async () => {
        guarded.resolve();
        await ending.promise;
        done.push("written");
      });
      await guarded.promise;
      const next = lease.release().then(() => leaseOf(second.nodes));
      const taken = next.then(() => void done.push("taken"));
      await sql`select pg_sleep(0.2)`.execute(second.queries);
      ending.resolve();
      await Promise.all([work, taken]);
      expect(done).toEqual(["written", "taken"]);
    });
  });

  it("have another leader soon where one falls silent in a transaction", async () => {
    const cutter = await openCutter(url);
    closing.push(() => cutter.close());
    const [silent, other] = [await open(cutter.url), await open()];
    const lease = await leaseOf(silent.nodes);
    const guarded = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<void>();
    onTestFinished(() => (cutter.cutAll(), ending.resolve()));
    const work = lease.transact(silent.queries, async () => {
      guarded.resolve();
      await ending.promise;
    });
    await guarded.promise;
    cutter.silence();
    const takes = async () => "term" in (await other.nodes.take("poster"));
    await expect.poll(() => takes().catch(() => false), { interval: 100 }).toBe(true);
    cutter.listen();
    cutter.cutAll();
    ending.resolve();
    expect(await work.catch(() => "ended")).toBe("ended");
  });

  it("have one leader, and another one once it has stopped", async () => {
    const log: string[] = [];
    const elections = [];
    for (const name of ["a", "b", "c"]) {
      const { nodes } = await open();
      const election = new LeaderElection({
        nodes,
        name: "poster",
        log: silentLog,
        async lead() {
          log.push(`${name} leads`);
          return async () => void log.push(`${name} ends`);
        },
      });
      await election.start();
      elections.push(election);
    }
    await elections[0]?.stop(0);
    await expect.poll(() => log.length).toBe(3);
    expect(log.slice(0, 2)).toEqual(["a leads", "a ends"]);
    expect(log[2]).toMatch(/^[bc] leads$/);
    await Promise.all(elections.map((election) => election.stop(0)));
  });

  it("see what others changed, and nothing of a change that was rolled back", async () => {
    const [first, second] = [await open(), await open()];
    const seen: string[] = [];
    for (const what of ["guilds", "roles"]) second.nodes.onChange(what, () => void seen.push(what));
    const refused = writeTransaction(first.queries, async (transaction) => {
      await first.nodes.noteChange(transaction, "roles");
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    const guilds = changed(second, "guilds");
    await writeTransaction(first.queries, (transaction) => first.nodes.noteChange(transaction, "guilds"));
    await guilds;
    expect(seen).toEqual(["guilds"]);
  });

  it("see what was changed while their connection was lost", async () => {
    const cutter = await openCutter(url);
    closing.push(() => cutter.close());
    const [first, second] = [await open(), await open(cutter.url)];
    const guilds = changed(second, "guilds");
    cutter.cutAll();
    await writeTransaction(first.queries, (transaction) => first.nodes.noteChange(transaction, "guilds"));
    await expect(guilds).resolves.toBeUndefined();
  });

  it("come back where they were away for longer than their row held", async () => {
    const [first, second] = [await open(), await open()];
    const lease = await leaseOf(first.nodes);
    const lost = new Promise((resolve) => lease.signal.addEventListener("abort", resolve));
    const gone = sql`with gone as (update nodes set until = ${EXPIRED} where id = ${first.nodes.id})
      update leases set until = ${EXPIRED}`;
    await gone.execute(second.queries);
    await lost;
    expect((await leaseOf(first.nodes)).isHeld()).toBe(true);
    const live = async () => {
      const { rows } = await sql<{
        id: string;
      }>`select id from nodes where until > clock_timestamp()`.execute(second.queries);
      return rows.map(({ id }) => id).sort();
    };
    await expect.poll(live).toEqual([first.nodes.id, second.nodes.id].sort());
  });

  it("come back in a transaction that nothing else comes between", async () => {
    const cutter = await openCutter(url);
    closing.push(() => cutter.close());
    const [first, second] = [await open(cutter.url), await open()];
    const said: string[] = [];
    const taken = Promise.withResolvers<unknown>();
    cutter.onSaid = (chunk) => {
      const word = /begin isolation|insert into leases|commit/.exec(chunk.toString())?.[0];
      if (word !== undefined) said.push(word);
      if (word === "begin isolation") taken.resolve(first.nodes.take("poster"));
    };
    await sql`update nodes set until = ${EXPIRED} where id = ${first.nodes.id}`.execute(second.queries);
    expect(await taken.promise).toHaveProperty("term");
    expect(said).toEqual(["begin isolation", "commit", "insert into leases"]);
  });

  it("are reached on a channel that nobody can know who may only connect", async () => {
    const { queries } = await open();
    const other = await openDatabase({ url: await urls.fresh(), isOwner: false });
    closing.push(() => other.close());
    const channel = await channelOf(queries);
    expect(channel.length).toBeGreaterThan(20);
    expect(await channelOf(other.queries)).not.toBe(channel);
    const stranger = await connectAsStranger(url);
    closing.push(() => stranger.end());
    const { rows } = await stranger.query("select * from pg_stat_activity, pg_locks");
    expect(JSON.stringify(rows)).not.toContain(channel);
    await expect(stranger.query("select * from facts")).rejects.toThrow(/denied|does not exist/);
  });

  it("believe no stranger's hints, whatever these say, and go on", async () => {
    const [first, second] = [await open(), await open()];
    const heard: string[] = [];
    first.nodes.onChange("pause", (detail) => void heard.push(detail));
    const stranger = await connectAsStranger(url);
    closing.push(() => stranger.end());
    const channel = await channelOf(first.queries);
    const forged = [
      "",
      "\n",
      "hint",
      "hint  pause\n{}",
      "hint nobody pause\n{}",
      `hint ${"x".repeat(7_000)} pause`,
    ];
    for (const said of forged) await stranger.query("select pg_notify($1, $2)", [channel, said]);
    second.nodes.hint("pause", "for a second");
    await expect.poll(() => heard).toEqual(["for a second"]);
    expect(first.nodes.count).toBe(2);
  });

  it("read their rows no more often than ten times a second, however often a stranger calls", async () => {
    const cutter = await openCutter(url);
    closing.push(() => cutter.close());
    const { queries } = await open(cutter.url);
    const stranger = await connectAsStranger(url);
    closing.push(() => stranger.end());
    const channel = await channelOf(queries);
    let beats = 0;
    cutter.onSaid = (said) => void (beats += said.includes("update nodes set until") ? 1 : 0);
    const from = performance.now();
    for (let times = 0; times < 2_000; times += 1)
      await stranger.query("select pg_notify($1, '')", [channel]);
    expect(beats).toBeLessThanOrEqual(2 + (performance.now() - from) / 100);
  });

  it("go on where whoever hears a hint fails, and tell the log", async () => {
    const warned: string[] = [];
    const log = { ...silentLog, warn: (message: string) => void warned.push(message) };
    const first = await openDatabase({ url, isShared: true, log });
    closing.push(() => first.close());
    const second = await open();
    const heard: string[] = [];
    first.nodes.onChange("broken", () => {
      throw new TypeError("canary");
    });
    first.nodes.onChange("broken", (detail) => void heard.push(detail));
    second.nodes.hint("broken", "once");
    await expect.poll(() => heard).toEqual(["once"]);
    expect(warned).toEqual(["What another process said could not be followed"]);
  });
});

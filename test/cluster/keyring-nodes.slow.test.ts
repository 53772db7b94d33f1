import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { keyringFindings } from "../../src/cli/doctor/database-findings.ts";
import { milepost } from "../cli/operator.ts";
import { readSettings } from "../../src/config/settings.ts";
import {
  addKey,
  forgetLostKeys,
  keyringStatus,
  retireKey,
  rotateKeys,
} from "../../src/sessions/keyring/keyring-changes.ts";
import { keyringChecks } from "../../src/sessions/keyring/keyring-checks.ts";
import { formatKeyring, parseKeyring } from "../../src/sessions/keyring/keyring-file.ts";
import { type Keyring, openKeyring } from "../../src/sessions/keyring/keyring.ts";
import { shareKeyring } from "../../src/cluster/share-keyring.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { recordingLog } from "../discord/support.ts";
import { describeOnPostgres, useFolder } from "../support/databases.ts";
import { MemoryCluster } from "../support/memory-nodes.ts";
import { ALICE, benchOn, sessionOf } from "../sessions/support.ts";

const USE = { command: "/progress", isAway: false };

describeOnPostgres("keyrings of several processes", (urls) => {
  const folder = useFolder();
  const at = (name: string) => path.join(folder.path, name, "ring");
  let shared: Promise<string>;
  let database: Database;
  let nodes: MemoryCluster;
  let stops: (() => Promise<void>)[];
  let lost: string[];
  let log: ReturnType<typeof recordingLog>;

  beforeEach(async () => {
    shared = urls.fresh();
    database = await openDatabase({ url: await shared, isOwner: false });
    nodes = new MemoryCluster("when told");
    [stops, lost, log] = [[], [], recordingLog()];
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    await database.close();
  });

  const open = (name: string) =>
    openKeyring({ file: at(name), home: folder.path, checks: keyringChecks(database.queries) });
  const depsOf = (name: string) => ({
    queries: database.queries,
    place: { file: at(name), isCredential: false, databaseFile: undefined },
    clock: systemClock,
  });
  /** A process that runs from now on. */
  const start = async (name: string): Promise<Keyring> => {
    const keyring = await open(name);
    await sql`insert into nodes (id, until) values (${name}, now() + interval '1 hour')
      on conflict (id) do nothing`.execute(database.queries);
    const nodesHere = nodes.join(name);
    stops.push(
      await shareKeyring({
        keyring,
        database: { queries: database.queries, nodes: nodesHere },
        clock: systemClock,
        log,
        onLost: ({ message }) => lost.push(`${name}: ${message}`),
        everyMs: 50,
      }),
    );
    return keyring;
  };
  const copy = (from: string, to: string) => {
    mkdirSync(path.dirname(at(to)), { recursive: true });
    copyFileSync(at(from), at(to));
  };
  const startBoth = async () => {
    const one = await start("one");
    copy("one", "two");
    return [one, await start("two")] as const;
  };
  const known = async () =>
    (await keyringChecks(database.queries).all()).map(({ kind, keyId }) => `${kind} ${keyId}`);

  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database.queries);

  it("stop the second that has another one, and say what to do", async () => {
    await start("one");
    const text = readFileSync(at("one"), "utf8");
    const other = parseKeyring(text).map((key) => ({ ...key, id: key.id + 1 }));
    mkdirSync(path.dirname(at("two")), { recursive: true });
    writeFileSync(at("two"), formatKeyring(other), { mode: 0o600 });
    await expect(open("two")).rejects.toThrow(/mpi1 1 is missing.*copy the newest keyring to each/);
    expect(await known()).toEqual(["mpi1 1", "mpk1 1", "mpt1 1"]);
  });

  it("stop the second that has none, which makes none", async () => {
    await start("one");
    await expect(open("two")).rejects.toThrow(/no keyring at .*two.ring.*Copy the file from the machine/);
    expect(existsSync(at("two"))).toBe(false);
    expect(await known()).toEqual(["mpi1 1", "mpk1 1", "mpt1 1"]);
  });

  it("are made by one of two that start for the first time at the same moment", async () => {
    const both = await Promise.allSettled([open("one"), open("two")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { message: expect.stringMatching(/Copy the file from the machine/) },
    });
    const made = both.map(({ status }) => status === "fulfilled");
    expect(["one", "two"].map((name) => existsSync(at(name)))).toEqual(made);
  });

  it("are one where two that start for the first time share a file", async () => {
    const both = await Promise.all(Array.from({ length: 4 }, () => open("one")));
    expect(new Set(both.map((keyring) => keyring.keys("mpk1")[0]?.value.reveal())).size).toBe(1);
  });

  it("are compared again once the database is back, and say but once that it is away", async () => {
    const refreshed = vi.spyOn(await start("one"), "refresh");
    const severalLooks = async () => {
      const until = refreshed.mock.calls.length + 4;
      await expect.poll(() => refreshed.mock.calls.length).toBeGreaterThan(until);
    };
    for (const outage of [1, 2]) {
      await rename("nodes", "nodes_away");
      await severalLooks();
      await rename("nodes_away", "nodes");
      await severalLooks();
      expect(log.lines).toHaveLength(outage);
    }
  });

  it("use a new key once every process has it, and not before", async () => {
    const [one, two] = await startBoth();
    const bench = await benchOn(database, undefined, one);
    const session = await bench.store.add(sessionOf(bench.place, ALICE));
    expect(await rotateKeys(depsOf("one"), "mpk1")).toMatchObject({
      added: 2,
      resealed: 0,
      waiting: { id: 2 },
    });
    expect([one, two].map((keyring) => firstOf(keyring))).toEqual([1, 1]);
    expect(one.keys("mpk1").map(({ id }) => id)).toEqual([1, 2]);
    // It is not added a second time.
    expect(await rotateKeys(depsOf("one"), "mpk1")).toMatchObject({ waiting: { id: 2 } });
    const status = await keyringStatus(depsOf("one"));
    expect(status).toContainEqual(
      expect.objectContaining({ kind: "mpk1", id: 2, isPrimary: false, lackedBy: [expect.any(String)] }),
    );
    copy("one", "two");
    await expect.poll(() => [one, two].map((keyring) => firstOf(keyring))).toEqual([2, 2]);
    expect(await rotateKeys(depsOf("two"), "mpk1")).toEqual({ resealed: 1 });
    const there = await benchOn(database, undefined, two);
    expect(await there.store.open(session, USE)).toBeDefined();
    await retireKey(depsOf("one"), { kind: "mpk1", id: 1 });
    expect(await known()).not.toContain("mpk1 1");
  });

  it("use no new key while a process starts that has not said what it has", async () => {
    const [one] = await startBoth();
    await sql`insert into nodes (id, until) values ('three', now() + interval '1 hour')`.execute(
      database.queries,
    );
    await addKey(depsOf("one"), "mpk1");
    copy("one", "two");
    const told = () => sql<{ keys: string }>`select keys from node_keys`.execute(database.queries);
    await expect
      .poll(async () => (await told()).rows.map(({ keys }) => keys.includes("mpk1 2")))
      .toEqual([true, true]);
    one.refresh();
    expect(firstOf(one)).toBe(1);
    await sql`delete from nodes where id = 'three'`.execute(database.queries);
    await expect.poll(() => firstOf(one)).toBe(2);
  });

  it("say their keys again where they were taken for dead", async () => {
    const [one] = await startBoth();
    await sql`delete from node_keys where node_id = 'two'`.execute(database.queries);
    await addKey(depsOf("one"), "mpk1");
    copy("one", "two");
    await expect.poll(() => firstOf(one)).toBe(2);
  });

  it.each(["", "{", "null", "[1]", '{"a":1}'])("are as unknown where their row says %j", async (keys) => {
    await startBoth();
    await sql`update node_keys set keys = ${keys} where node_id = 'two'`.execute(database.queries);
    const [first] = await keyringStatus(depsOf("one"));
    expect(first?.lackedBy).toHaveLength(1);
    await expect(open("one")).resolves.toBeDefined();
  });

  it("are listed by `keys status` and `doctor` with who lacks one", async () => {
    await startBoth();
    await addKey(depsOf("one"), "mpk1");
    const lacking = async () => (await keyringStatus(depsOf("one"))).map(({ lackedBy }) => lackedBy.length);
    await expect.poll(lacking).toEqual([1, 0, 0, 0]);
    const url = new URL(await shared);
    const env = { DATABASE_URL: url.href, MILEPOST_KEYRING_FILE: at("one") };
    const { output } = await milepost(["keys", "status"], { env });
    expect(output).toMatch(/mpk1 2 {2}0 rows, not on \S+\nmpk1 1 {2}in use/);
    expect((await keyringFindings(readSettings(env), systemClock)).map(({ words }) => words)).toContainEqual(
      expect.stringMatching(/^mpk1 2 waits for \S+: copy the keyring/),
    );
  });

  it("use no new key while a process that lacks it is away for a moment", async () => {
    const [one] = await startBoth();
    await sql`update nodes set until = now() - interval '30 seconds' where id = 'two'`.execute(
      database.queries,
    );
    await addKey(depsOf("one"), "mpk1");
    await expect.poll(() => one.keys("mpk1").length).toBe(2);
    await stops[0]?.();
    await start("one");
    expect(firstOf(one)).toBe(1);
    expect(lost).toEqual([]);
  });

  it("use it where the process that lacked it is gone, and end that where it comes back without it", async () => {
    const [one] = await startBoth();
    await addKey(depsOf("one"), "mpk1");
    await sql`update nodes set until = now() - interval '2 minutes' where id = 'two'`.execute(
      database.queries,
    );
    await expect.poll(() => firstOf(one)).toBe(2);
    await expect.poll(() => lost[0]).toMatch(/^two: .*key mpk1 2 is missing/);
  });

  it("keep a process from starting with the keyring of before", async () => {
    await startBoth();
    await addKey(depsOf("one"), "mpk1");
    await expect(open("two")).rejects.toThrow(/mpk1 2 is missing.*copy the newest keyring/);
  });

  it("take no key up again that was retired with another process's keyring", async () => {
    const [one, two] = await startBoth();
    await addKey(depsOf("one"), "mpk1");
    copy("one", "two");
    await expect.poll(() => [firstOf(one), firstOf(two)]).toEqual([2, 2]);
    await retireKey(depsOf("one"), { kind: "mpk1", id: 1 });
    expect((await open("two")).keys("mpk1").map(({ id }) => id)).toEqual([2, 1]);
    expect((await open("one")).keys("mpk1").map(({ id }) => id)).toEqual([2]);
  });

  it("seal texts to an identity that every process has", async () => {
    const [one, two] = await startBoth();
    await addKey(depsOf("one"), "mpi1");
    one.refresh();
    expect([firstOf(one, "mpi1"), firstOf(two, "mpi1")]).toEqual([1, 1]);
    copy("one", "two");
    await expect.poll(() => [firstOf(one, "mpi1"), firstOf(two, "mpi1")]).toEqual([2, 2]);
  });

  it("sign buttons with a new key once every process was started with it", async () => {
    await startBoth();
    await addKey(depsOf("one"), "mpt1");
    copy("one", "two");
    expect((await open("one")).keys("mpt1").map(({ id }) => id)).toEqual([2, 1]);
    for (const stop of stops.splice(0)) await stop();
    const again = await start("one");
    expect(firstOf(again, "mpt1")).toBe(1);
    const other = await start("two");
    await expect.poll(() => [firstOf(again, "mpt1"), firstOf(other, "mpt1")]).toEqual([2, 2]);
  });

  it("are forgotten with `sessions revoke-all` but for what a process has that runs", async () => {
    await start("one");
    await forgetLostKeys(depsOf("none"));
    expect(await known()).toEqual(["mpi1 1", "mpk1 1", "mpt1 1"]);
    await sql`update nodes set until = now()`.execute(database.queries);
    await forgetLostKeys(depsOf("none"));
    expect(await known()).toEqual([]);
  });
});

function firstOf(keyring: Keyring, kind: "mpk1" | "mpt1" | "mpi1" = "mpk1"): number | undefined {
  return keyring.keys(kind)[0]?.id;
}

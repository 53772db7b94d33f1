import { setImmediate as eachTurn } from "node:timers";
import { setImmediate } from "node:timers/promises";

import { afterEach, expect, it, onTestFinished } from "vitest";

import { MilepostError } from "../../src/base/errors.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { createDefinitions } from "../../src/definitions/create-definitions.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { type DefinitionRows, definitionRows } from "../../src/definitions/definition-rows.ts";
import { type Facts, facts } from "../../src/storage/facts.ts";
import { describeOnSqlite } from "../support/databases.ts";
import { FakePlatform, named } from "./fake-platform.ts";
import { HOUR_MS } from "../../src/base/duration.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { openCutter } from "../support/cut-connections.ts";
import { hasPostgres, startPostgres } from "../support/postgres.ts";

type RunningDefinitions = ReturnType<typeof createDefinitions>;

interface Options {
  readonly source?: string;
  readonly waitMs?: number;
  readonly facts?: Facts;
  readonly store?: DefinitionRows;
}

describeOnSqlite("createDefinitions", (database) => {
  const clock = new ManualClock(1_800_000_000_000);
  const running: RunningDefinitions[] = [];
  afterEach(async () => {
    for (const definitions of running.splice(0)) await definitions.close();
  });

  function open(platform: FakePlatform, options: Options = {}) {
    const neutral = loadProfile("neutral");
    const definitions = createDefinitions({
      client: platform,
      profile: {
        ...neutral,
        locale: { default: "en", codes: { de: "de", fr: "fr", "en-GB": "en", "en-US": "en" } },
      },
      store: options.store ?? definitionRows(database().queries),
      facts: options.facts ?? facts(database().queries),
      alone: (_name, work) => work(),
      clock,
      log: silentLog,
      metrics: noMetrics,
      waitMs: options.waitMs ?? 5_000,
      ...(options.source !== undefined && { source: options.source }),
    });
    running.push(definitions);
    return definitions;
  }

  it("has the names in the first answer, when the file comes soon", async () => {
    const definitions = open(withFiles());
    const found = await definitions.lookUp("item", [1, 99], { locale: "en-US" });
    expect([...found]).toEqual([
      [1, { name: "One", description: "About One", iconUrl: "https://content.example/icons/One.png" }],
    ]);
  });

  it("asks for nothing one by one that a file brings soon", async () => {
    const platform = withFiles();
    const definitions = open(platform);
    expect(await names(definitions, [1, 2, 99])).toEqual({ 1: "One", 2: "Two" });
    expect(platform.calls).toEqual(["manifest en", "file en/item"]);
  });

  it("fetches one by one where no manifest is offered, and remembers what nobody knows", async () => {
    const platform = new FakePlatform();
    platform.operations = new Set(["definitions.one"]);
    platform.singles = { en: { item: { "1": named("One") } } };
    const definitions = open(platform);
    expect(await names(definitions, [1, 7])).toEqual({ 1: "One" });
    expect(await names(definitions, [1, 7])).toEqual({ 1: "One" });
    expect(platform.count("one")).toBe(2);

    clock.at += 25 * HOUR_MS;
    expect(await names(definitions, [7])).toEqual({});
    expect(platform.count("one")).toBe(3);

    clock.step(-365 * 24 * HOUR_MS);
    expect(await names(definitions, [7])).toEqual({});
    expect(platform.count("one")).toBe(4);
  });

  it("answers without the missing names when the platform is slow, and has them later", async () => {
    const platform = withFiles();
    const { promise, resolve } = Promise.withResolvers<void>();
    platform.gate = promise;
    const definitions = open(platform, { waitMs: 30 });
    expect(await names(definitions, [1])).toEqual({});
    resolve();
    await until(async () => (await names(definitions, [1]))[1] === "One");
  });

  it("stops waiting when nobody wants the answer any more", async () => {
    const platform = withFiles();
    const { promise, resolve } = Promise.withResolvers<void>();
    platform.gate = promise;
    const definitions = open(platform, { waitMs: 60_000 });
    const controller = new AbortController();
    const looking = definitions.lookUp("item", [1], { locale: "en-US", signal: controller.signal });
    await setImmediate();
    controller.abort();
    expect(await looking).toEqual(new Map());
    resolve();
  });

  it("does not wait for the file once every name is there", async () => {
    const platform = withFiles();
    platform.singles = { en: { item: { "1": named("One") } } };
    const { promise, resolve } = Promise.withResolvers<void>();
    platform.definitionsFile = async () => promise.then(() => ({}));
    const definitions = open(platform, { waitMs: 60_000 });
    expect(await names(definitions, [1])).toEqual({ 1: "One" });
    resolve();
  });

  it("reads a file once for many who ask at once, and one hash once", async () => {
    const platform = withFiles();
    platform.operations.delete("definitions.one");
    const definitions = open(platform);
    const all = await Promise.all(Array.from({ length: 50 }, () => names(definitions, [1, 2])));
    expect(new Set(all.map((found) => JSON.stringify(found)))).toEqual(new Set(['{"1":"One","2":"Two"}']));
    expect(platform.calls).toEqual(["manifest en", "file en/item"]);

    const single = new FakePlatform();
    single.operations = new Set(["definitions.one"]);
    single.singles = { en: { item: { "3": named("Three") } } };
    const others = open(single, { source: "another" });
    await Promise.all(Array.from({ length: 50 }, () => names(others, [3])));
    expect(single.calls).toEqual(["one en/item/3"]);
  });

  it("asks for few at once, however many are missing", async () => {
    const platform = new FakePlatform();
    platform.operations = new Set(["definitions.one"]);
    const definitions = open(platform);
    await names(
      definitions,
      Array.from({ length: 400 }, (_, hash) => hash + 1),
    );
    expect(platform.mostInFlight).toBeLessThanOrEqual(4);
    expect(platform.count("one")).toBe(12);
  });

  it("keeps names over a restart, and asks only whether the version is the same", async () => {
    const before = withFiles();
    before.operations.delete("definitions.one");
    await names(open(before), [1]);
    const platform = withFiles();
    platform.operations.delete("definitions.one");
    const again = open(platform);
    expect(await names(again, [1, 2, 99])).toEqual({ 1: "One", 2: "Two" });
    await again.close();
    expect(platform.count("file")).toBe(0);
  });

  it("takes a new version after some hours, and drops what it lacks", async () => {
    const platform = withFiles();
    platform.operations.delete("definitions.one");
    const definitions = open(platform);
    await names(definitions, [1]);
    platform.version = "v2";
    platform.files = { "en/item": { "1": named("Uno") } };
    clock.at += HOUR_MS;
    expect(await names(definitions, [1])).toEqual({ 1: "One" });
    clock.at += 6 * HOUR_MS;
    await until(async () => (await names(definitions, [1]))[1] === "Uno");
    expect(await names(definitions, [2])).toEqual({});
  });

  it("takes a new version after some hours too where the clock was set back by a year", async () => {
    const platform = withFiles();
    platform.operations.delete("definitions.one");
    const definitions = open(platform);
    await names(definitions, [1]);
    platform.version = "v2";
    platform.files = { "en/item": { "1": named("Uno") } };
    clock.step(-365 * 24 * HOUR_MS);
    expect(await names(definitions, [1])).toEqual({ 1: "One" });
    clock.at += 6 * HOUR_MS;
    await until(async () => (await names(definitions, [1]))[1] === "Uno");
  });

  /** Lets hours pass and returns the names after the next look at the manifest, which a missing name waits for. */
  async function later(definitions: RunningDefinitions, hours = 7) {
    clock.at += hours * HOUR_MS;
    await names(definitions, [99]);
    return names(definitions, [1]);
  }

  it("takes a file that moves while its version stays", async () => {
    const platform = withFiles();
    platform.operations.delete("definitions.one");
    const definitions = open(platform);
    await names(definitions, [1]);
    platform.files = { "en/item?moved": { "1": named("Uno") } };
    expect(await later(definitions)).toEqual({ 1: "Uno" });
    expect(await later(definitions)).toEqual({ 1: "Uno" });
    expect(platform.count("file")).toBe(2);
  });

  it.each(["version", "address"])("stays with the new where old and new alternate by %s", async (by) => {
    const platform = withFiles();
    platform.operations.delete("definitions.one");
    const before = { version: platform.version, files: platform.files };
    const address = by === "address" ? "en/item?moved" : "en/item";
    const after = {
      version: by === "address" ? platform.version : "v2",
      files: { [address]: { "1": named("Uno") } },
    };
    const [definitions, other] = [open(platform), open(platform)];
    await names(definitions, [1]);
    await names(other, [1]);
    Object.assign(platform, after);
    expect(await later(definitions)).toEqual({ 1: "Uno" });
    for (const served of [before, after, before]) {
      Object.assign(platform, served);
      for (const one of [definitions, other]) expect(await later(one, 3.5)).toEqual({ 1: "Uno" });
    }
    expect(platform.count("file")).toBe(2);
  });

  it("goes back with a platform that stays with the old", async () => {
    const platform = withFiles();
    platform.operations.delete("definitions.one");
    const definitions = open(platform);
    await names(definitions, [1]);
    const before = platform.version;
    const files = platform.files;
    Object.assign(platform, { version: "v2", files: { "en/item": { "1": named("Uno") } } });
    await later(definitions);
    Object.assign(platform, { version: before, files });
    expect(await later(definitions)).toEqual({ 1: "Uno" });
    await later(definitions);
    await later(definitions);
    expect(await later(definitions)).toEqual({ 1: "One" });
  });

  it("keeps the old names while a new file isn't there yet, and takes it soon after", async () => {
    const platform = withFiles();
    platform.operations.delete("definitions.one");
    const definitions = open(platform);
    await names(definitions, [1]);
    Object.assign(platform, { version: "v2", files: { "en/item?2": { "1": named("Uno") } } });
    platform.absent.add("en/item?2");
    expect(await later(definitions)).toEqual({ 1: "One" });
    platform.absent.clear();
    expect(await later(definitions, 1)).toEqual({ 1: "Uno" });
  });

  it("shows what a language lacks in the platform's own", async () => {
    const platform = withFiles();
    platform.operations.delete("definitions.one");
    const definitions = open(platform);
    await names(definitions, [1, 2]);
    expect(await names(definitions, [1, 2], "de")).toEqual({ 1: "Eins", 2: "Two" });
    expect(await names(definitions, [1], "fr")).toEqual({ 1: "One" });
    expect(await names(definitions, [1], "ja")).toEqual({ 1: "One" });
  });

  it.each(["platform-maintenance", "platform-unavailable", "internal"] as const)(
    "rests after %s, answers without names meanwhile, and comes back by itself",
    async (code) => {
      const platform = withFiles();
      platform.failure = new MilepostError(code);
      const definitions = open(platform);
      expect(await names(definitions, [1])).toEqual({});
      const calls = platform.calls.length;
      for (let count = 0; count < 20; count++) expect(await names(definitions, [1])).toEqual({});
      expect(platform.calls).toHaveLength(calls);
      platform.failure = undefined;
      clock.at += 61_000;
      expect(await names(definitions, [1])).toEqual({ 1: "One" });
    },
  );

  it("forgets the names of another platform", async () => {
    await names(open(withFiles()), [1]);
    const other = new FakePlatform();
    other.operations = new Set();
    expect(await names(open(other), [1])).toEqual({ 1: "One" });
    expect(await names(open(other, { source: "another" }), [1])).toEqual({});
  });

  it("looks names up again after a database that failed the first time", async () => {
    const real = facts(database().queries);
    let failures = 1;
    const definitions = open(withFiles(), {
      facts: {
        get: async (name) => {
          if (failures-- > 0) throw new Error("the database is busy");
          return real.get(name);
        },
        set: async (name, value) => real.set(name, value),
      },
    });
    expect(await names(definitions, [1])).toEqual({});
    expect(await names(definitions, [1])).toEqual({ 1: "One" });
  });

  it("asks nobody for what is no hash or has no table", async () => {
    const platform = withFiles();
    const definitions = open(platform);
    expect(await names(definitions, [0, -1, 1.5, Number.NaN, 2 ** 32])).toEqual({});
    expect(platform.calls).toEqual([]);
  });

  it("skips records that are none, and keeps the goal of a nameless one", async () => {
    const platform = new FakePlatform();
    const odd: Record<string, unknown> = {
      "1": null,
      "2": "text",
      "3": { displayProperties: null },
      "4": { displayProperties: { name: "" } },
      "5": { displayProperties: { name: "Goal" }, completionValue: 40 },
      "6": { completionValue: 7 },
      nonsense: named("Nonsense"),
      "-7": named("Negative"),
      "8": named("Iconless", { displayProperties: { name: "Iconless", icon: "/x.png", hasIcon: false } }),
      "9": named("N".repeat(5_000)),
    };
    platform.files = { "en/item": odd as never };
    platform.operations.delete("definitions.one");
    const found = await open(platform).lookUp("item", [1, 2, 3, 4, 5, 6, 8, 9], { locale: "en" });
    expect(found.get(5)).toEqual({ name: "Goal", goal: 40 });
    expect(found.get(6)).toEqual({ name: "", goal: 7 });
    expect(found.get(8)).toEqual({ name: "Iconless" });
    expect(found.get(9)?.name).toHaveLength(200);
    expect([...found.keys()]).toEqual([5, 6, 8, 9]);
  });

  it("stores a file of 29,000 items without holding up others for long", async () => {
    const platform = new FakePlatform();
    const items = Array.from(
      { length: 29_000 },
      (_, hash) => [String(hash + 1), named(`Item ${hash + 1}`)] as const,
    );
    platform.files = { "en/item": Object.fromEntries(items) };
    platform.operations.delete("definitions.one");
    const turns = countTurns();
    const stored = new Map<number, number>();
    const real = definitionRows(database().queries);
    const put: typeof real.put = async (set, rows) => {
      await real.put(set, rows);
      stored.set(turns.count, (stored.get(turns.count) ?? 0) + rows.length);
    };
    const definitions = open(platform, { waitMs: 60_000, store: { ...real, put } });
    expect(await names(definitions, [29_000])).toEqual({ 29_000: "Item 29000" });
    turns.stop();
    const sizes = [...stored.values()];
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(29_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(300);
  });

  it("ends its work in the background when it is closed", async () => {
    const platform = withFiles();
    const { promise, resolve } = Promise.withResolvers<void>();
    platform.gate = promise;
    const definitions = open(platform, { waitMs: 1 });
    definitions.start();
    await names(definitions, [1]);
    resolve();
    await definitions.close();
    const calls = platform.calls.length;
    clock.at += 24 * HOUR_MS;
    await names(definitions, [1, 2, 3]);
    expect(platform.calls).toHaveLength(calls);
  });
});

/** A platform with a file of items in English and German. */
function withFiles(): FakePlatform {
  const platform = new FakePlatform();
  platform.files = {
    "en/item": { "1": named("One"), "2": named("Two") },
    "de/item": { "1": named("Eins") },
  };
  return platform;
}

async function names(definitions: RunningDefinitions, hashes: readonly number[], locale = "en-US") {
  const found = await definitions.lookUp("item", hashes, { locale });
  return Object.fromEntries([...found].map(([hash, { name }]) => [hash, name]));
}

/** Until a condition holds; the test's own time limit is the last resort. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await setImmediate();
}

/** Counts the turns in which the event loop lets others run. */
function countTurns() {
  const turns = { count: 0, stop: () => clearImmediate(next) };
  const turn = () => {
    turns.count += 1;
    next = eachTurn(turn);
  };
  let next = eachTurn(turn);
  return turns;
}

it.runIf(hasPostgres()).each(["before", "after"] as const)(
  "names are stored though the connection is cut, %s the server heard them",
  async (cut) => {
    const server = startPostgres();
    onTestFinished(() => server.stop());
    const cutter = await openCutter(server.url);
    onTestFinished(() => cutter.close());
    const database = await openDatabase({ url: cutter.url, isOwner: false });
    onTestFinished(() => database.close());
    const store = definitionRows(database.queries);
    const set = { table: "item", locale: "en" } as const;
    const rows = [{ hash: 7, record: `["Tea","",""]`, fetchedAt: 1 }];
    cutter.cutOnce("insert into definitions", cut);
    await store.put(set, rows);
    expect(await store.find(set, [7])).toEqual(rows);
  },
);

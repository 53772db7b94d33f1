import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";

import type { Log } from "../../src/base/log.ts";
import { silentLog } from "../../src/base/log.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { facts } from "../../src/storage/facts.ts";
import { isForeignKeyError } from "../../src/sessions/keyring/keyring-checks.ts";
import { migrations } from "../../src/storage/migrations/index.ts";
import { writeTransaction } from "../../src/storage/write-transaction.ts";
import { type Cut, openCutter } from "../support/cut-connections.ts";
import { describeOnPostgres } from "../support/databases.ts";
import { connectSoon } from "../support/postgres-schema.ts";
import { connectAsStranger } from "../support/stranger.ts";

const countIn = async (database: Database, table: "facts" | "migrations") =>
  Number(
    (
      await sql<{ count: number }>`select count(*) as count from ${sql.table(table)} as counted
        where to_jsonb(counted) ->> 'name' <> 'channel'`.execute(database.queries)
    ).rows[0]?.count,
  );

describeOnPostgres("a database on a server", (urls) => {
  const opened: Database[] = [];
  const open = async (url: string, options: { readonly isOwner?: boolean; readonly log?: Log } = {}) => {
    const database = await openDatabase({ url, isOwner: false, ...options });
    opened.push(database);
    return database;
  };
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  describe("that is empty", () => {
    it("is migrated by one of three that start at once", async () => {
      const url = await urls.fresh();
      const told: string[] = [];
      const log: Log = { ...silentLog, info: (message) => void told.push(message) };
      const [first] = await Promise.all([open(url, { log }), open(url, { log }), open(url, { log })]);
      expect(told).toEqual([expect.stringMatching(/^Made a new database\./)]);
      expect(await countIn(first, "migrations")).toBe(migrations.length);
    });

    it("is not opened by a version older than its schema", async () => {
      const url = await urls.fresh();
      const database = await open(url);
      const newer = { number: 9_999, name: "newer", checksum: "x", applied_at: 0 };
      await database.queries.insertInto("migrations").values(newer).execute();
      await expect(open(url)).rejects.toThrow(/made by a newer Milepost/);
    });
  });

  describe("that a process runs on", () => {
    it("is refused to a second one, and free once the first has ended", async () => {
      const url = await urls.fresh();
      const first = await open(url, { isOwner: true });
      await expect(open(url, { isOwner: true })).rejects.toThrow(/Another Milepost is using the database/);
      opened.splice(opened.indexOf(first), 1);
      await first.close();
      expect((await open(url, { isOwner: true })).engine).toBe("postgres");
    });

    it("is taken over from one that was killed, and that one is told where it lives on", async () => {
      const url = await urls.fresh();
      const first = await open(url, { isOwner: true });
      // As if it had not said for long that it runs.
      await sql`update nodes set until = clock_timestamp() - interval '1 second'`.execute(first.queries);
      await open(url, { isOwner: true });
      expect((await first.lost)?.details.reason).toMatch(/Another Milepost is using/);
    });
  });

  it.each([
    [
      "there is no server",
      (url: string) => url.replace(/host=[^&]*/, "host=%2Fnowhere"),
      /can't be reached \(ENOENT\)/,
    ],
    [
      "there is no such database",
      (url: string) => url.replace("/postgres?", "/nothing?"),
      /has no such database/,
    ],
    ["its search path leads nowhere", (url: string) => url.replace(/test_\w+/, "nowhere"), /no schema/],
  ])("says in a sentence that %s", async (_what, changed, sentence) => {
    const url = changed(await urls.fresh());
    await expect(openDatabase({ url, isOwner: false, reachWithinMs: 0 })).rejects.toThrow(sentence);
  });

  /** The address with a schema of the stranger's behind or in place of the first, and a function there that notes calls. */
  async function withFunction(
    where: "first" | "second",
  ): Promise<{ url: string; calls: () => Promise<number> }> {
    const url = await urls.fresh();
    const schema = /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? "";
    const owner = await connectSoon(url);
    onTestFinished(() => owner.end());
    const stranger = await connectAsStranger(url);
    const place = where === "first" ? schema : `${schema}_other`;
    if (where === "second") await owner.query(`create schema ${place}`);
    await owner.query(`grant usage, create on schema ${place} to stranger; create table ${place}.calls ();
        grant all on ${place}.calls to public`);
    // With exactly these types it fits better than the server's own.
    await stranger.query(`create function ${place}.concat_ws(text, timestamptz, timestamptz) returns text language sql
        as $$ insert into ${place}.calls default values; select 'x' $$`);
    await stranger.end();
    const both = url.replace(schema, encodeURIComponent(where === "first" ? schema : `${schema},${place}`));
    const count = `select count(*)::int as count from ${place}.calls`;
    const calls = async () => (await owner.query<{ count: number }>(count)).rows[0]?.count ?? 0;
    return { url: both, calls };
  }

  describe("where another role may make functions", () => {
    it.each(["first", "second"] as const)("never runs one of theirs in the %s schema", async (where) => {
      const { url, calls } = await withFunction(where);
      const { queries } = await open(url);
      await writeTransaction(queries, async () => {});
      expect(await calls()).toBe(0);
    });

    it("says who may, where they may in the schema of its tables", async () => {
      const warned: string[] = [];
      const log: Log = { ...silentLog, warn: (message) => void warned.push(message) };
      await open((await withFunction("second")).url, { log });
      expect(warned).toEqual([]);
      await open((await withFunction("first")).url, { log });
      expect(warned).toEqual([
        expect.stringMatching(
          /in its schema test_\w+ stranger may make functions .*: revoke create on schema test_\w+ from stranger$/,
        ),
      ]);
    });
  });
});

describeOnPostgres("what is asked of a server", (urls) => {
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase({ url: await urls.shared(), isOwner: false });
    await database.queries.deleteFrom("facts").execute();
  });
  afterEach(() => database.close());

  it("never rounds a number", async () => {
    const asked = sql<{ n: number }>`select 9007199254740991::bigint as n`.execute(database.queries);
    expect((await asked).rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
    await expect(sql`select 9007199254740992::bigint as n`.execute(database.queries)).rejects.toThrow(
      /too large/,
    );
  });

  it("takes no object for a value", async () => {
    const value = { a: 1 } as unknown as string;
    await expect(facts(database.queries).set("a", value)).rejects.toThrow(TypeError);
  });

  it("orders texts byte by byte, whatever the server's language", async () => {
    for (const name of ["b", "B", "ä", "a"]) await facts(database.queries).set(name, "");
    const rows = await database.queries.selectFrom("facts").select("name").orderBy("name").execute();
    expect(rows.map(({ name }) => name)).toEqual(["B", "a", "b", "ä"]);
  });

  it("tells a row that names one that is not there", async () => {
    const row = {
      id: "d",
      reminder_id: "none",
      kind: "dm" as const,
      target: "1",
      state: "open" as const,
      since: 0,
    };
    const refused = database.queries.insertInto("destinations").values(row).execute();
    expect(await refused.catch(isForeignKeyError)).toBe(true);
  });

  it("is one after the other where transactions name one lock", async () => {
    const known = facts(database.queries);
    await known.set("count", "0");
    const add = () =>
      writeTransaction(
        database.queries,
        async (transaction) => {
          const count = Number(await facts(transaction).get("count"));
          await facts(transaction).set("count", String(count + 1));
        },
        "count",
      );
    await Promise.all(Array.from({ length: 25 }, add));
    expect(await known.get("count")).toBe("25");
  });

  it("is done again where two transactions wait for each other", async () => {
    const known = facts(database.queries);
    await known.set("a", "");
    await known.set("b", "");
    const both = Promise.withResolvers<void>();
    let begun = 0;
    let runs = 0;
    const write = (first: string, second: string) =>
      writeTransaction(database.queries, async (transaction) => {
        runs += 1;
        await facts(transaction).set(first, "x");
        if ((begun += 1) === 2) both.resolve();
        await both.promise;
        await facts(transaction).set(second, "x");
      });
    await Promise.all([write("a", "b"), write("b", "a")]);
    expect([await known.get("a"), await known.get("b"), runs]).toEqual(["x", "x", 3]);
  });

  it("writes nothing where a failure inside a transaction was passed over", async () => {
    const written = writeTransaction(database.queries, async (transaction) => {
      await facts(transaction).set("a", "");
      await sql`select 1 / 0`.execute(transaction).catch(() => {});
    });
    await expect(written).rejects.toThrow(/passed over/);
    expect(await facts(database.queries).get("a")).toBeUndefined();
  });

  it("goes on after the server ended every connection", async () => {
    // Other tests have connections of their own on the same server.
    const url = `${await urls.shared()}&application_name=ended`;
    const [own, other] = [
      await openDatabase({ url, isOwner: false }),
      await openDatabase({ url, isOwner: false }),
    ];
    const known = facts(other.queries);
    await known.set("a", "1");
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'ended' and pid <> pg_backend_pid()`.execute(own.queries);
    expect(rows.length).toBeGreaterThan(0);
    expect(await known.get("a")).toBe("1");
    await Promise.all([own.close(), other.close()]);
  });
});

const hostOf = (url: string) => new URL(url).searchParams.get("host") ?? "";

describeOnPostgres("several servers", (urls) => {
  const together = async (...hosts: readonly string[]) => {
    const url = new URL(await urls.shared());
    url.searchParams.set("host", hosts.join(","));
    return url.href;
  };

  it("are asked in turn until one answers", async () => {
    const url = await together("/nowhere", hostOf(await urls.shared()));
    const database = await openDatabase({ url, isOwner: false });
    onTestFinished(() => database.close());
    await facts(database.queries).set("a", "1");
    expect(await facts(database.queries).get("a")).toBe("1");
  });

  it("take over from one that is gone while the bot runs, and from one that takes no writes any more", async () => {
    const [first, second] = [await openCutter(await urls.shared()), await openCutter(await urls.shared())];
    onTestFinished(() => second.close());
    const database = await openDatabase({
      url: await together(hostOf(first.url), hostOf(second.url)),
      isOwner: false,
    });
    onTestFinished(() => database.close());
    let heard = 0;
    second.onSaid = () => void (heard += 1);
    const known = facts(database.queries);
    await Promise.all(["a", "b", "c"].map((name) => known.set(name, "1")));
    expect(heard).toBe(0);
    // As a standby that was a primary, to connections of before.
    await Promise.all(
      ["a", "b", "c"].map((name) =>
        writeTransaction(database.queries, async (transaction) => {
          if (heard === 0) await sql`set transaction read only`.execute(transaction);
          await facts(transaction).set(name, "2");
        }),
      ),
    );
    expect(heard).toBeGreaterThan(0);
    await first.close();
    expect(await Promise.all(["a", "b", "c"].map((name) => known.get(name)))).toEqual(["2", "2", "2"]);
  });

  it("are no use where each is a standby, which is said", async () => {
    const url = new URL(await together(hostOf(await urls.shared()), "/nowhere"));
    const options = url.searchParams.get("options") ?? "";
    url.searchParams.set("options", `${options} -c default_transaction_read_only=on`);
    await expect(openDatabase({ url: url.href, isOwner: false, reachWithinMs: 0 })).rejects.toThrow(
      /takes no writes \(25006\)/,
    );
  });
});

describeOnPostgres("a connection that is cut", (urls) => {
  let cutter: Awaited<ReturnType<typeof openCutter>>;
  let database: Database;
  beforeEach(async () => {
    cutter = await openCutter(await urls.shared());
    database = await openDatabase({ url: cutter.url, isOwner: false });
    await database.queries.deleteFrom("facts").execute();
  });
  afterEach(async () => {
    await database.close();
    await cutter.close();
  });

  it.each<[string, Cut]>([
    ["commit\0", "before"],
    ["commit\0", "after"],
    ["insert into", "before"],
    ["insert into", "after"],
    ["begin", "before"],
    ["begin", "after"],
  ])("as a transaction says %s, %s the server did it, leaves it done once", async (words, cut) => {
    cutter.cutOnce(words, cut);
    const add = async (queries: Database["queries"]) => {
      const next = (await countIn({ ...database, queries }, "facts")) + 1;
      await queries
        .insertInto("facts")
        .values({ name: `fact ${next}`, value: "" })
        .execute();
      return next;
    };
    expect(await writeTransaction(database.queries, add)).toBe(1);
    expect(await countIn(database, "facts")).toBe(1);
  });

  it.each<Cut>(["before", "after"])(
    "as something is read, %s the server did it, has it read again",
    async (cut) => {
      await facts(database.queries).set("a", "1");
      cutter.cutOnce("select", cut);
      expect(await facts(database.queries).get("a")).toBe("1");
    },
  );

  it("as a single row is written tells so: nobody knows whether it is there", async () => {
    cutter.cutOnce("insert into", "after");
    await expect(facts(database.queries).set("a", "1")).rejects.toThrow(/terminated/);
  });
});

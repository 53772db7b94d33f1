import { expect, it, onTestFinished } from "vitest";
import { sql } from "kysely";

import { openDatabase } from "../../src/cluster/open-database.ts";
import { facts } from "../../src/storage/facts.ts";
import { openCutter } from "../support/cut-connections.ts";
import { describeOnPostgres } from "../support/databases.ts";
import { readLocation } from "../../src/cluster/postgres/location.ts";
import { NodeConnection } from "../../src/cluster/postgres/node-connection.ts";

const hostOf = (url: string) => new URL(url).searchParams.get("host") ?? "";

describeOnPostgres("several servers, the first one without power,", (urls) => {
  const stage = async () => {
    const first = await openCutter(await urls.shared());
    onTestFinished(() => first.close());
    const url = new URL(first.url);
    url.searchParams.set("host", [first.url, await urls.shared()].map(hostOf).join(","));
    const open = async () => {
      const database = await openDatabase({ url: url.href, isOwner: false });
      onTestFinished(() => database.close());
      return facts(database.queries);
    };
    return { first, open };
  };

  it("are each tried as a tool opens them", async () => {
    const { first, open } = await stage();
    first.silence();
    const known = await open();
    await known.set("a", "1");
    expect(await known.get("a")).toBe("1");
  });

  it("are each tried while the bot runs", async () => {
    const { first, open } = await stage();
    const known = await open();
    await known.set("a", "2");
    first.silence();
    first.cutAll();
    expect(await known.get("a")).toBe("2");
  });
});

describeOnPostgres("the connection of a node", (urls) => {
  it("is closed where it can't listen, as at a hot standby", async () => {
    const url = await urls.shared();
    const database = await openDatabase({ url, isOwner: false });
    // Nobody can listen to a channel without a name.
    const connection = new NodeConnection(readLocation(url, undefined), "", () => {});
    for (let tries = 0; tries < 3; tries += 1)
      await expect(connection.query("select 1", [])).rejects.toThrow("zero-length");
    const left = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where query like ${'set lock_timeout%listen ""'}`.execute(database.queries);
      return rows[0]?.count;
    };
    await expect.poll(left).toBe(0);
    await connection.end();
    await database.close();
  });
});

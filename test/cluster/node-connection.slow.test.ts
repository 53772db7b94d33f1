import { sql } from "kysely";
import { expect, it } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import { readLocation } from "../../src/cluster/postgres/location.ts";
import { NodeConnection } from "../../src/cluster/postgres/node-connection.ts";
import { describeOnPostgres } from "../support/databases.ts";

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

import { expect, it, onTestFinished } from "vitest";

import { definitionRows } from "../../src/definitions/definition-rows.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import { openCutter } from "../support/cut-connections.ts";
import { hasPostgres, startPostgres } from "../support/postgres.ts";

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

import path from "node:path";

import { afterEach, beforeEach, expect, it } from "vitest";

import { english } from "../../src/messages/en.ts";
import { openDatabase } from "../../src/cluster/open-database.ts";
import type { Database } from "../../src/storage/database.ts";
import { useFolder } from "../support/databases.ts";
import { seen } from "../support/run-command.ts";
import { type LinkTable, openLinkTable } from "./link-harness.ts";

const MEMBER = "720000000000000001";

const folder = useFolder();
let table: LinkTable;
let database: Database;
/** Kept in a file that is rewritten at once or not at all. */
beforeEach(async () => {
  database = await openDatabase({
    url: `file:${path.join(folder.path, "data", "test.db")}`,
    emptying: { tries: 1, betweenMs: 1, laterEveryMs: 60_000 },
  });
  table = await openLinkTable("neutral", {
    database,
    keyringFile: path.join(folder.path, "keys", "ring"),
  });
  for (const player of [0, 2]) await table.link(MEMBER, player);
});
afterEach(async () => {
  await table.close();
  await database.close();
});

it("says that nothing is left of several sessions that are unlinked together", async () => {
  const asks = await table.run(MEMBER, "unlink");
  const done = seen(await table.press(MEMBER, asks, english.link.unlink.all("2")));
  expect(await table.sessions.store.list(MEMBER)).toEqual([]);
  expect(done).not.toContain(english.link.unlink.notOverwritten);
});

it("says that nothing is left of all data of a member who had linked", async () => {
  const data = await table.press(MEMBER, await table.run(MEMBER, "account"), "My data");
  const sure = await table.press(MEMBER, data, english.account.data.forget);
  const done = seen(await table.press(MEMBER, sure, english.account.data.forget));
  expect(await table.sessions.store.list(MEMBER)).toEqual([]);
  expect(done).not.toContain(english.link.unlink.notOverwritten);
});

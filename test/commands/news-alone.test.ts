import { afterAll, beforeAll, expect, it } from "vitest";

import trending from "../../commands/trending.ts";
import { markdownIn, press, run, selectIn } from "../support/run-command.ts";
import { type Table, openTable } from "./platform-harness.ts";

let table: Table;
beforeAll(async () => {
  table = await openTable("neutral", (profile) => {
    const { "trending.entry": _, "trending.list": list, ...operations } = profile.operations;
    if (list === undefined) throw new Error("no list");
    return { ...profile, operations: { ...operations, "trending.list": { ...list, format: "feed" } } };
  });
});
afterAll(() => table.close());

it("a service whose news is a feed has it listed for everyone, each to be opened", async () => {
  const listed = await run(trending, table.services);
  const { data } = await table.services.platform.trendingList({});
  const [first] = data.entries;
  expect(markdownIn(listed)).toContain(first && "displayName" in first ? first.displayName : "no entry");
  const { choose, entries } = selectIn(listed, "open");
  const opened = await press(trending, table.services, { ...choose, chosen: entries[0]?.value });
  expect(markdownIn(opened)).toContain(entries[0]?.label);
});

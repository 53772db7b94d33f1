import { expect, it, onTestFinished } from "vitest";

import { openDatabase } from "../../src/cluster/open-database.ts";
import { facts } from "../../src/storage/facts.ts";
import { openCutter } from "../support/cut-connections.ts";
import { describeOnPostgres } from "../support/databases.ts";

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

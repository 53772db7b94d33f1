import { afterEach, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { createDefinitions } from "../../src/definitions/create-definitions.ts";
import { definitionRows } from "../../src/definitions/definition-rows.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { facts } from "../../src/storage/facts.ts";
import { serve, wrapped } from "../platform/support/served.ts";
import { describeOnSqlite } from "../support/databases.ts";
import { quietClient } from "../support/quiet-client.ts";

const item = (name: string) => ({ displayProperties: { name } });
const manifest = wrapped({ version: "1", files: { en: { InventoryItem: "/items.json" } } });

describeOnSqlite("a file of definitions without hashes", (database) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (let close = closing.pop(); close !== undefined; close = closing.pop()) await close();
  });

  it("is warned of, and names are asked for one by one", async () => {
    await using served = await serve(({ url }, response) => {
      if (url === "/items.json") response.end(JSON.stringify({ longbow: item("Longbow") }));
      else response.end(url.includes("InventoryItem") ? wrapped(item("Longbow")) : manifest);
    });
    const warned: string[] = [];
    const warn = (text: string, _fields?: unknown, error?: unknown) => {
      warned.push(`${text}: ${error instanceof Error ? error.message : ""}`);
    };
    const profile = loadProfile("neutral", { baseUrl: served.origin });
    const parts = { profile, clock: systemClock, log: { ...silentLog, warn }, metrics: noMetrics };
    const client = quietClient(parts);
    closing.push(() => client.close());
    const { queries } = database();
    const definitions = createDefinitions({
      ...parts,
      client,
      store: definitionRows(queries),
      facts: facts(queries),
      alone: (_name, work) => work(),
    });
    closing.push(() => definitions.close());

    for (const hash of [7, 8]) {
      const found = await definitions.lookUp("item", [hash], { locale: "en-US" });
      expect(found.get(hash)?.name).toBe("Longbow");
    }
    expect(warned).toEqual([
      expect.stringMatching(/Definitions could not be read; .*none of its keys is a hash/),
    ]);
  });
});

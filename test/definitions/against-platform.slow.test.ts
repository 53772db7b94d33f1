import { afterEach, expect, it } from "vitest";

import { systemClock } from "../../src/base/clock.ts";
import { silentLog } from "../../src/base/log.ts";
import { noMetrics } from "../../src/base/metrics.ts";
import { createDefinitions } from "../../src/definitions/create-definitions.ts";
import { loadProfile } from "../../src/platform/profile/load.ts";
import { definitionTables } from "../../src/platform/resources/definitions.ts";
import { type Platform, startPlatform } from "../../src/playground/platform/server.ts";
import { definitionRows } from "../../src/definitions/definition-rows.ts";
import { facts } from "../../src/storage/facts.ts";
import { describeEachDatabase } from "../support/databases.ts";
import { quietClient } from "../support/quiet-client.ts";
import { MINUTE } from "../support/time.ts";

const profiles = ["neutral", "lookalike"] as const;

describeEachDatabase("definitions of a running platform", (database) => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (let close = closing.pop(); close !== undefined; close = closing.pop()) await close();
  });

  async function open(name: (typeof profiles)[number], operations?: (all: object) => void) {
    const platform = await startPlatform({ profile: loadProfile(name), port: 0, clock: systemClock });
    closing.push(() => platform.close());
    const profile = structuredClone(platform.profile);
    operations?.(profile.operations);
    const parts = { profile, clock: systemClock, log: silentLog, metrics: noMetrics };
    const client = quietClient(parts);
    closing.push(() => client.close());
    const { queries } = database();
    const definitions = createDefinitions({
      ...parts,
      client,
      store: definitionRows(queries),
      facts: facts(queries),
      alone: (_name, work) => work(),
      waitMs: MINUTE,
    });
    closing.push(() => definitions.close());
    return { platform, definitions };
  }

  it.each(profiles)("have names and icons in every table of profile %s, from its files", async (name) => {
    const { platform, definitions } = await open(name, (all) =>
      Reflect.deleteProperty(all, "definitions.one"),
    );
    for (const table of definitionTables) {
      const wanted = hashes(platform, table);
      const found = await definitions.lookUp(table, [...wanted, 4_294_967_295], { locale: "en-US" });
      expect(new Set(found.keys())).toEqual(new Set(wanted));
      for (const { name: shown } of found.values()) expect(shown).not.toBe("");
    }
    const icons = await definitions.lookUp("item", hashes(platform, "item"), { locale: "en-US" });
    expect([...icons.values()].every(({ iconUrl }) => iconUrl?.startsWith("http://127.0.0.1"))).toBe(true);
  });

  it.each(profiles)("are the same one by one in profile %s", async (name) => {
    const { platform, definitions } = await open(name, (all) =>
      Reflect.deleteProperty(all, "definitions.one"),
    );
    const wanted = hashes(platform, "item");
    const fromFile = await definitions.lookUp("item", wanted, { locale: "de" });
    await database().queries.deleteFrom("definitions").execute();

    const { definitions: singly } = await open(name, (all) =>
      Reflect.deleteProperty(all, "definitions.manifest"),
    );
    const oneByOne = await singly.lookUp("item", [...wanted, 4_294_967_295], { locale: "de" });
    const names = (found: typeof fromFile) => wanted.map((hash) => found.get(hash)?.name);
    expect(names(oneByOne)).toEqual(names(fromFile));
    expect(oneByOne.has(4_294_967_295)).toBe(false);
  });

  it("come in the reader's language", async () => {
    const { platform, definitions } = await open("neutral");
    const wanted = hashes(platform, "item");
    const english = await definitions.lookUp("item", wanted, { locale: "en-US" });
    const japanese = await definitions.lookUp("item", wanted, { locale: "ja" });
    expect(japanese.size).toBe(english.size);
    expect([...japanese.values()].map(({ name }) => name)).not.toEqual(
      [...english.values()].map(({ name }) => name),
    );
  });
});

function hashes(platform: Platform, table: (typeof definitionTables)[number]): readonly number[] {
  return [...platform.world.lexicon.definitions(table, "en")].slice(0, 8).map(({ hash }) => Number(hash));
}

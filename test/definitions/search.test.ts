import { expect, it } from "vitest";

import { definitionRows } from "../../src/definitions/definition-rows.ts";
import { describeEachDatabase } from "../support/databases.ts";

const record = (name: string, about = "") => JSON.stringify([name, about, ""]);

describeEachDatabase("a search for names", (database) => {
  it("finds words that begin with the text, of this table and language alone", async () => {
    const rows = definitionRows(database().queries);
    const set = { table: "item", locale: "en" } as const;
    const all = [record("Ring of Ash"), record("Two Rings"), record("String", "A ring"), record('50% "off"')];
    await rows.put(
      set,
      [...all, null].map((one, hash) => ({ hash, record: one, fetchedAt: 1 })),
    );
    await rows.put({ ...set, locale: "de" }, [{ hash: 1, record: record("Ring"), fetchedAt: 1 }]);
    const search = async (...texts: string[]) => (await rows.search(set, texts, 9)).toSorted();
    expect(await search("ring", "Ring")).toEqual([
      record("Ring of Ash"),
      record("String", "A ring"),
      record("Two Rings"),
    ]);
    expect(await search("tring", "Ash,")).toEqual([]);
    expect(await search('50% "')).toEqual([record('50% "off"')]);
    expect(await search("5_%")).toEqual([]);
  });
});

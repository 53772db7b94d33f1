import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { readVault } from "../../src/game/vault.ts";

const things = (body: unknown) =>
  readVault(body).things.map(({ table, hash, section, quantity }) => {
    const held = section.of === undefined ? section.words : `${section.of.table} ${section.of.hash}`;
    return `${held ?? "-"}: ${table} ${hash} x${quantity}`;
  });

describe("a vault", () => {
  it.each([
    ["itemHash", 7, ["-: item 7 x1"]],
    ["questItemHash", 7, ["-: item 7 x1"]],
    ["vendorHash", "4294967295", ["-: vendor 4294967295 x1"]],
    ["item_hash", 7, ["-: item 7 x1"]],
    ["bucketHash", 7, []],
    ["itemHash", 0, []],
    ["itemHash", 4_294_967_296, []],
    ["itemHash", -1, []],
    ["itemHash", 1.5, []],
    ["itemHash", "seven", []],
    ["itemHash", null, []],
    ["quantity", 7, []],
    ["hash", 7, []],
  ])("reads %s of %j as a thing where it is one", (name, value, expected) => {
    expect(things({ thing: { [name]: value } })).toEqual(expected);
  });

  it.each([
    ["its label", { buckets: [{ bucketHash: 5, name: "Weapons", items: [{ itemHash: 7 }] }] }, "Weapons"],
    ["the name of its list", { characterItems: [{ itemHash: 7 }] }, "characterItems"],
    ["the nearest name", { data: { inventory: { items: [{ itemHash: 7 }] } } }, "items"],
    ["what a definition names", { shops: [{ vendorHash: 3, sales: [{ itemHash: 7 }] }] }, "vendor 3"],
    ["nothing, where it is a member of its own", { mount: { itemHash: 7 } }, "-"],
    ["its list, where that is of bare hashes", { rewardItemHashes: [7] }, "rewardItemHashes"],
  ])("gives a thing the section of %s", (_, body, section) => {
    expect(things(body)).toEqual([`${section}: item 7 x1`]);
  });

  it("adds up things of one kind in one section, and keeps those of another apart", () => {
    const body = {
      worn: [{ itemHash: 7 }],
      kept: [
        { itemHash: 7, quantity: "3" },
        { itemHash: 8, amount: 2 },
        { itemHash: 7 },
        { itemHash: 9, quantity: 0 },
      ],
    };
    expect(things(body)).toEqual([
      "worn: item 7 x1",
      "kept: item 7 x4",
      "kept: item 8 x2",
      "kept: item 9 x0",
    ]);
  });

  it("counts records and entries that are no thing, but for what says something of one", () => {
    const body = {
      owner: "Ann",
      used: 2,
      items: [{ itemHash: 7, power: 5, perks: [{ itemHash: 8 }] }, "loose", { id: 9, perks: [{ id: 1 }] }],
      last: { id: 4, count: 2 },
    };
    expect(readVault(body)).toMatchObject({ others: 3, isCut: false });
    expect(things(body)).toEqual(["items: item 7 x1"]);
  });

  it("of any size is read in part, and says so", () => {
    const wide = readVault({ list: Array.from({ length: 100_000 }, (_, at) => ({ itemHash: at + 1 })) });
    expect([wide.isCut, wide.things.length < 20_001]).toEqual([true, true]);
    let deep: unknown = 1;
    for (let depth = 0; depth < 5_000; depth += 1) deep = { deep };
    expect(readVault(deep).isCut).toBe(true);
  });

  it("may be any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(readVault(value).others).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
